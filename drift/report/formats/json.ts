import { jsonText } from "../../../provider/text/printable";
import type { Report } from "../report";

/** The report as one JSON value, pretty, in the order of its schema. */
export function json(report: Report): string {
  return `${jsonText(report, 2)}\n`;
}
