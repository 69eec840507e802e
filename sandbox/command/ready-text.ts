import type { SandboxOptions } from "../options";
import type { Sandbox } from "../sandbox";

type Facts = Pick<Sandbox, "url" | "adminUrl" | "adminToken" | "accountId" | "apiKey" | "webhookEndpointId">;

/**
 * What a sandbox says to a person once it is ready: what to do next, in lines that work as they are printed. Other users of the
 * machine can see the words of a command, so credentials go through pipes; `printf` is the shell's own.
 *
 * @param howToGoOn of a program that has done the first steps itself: stands in their place
 */
export function readyText(
  facts: Facts,
  { clock = "real", data }: Pick<SandboxOptions, "clock" | "data">,
  howToGoOn?: string,
): string {
  const { url, adminToken, webhookEndpointId } = facts;
  return `The sandbox is ready at ${url}

See it in a browser:
  ${url}/#token=${encodeURIComponent(adminToken)}

${howToGoOn ?? firstSteps(facts, clock)}

It has a webhook endpoint that a stack can manage: ${webhookEndpointId}

${data === undefined ? "All of it is in memory and gone when it stops; --data FILE keeps it." : `All of it is kept in ${data}.`}
${howToGoOn === undefined ? "Requests are logged below. Ctrl-C stops it." : "The page shows its requests. Ctrl-C stops it, or `kill %1` where it runs in the background."}
`;
}

function firstSteps({ url, adminUrl, adminToken, accountId, apiKey }: Facts, clock: SandboxOptions["clock"]): string {
  const advance = [
    `printf 'authorization: Bearer %s' ${quoted(adminToken)} |`,
    `curl -s -X POST ${adminUrl}/clock/advance -H @-`,
    `-H 'content-type: application/json' -d '{"seconds":86400}'`,
  ].join(" ");
  return `Call it:
  printf 'payments-api-key: %s' ${apiKey} | curl -s ${url}/v1/api-keys -H @- -H 'payments-account: ${accountId}'

Point a Pulumi stack at it, in the folder of its Pulumi.yaml (the first line makes the stack):
  pulumi stack init dev
  pulumi config set payments:baseUrl ${url}
  pulumi config set payments:environment sandbox
  pulumi config set payments:accountId ${accountId}
  printf %s ${apiKey} | pulumi config set --secret payments:apiKey

${
  clock === "manual"
    ? `Advance its clock, here by a day; whatever falls due on the way happens:\n  ${advance}`
    : "Its clock moves by itself. Started with --clock manual it waits for you, and a month takes a moment."
}`;
}

/** As one word of a POSIX shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
