import type { Report } from "../report";
import { json } from "./json";
import { text } from "./text";

/** A format: a pure function of the report. One file each; a line here makes it known to the command. */
export type Format = (report: Report) => string;

export const formats = { text, json } as const satisfies Record<string, Format>;
export type FormatName = keyof typeof formats;

export const formatNames = Object.keys(formats) as [FormatName, ...FormatName[]];
