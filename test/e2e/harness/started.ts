import { javascript, plainJavascript } from "./programs";
import { type Service, startService } from "./service";
import type { Stack } from "./stack";
import { connect, type Workbench, workbench } from "./workbench";

/** A service and a workbench for the tests of the file that imports them, from its first `beforeAll` to its last `afterAll`. */
export let service: Service;
export let bench: Workbench;

beforeAll(async () => {
  [service, bench] = await Promise.all([startService(), workbench()]);
});
afterAll(async () => {
  await service?.stop();
  bench?.remove();
});

/** A stack `dev` of a JavaScript program, which is pointed at the service. */
export async function stackOf(
  name: string,
  program: string | Readonly<Record<string, string>>,
  config: Parameters<typeof connect>[2] = {},
): Promise<Stack> {
  const files = typeof program === "string" ? javascript(program) : program;
  const stack = await bench.stack({ name, files, yaml: plainJavascript });
  await connect(stack, service, config);
  return stack;
}
