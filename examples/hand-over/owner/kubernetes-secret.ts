import { type Input, jsonStringify, type Output } from "@pulumi/pulumi";

/**
 * The manifest of a Kubernetes secret as JSON, which kubectl takes like YAML. Made of secrets, it is a secret itself.
 */
export function kubernetesSecret(
  metadata: { name: string; namespace: string },
  stringData: Record<string, Input<string>>,
): Output<string> {
  return jsonStringify({ apiVersion: "v1", kind: "Secret", type: "Opaque", metadata, stringData }, undefined, 2);
}
