import type { Properties } from "../../provider/lifecycle/inputs";
import { installedProject } from "../../tools/packed.js";
import { ProviderProcess } from "../fault-suite/provider-process";
import { type SdkWire, sdkWire } from "../fault-suite/sdk-wire";
import { sdksNewestByDay } from "../supported-sdks";

/**
 * Each patch of the SDK is shown to be needed: a plain provider, without our package, in the real dynamic-provider process of each
 * supported SDK. A test that fails names the file that can go once every supported SDK has what it works around.
 */

const urn = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/payments:ApiKey::ci";

describe.each(sdksNewestByDay)("with $sdk", ({ sdk, ...installation }) => {
  let installed: string;
  let wire: SdkWire;
  let host: ProviderProcess;
  beforeAll(async () => {
    installed = await installedProject(installation);
    wire = sdkWire(installed);
    if (installation.pulumi !== undefined) expect(wire.version).toBe(installation.pulumi);
    expect(wire.provider.startsWith(installed)).toBe(true);
  });
  beforeEach(async () => {
    host = await ProviderProcess.start(wire, installed, {});
  });
  afterEach(() => host.end());

  /** A provider whose `diff` has this body; `ours` loads one of our own modules. */
  const providerOf = (body: string): Properties => ({
    __provider: `
const { dirname, join } = require("node:path");
const ours = (name) => require(join(dirname(require.resolve("pulumi-payments/runtime", { paths: [process.cwd()] })), name));
exports.handler = () => ({ async diff(...given) { ${body} } });`,
  });
  const diff = (body: string) => host.diff(urn, "key_1", providerOf(body), providerOf(body), ["scopes"]);
  const linesSince = (mark: number): string => host.lines.slice(mark).join("\n");
  /** What the process wrote to its own output or the engine, once it has been written. */
  const writtenBy = async (body: string): Promise<string> => {
    const mark = host.lines.length;
    await diff(body).catch(() => undefined);
    await diff("console.log('the end'); return { changes: false };");
    for (let tries = 0; !linesSince(mark).includes("the end") && tries < 500; tries++)
      await new Promise((resolve) => setTimeout(resolve, 10));
    return linesSince(mark);
  };

  test("requests.ts: the SDK hands no urn and no ignoreChanges to a provider's methods, and our listening sees both", async () => {
    const written = await writtenBy("console.log('given', JSON.stringify([given, this]));");
    expect(written).toMatch(/given \[\["key_1",/);
    expect(written).not.toContain(urn);
    expect(written).not.toContain("scopes");
    const seen = "console.log(JSON.stringify(ours('requests.js').requestFor('ApiKey', 'key_1')));";
    expect(await writtenBy(seen)).toContain("undefined");
    await diff("ours('requests.js').watchRequests(); return { changes: false };");
    expect(await writtenBy(seen)).toContain(JSON.stringify({ urn, ignoreChanges: ["scopes"] }));
  });

  test("failure-line.ts: the SDK prints a line of its own for what a method throws, and our filter leaves out ours alone", async () => {
    expect(await writtenBy("throw { code: 2, details: 'a reason', stack: '', toString: () => 'printed' };")).toContain(
      "printed: ",
    );
    await diff("ours('failure-line.js').leaveOutFailureLines(); return { changes: false };");
    const thrown = "throw { code: 2, details: 'a reason', ...ours('failure-line.js').unprinted('ApiKey ci') };";
    expect(await writtenBy(thrown)).not.toContain("ApiKey ci");
    expect(await writtenBy("throw { code: 2, details: 'a reason', stack: '', toString: () => 'printed' };")).toContain(
      "printed: ",
    );
  });

  test("logger.ts: the SDK's own log does not reach the engine from a provider, and our logger does, with the urn", async () => {
    expect(await writtenBy(`require("@pulumi/pulumi").log.warn("by the SDK");`)).not.toMatch(
      /^(urn:\S*)? .*by the SDK/m,
    );
    expect(
      await writtenBy(`await ours("logger.js").engineLogger(new Set())("${urn}", "label").warn("by our logger");`),
    ).toContain(`${urn} by our logger`);
  });
});
