import { testTable } from "./drift-table/table";
import { forms } from "./harness/programs";

testTable(forms.dynamic);
