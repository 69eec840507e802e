/** What a run is told that is to collect records; `pulumi-payments drift` sets them, in the environment only. */
export const reportVariables = { folder: "PAYMENTS_REPORT_DIR", mode: "PAYMENTS_DRIFT_CHECK" } as const;
