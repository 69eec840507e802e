import { readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv2020 from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { reportJsonSchema, reportSchema } from "../../../drift/report/report";
import { reportOf } from "../reports";

const file = join(__dirname, "../../../docs/schemas/drift-report.v1.json");

test("the schema in docs/schemas is the one that the reports are made with", () => {
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(reportJsonSchema());
});

test("a validator that knows only the published schema accepts a report, and refuses one that lacks a part", () => {
  const ajv = new Ajv2020({ strict: false });
  addFormats(ajv);
  const validate = ajv.compile(JSON.parse(readFileSync(file, "utf8")));
  const report = reportOf();
  expect([validate(report), validate.errors]).toEqual([true, null]);
  const { exitCode: _, ...lacking } = report;
  expect(validate(lacking)).toBe(false);
});

test("a field that the schema does not know is refused, so that nothing slips into a report unseen", () => {
  expect(reportSchema.safeParse({ ...reportOf(), secret: "sk_live_123" }).success).toBe(false);
});
