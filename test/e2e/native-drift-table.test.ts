import { testTable } from "./drift-table/table";
import { moved, nativeJavascript } from "./harness/programs";

testTable({ program: (files) => moved(files, "pulumi-payments/native"), yaml: nativeJavascript });
