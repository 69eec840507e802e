import { Config, interpolate, StackReference } from "@pulumi/pulumi";
import { ApiKey } from "pulumi-payments";

const owner = new StackReference(new Config().require("owner"));
const billingKey = ApiKey.fromStack(owner, "billingKey");

// Stands for an argument of whatever takes the key here.
export const header = interpolate`payments-api-key: ${billingKey}`;
