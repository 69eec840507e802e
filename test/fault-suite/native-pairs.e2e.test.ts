import { testPairs } from "./pairs";

testPairs("native");
