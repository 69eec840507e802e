/** What a run is told that is to collect records; `pulumi-payments drift` sets them, in the environment only. */
export const reportVariables = { folder: "PAYMENTS_REPORT_DIR", mode: "PAYMENTS_DRIFT_CHECK" } as const;

/** The folder for records, in a run that collects; undefined in any other. */
export function reportFolder(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const folder = environment[reportVariables.folder];
  return folder && environment[reportVariables.mode] === "collect" ? folder : undefined;
}
