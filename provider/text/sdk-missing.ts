/** Said where the program's own Pulumi SDK is not found: a peer, which those install who use this package. */
export const sdkMissing = "which is not installed here. Run: npm install @pulumi/pulumi";

/** Whether an error of `require` says that the SDK, or a part of it, is not found. Pure. */
export function isSdkMissing(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return code === "MODULE_NOT_FOUND" && /^Cannot find module '@pulumi\/pulumi['/]/.test(String(message));
}
