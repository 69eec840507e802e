import { z } from "zod";
import { reportSchema } from "./report";

/** The report's schema as JSON Schema: what docs/schemas/drift-report.v1.json holds, and a test compares. Pure. */
export function reportJsonSchema(): object {
  return z.toJSONSchema(reportSchema, { target: "draft-2020-12" });
}
