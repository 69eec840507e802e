import { Config, interpolate } from "@pulumi/pulumi";
import { ApiKey } from "pulumi-payments";
import { SecretFile } from "./secret-file";

const reports = new ApiKey("reports", { type: "secret", scopes: ["accounts:read", "api_keys:read"] });

new SecretFile("reports-environment", {
  path: new Config().require("file"),
  content: interpolate`PAYMENTS_API_KEY=${reports.value}\n`,
});

export const keyId = reports.id;
