import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { webhookSender } from "../../../sandbox/webhooks/send";
import type { Sending, Sent } from "./namespace";

/** Runs inside the network namespace: takes sendings on standard input, tells on standard output what became of them. */
async function main(): Promise<void> {
  const reached: string[] = [];
  const witness = createServer((request, response) => {
    reached.push(request.socket.localAddress!.replace(/^::ffff:/, ""));
    const redirect = /^\/redirect\/(\d+)\/(.+)$/.exec(request.url!);
    if (redirect) response.setHeader("location", decodeURIComponent(redirect[2]!));
    response.writeHead(Number(redirect?.[1] ?? 200)).end();
  });
  await once(witness.listen(0, "::"), "listening");
  const port = String((witness.address() as AddressInfo).port);
  const results: Sent[] = [];
  for (const { url, egress, names = {} } of JSON.parse(readFileSync(0, "utf8")) as Sending[]) {
    const asked: string[] = [];
    const send = webhookSender({
      timeoutMs: 2_000,
      egress,
      signal: new AbortController().signal,
      async resolve(name) {
        asked.push(name);
        const answers = names[name] ?? [];
        const answer = answers.length > 1 ? answers.shift() : answers[0];
        if (!answer) throw new Error(`no such name: ${name}`);
        return answer;
      },
    });
    const target = url.replaceAll("PORT", port);
    const message = { url: target, json: "{}", attempt: "1" };
    const [sent] = await send([{ ...message, trusted: false }]);
    const guarded = { ...sent!, reached: reached.splice(0), asked: asked.splice(0) };
    await send([{ ...message, trusted: true }]);
    results.push({ ...guarded, unguarded: reached.splice(0) });
  }
  witness.close();
  process.stdout.write(JSON.stringify(results));
}

void main();
