import { testKills } from "./kills";

testKills("dynamic");
