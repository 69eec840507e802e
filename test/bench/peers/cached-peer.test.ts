import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { NotMeasured } from "../../../bench/not-measured";
import { cachedPeer, type PeerBuild } from "../../../bench/peers/cached-peer";
import { takeovers } from "../../takeovers";

const { XDG_CACHE_HOME } = process.env;
let cache: string;
beforeEach(() => {
  cache = mkdtempSync(join(realpathSync(tmpdir()), "cached-peer-"));
  process.env.XDG_CACHE_HOME = cache;
  jest.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterEach(() => {
  jest.restoreAllMocks();
  if (XDG_CACHE_HOME === undefined) delete process.env.XDG_CACHE_HOME;
  else process.env.XDG_CACHE_HOME = XDG_CACHE_HOME;
  rmSync(cache, { recursive: true, force: true });
});

const peer = (build: PeerBuild["build"], facts: readonly string[] = []): PeerBuild => ({
  name: "some-peer",
  pins: "node",
  facts,
  estimateMs: 1,
  build,
});

test("a peer is built once, and anew when what it depends on changes", async () => {
  let built = 0;
  const build: PeerBuild["build"] = async (folder) => {
    writeFileSync(join(folder, "made"), String(++built));
    return undefined;
  };
  const first = await cachedPeer(peer(build));
  expect(await cachedPeer(peer(build))).toBe(first);
  expect(readFileSync(join(first, "made"), "utf8")).toBe("1");
  expect(await cachedPeer(peer(build, ["another Node"]))).not.toBe(first);
  expect(built).toBe(2);
});

test("one that cannot be built is not measured, says why in a cell of a table, and leaves nothing behind", async () => {
  const failing = cachedPeer(peer(async () => "go build | ended with code 1:\n  no network"));
  await expect(failing).rejects.toThrow(NotMeasured);
  await expect(failing).rejects.toThrow(
    "some-peer could not be built here: go build / ended with code 1 (log: .cache/logs/peer-some-peer.log)",
  );
  expect(readdirSync(join(cache, "pulumi-payments", "peers"))).toEqual([]);
});

test.each(takeovers)("nothing is built into a cache that %s, and nothing is taken from it", async (_, takeOver) => {
  const built: string[] = [];
  const build: PeerBuild["build"] = async (folder) => void built.push(folder);
  const target = await cachedPeer(peer(build));
  takeOver(dirname(target));
  await expect(cachedPeer(peer(build))).rejects.toThrow(cache);
  await expect(cachedPeer(peer(build, ["another Node"]))).rejects.toThrow(cache);
  expect(built).toHaveLength(1);
});

test.each(takeovers)("a peer whose folder %s is not taken", async (_, takeOver) => {
  const build: PeerBuild["build"] = async () => undefined;
  takeOver(await cachedPeer(peer(build)));
  await expect(cachedPeer(peer(build))).rejects.toThrow(cache);
});
