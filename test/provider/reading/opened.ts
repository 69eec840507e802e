import { openReader, type Reader } from "../../../provider/reading/reader";
import { type TestEdges, testDependencies } from "../api/support";
import type { World } from "../lifecycle/world";

export interface Opened {
  reader: Reader;
  edges: TestEdges;
  /** What a reading came to, with the failure in one place: its code and its message. */
  read(name: Parameters<Reader["read"]>[0], args: object, freshness?: "recent" | "now"): Promise<Read>;
}

export interface Read {
  // biome-ignore lint/suspicious/noExplicitAny: results are read as a program without types would.
  result: any;
  code: string | undefined;
  serviceCode: string | undefined;
  message: string;
}

/** The reader of one run of a program: a process of its own, with its own snapshot. */
export function opened(world: Pick<World, "config" | "environment">, edges = testDependencies()): Opened {
  const { config, environment } = world;
  const sources = { configured: (key: string) => config[key], configuredKeys: Object.keys(config), environment };
  const reader = openReader(sources, edges);
  return {
    reader,
    edges,
    async read(name, args, freshness = "recent") {
      const outcome = await reader.read(name, { ...args }, freshness);
      if ("result" in outcome) return { result: outcome.result, code: undefined, serviceCode: undefined, message: "" };
      const { code, message, serviceCode } = outcome.failure;
      return { result: undefined, code, serviceCode, message };
    },
  };
}
