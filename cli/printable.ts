export { printable } from "../provider/text/printable";
