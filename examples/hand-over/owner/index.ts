import { Config, interpolate } from "@pulumi/pulumi";
import { ApiKey } from "pulumi-payments";
import { kubernetesSecret } from "./kubernetes-secret";
import { writePrivateFile } from "./private-file";

const billing = new ApiKey("billing", { type: "secret", scopes: ["accounts:read", "api_keys:read"] });

// To another stack, which takes it with ApiKey.fromStack.
export const billingKey = billing.value;

// To a cluster: pulumi stack output manifest --show-secrets | kubectl apply -f -
export const manifest = kubernetesSecret({ name: "billing-payments", namespace: "shop" }, { apiKey: billing.value });

// To a process on this machine.
writePrivateFile(new Config().require("file"), interpolate`PAYMENTS_API_KEY=${billing.value}\n`);
