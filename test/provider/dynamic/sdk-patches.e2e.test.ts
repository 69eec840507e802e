import { installedProject } from "../../../tools/packed.js";
import { type Properties, ProviderProcess } from "../../fault-suite/provider-process";
import { type SdkWire, sdkWire } from "../../fault-suite/sdk-wire";
import { sdksNewestByDay } from "../../supported-sdks";

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
  });
  beforeEach(async () => {
    host = await ProviderProcess.start(wire, installed, {});
  });
  afterEach(() => host.end());

  /** A provider whose `diff` has this body; `patch` is a function that loads one of our own modules. */
  const providerOf = (body: string): Properties => ({
    __provider: `
const { dirname, join } = require("node:path");
const ours = (name) => require(join(dirname(require.resolve("pulumi-payments/runtime", { paths: [process.cwd()] })), name));
exports.handler = () => ({ async diff(...given) { ${body} } });`,
  });
  const diff = (body: string) => host.diff(urn, "key_1", providerOf(body), providerOf(body), ["scopes"]);
  /** What the process wrote to its own output or the engine, once it has been written. */
  const toldBy = async (body: string): Promise<string> => {
    const mark = host.told.length;
    await diff(body).catch(() => undefined);
    await diff("console.log('the end'); return { changes: false };");
    for (let tries = 0; !host.toldSince(mark).includes("the end") && tries < 500; tries++)
      await new Promise((resolve) => setTimeout(resolve, 10));
    return host.toldSince(mark);
  };

  test("requests.ts: the SDK hands no urn and no ignoreChanges to a provider's methods, and our listening sees both", async () => {
    const told = await toldBy("console.log('given', JSON.stringify([given, this]));");
    expect(told).toMatch(/given \[\["key_1",/);
    expect(told).not.toContain(urn);
    expect(told).not.toContain("scopes");
    const seen = "console.log(JSON.stringify(ours('requests.js').requestFor('ApiKey', 'key_1')));";
    expect(await toldBy(seen)).toContain("undefined");
    await diff("ours('requests.js').watchRequests(); return { changes: false };");
    expect(await toldBy(seen)).toContain(JSON.stringify({ urn, ignoreChanges: ["scopes"] }));
  });

  test("failure-line.ts: the SDK prints a line of its own for what a method throws, and our filter leaves out ours alone", async () => {
    expect(await toldBy("throw { code: 2, details: 'a reason', stack: '', toString: () => 'printed' };")).toContain(
      "printed: ",
    );
    await diff("ours('failure-line.js').leaveOutFailureLines(); return { changes: false };");
    const thrown = "throw { code: 2, details: 'a reason', ...ours('failure-line.js').unprinted('ApiKey ci') };";
    expect(await toldBy(thrown)).not.toContain("ApiKey ci");
    expect(await toldBy("throw { code: 2, details: 'a reason', stack: '', toString: () => 'printed' };")).toContain(
      "printed: ",
    );
  });

  test("logger.ts: the SDK's own log does not reach the engine from a provider, and our logger does, with the urn", async () => {
    expect(await toldBy(`require("@pulumi/pulumi").log.warn("by the SDK");`)).not.toMatch(/^(urn:\S*)? .*by the SDK/m);
    expect(
      await toldBy(`await ours("logger.js").engineLogger(new Set())("${urn}", "label").warn("by our logger");`),
    ).toContain(`${urn} by our logger`);
  });
});
