import { testTable } from "./drift-table/table";
import { plainJavascript } from "./harness/programs";

testTable({ program: (files) => files, yaml: plainJavascript });
