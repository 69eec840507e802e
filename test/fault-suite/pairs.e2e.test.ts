import { testPairs } from "./pairs";

testPairs("dynamic");
