import { testKills } from "./kills";

testKills("native");
