/** What a run is told that is to collect records; `pulumi-payments drift` sets them, in the environment only. */
export const reportVariables = {
  folder: "PAYMENTS_REPORT_DIR",
  lists: "PAYMENTS_LIST_DIR",
  mode: "PAYMENTS_DRIFT_CHECK",
} as const;

/** Whether the drift command runs this. */
export function isCollecting(environment: Readonly<Record<string, string | undefined>>): boolean {
  return environment[reportVariables.mode] === "collect";
}

/** The folder for records, in a run that collects; undefined in any other. */
export function reportFolder(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const folder = environment[reportVariables.folder];
  return folder && isCollecting(environment) ? folder : undefined;
}
