import { isSdkMissing, sdkMissing } from "../provider/text/sdk-missing";
import { withoutTrace } from "./without-trace";

/** Imported before whatever imports the SDK: without it Node names a module, and the files of ours that asked for it. */
try {
  require("@pulumi/pulumi");
} catch (error) {
  throw isSdkMissing(error)
    ? withoutTrace(() => new Error(`pulumi-payments needs @pulumi/pulumi, ${sdkMissing}`))
    : error;
}
