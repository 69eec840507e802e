import { forms } from "./harness/programs";
import { testKills } from "./kill/ways";

testKills(forms.dynamic);
