export { tagOf } from "../provider/text/tag";
