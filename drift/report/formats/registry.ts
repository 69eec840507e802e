import { jsonText } from "../../../provider/text/printable";
import type { Report } from "../report";
import { github } from "./github";
import { html } from "./html";
import { junit } from "./junit";
import { markdown } from "./markdown";
import { sarif } from "./sarif";
import { text } from "./text";

/** A format: a pure function of the report, in a file of its own. A line below makes it known to the command. */
export interface Format {
  /** Of the files that `--out` writes where several formats are asked for. */
  extension: string;
  /** Its lines are commands of a CI, which are not to be taken for somebody's words. */
  isCommands?: true;
  render(report: Report): string;
}

export const formats = {
  text: { extension: "txt", render: text },
  json: { extension: "json", render: (report) => `${jsonText(report, 2)}\n` },
  github: { extension: "github.txt", render: github, isCommands: true },
  html: { extension: "html", render: html },
  junit: { extension: "junit.xml", render: junit },
  markdown: { extension: "md", render: markdown },
  sarif: { extension: "sarif", render: sarif },
} as const satisfies Record<string, Format>;
export type FormatName = keyof typeof formats;

export const formatNames = Object.keys(formats) as [FormatName, ...FormatName[]];
