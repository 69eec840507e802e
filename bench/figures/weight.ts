import { join } from "node:path";
import { manifest } from "../../tools/set-up/places.js";
import type { Bench, Figure } from "../figure";
import { type InstalledWeight, weigh } from "../installed-weight";

const megabytes = (bytes: number): number => Number((bytes / 1e6).toFixed(2));

const weightOf = (
  bench: Bench,
  { short, name, given }: { short: string; name: string; given: () => Record<string, string> },
): Promise<InstalledWeight> =>
  bench.once(`weight of ${name}`, () => weigh(name, join(bench.folder, `weight-${short}`), given()));

const provider = {
  short: "provider",
  name: "pulumi-payments",
  given: () => ({ "@pulumi/pulumi": manifest().devDependencies["@pulumi/pulumi"] }),
  where: "to a project that has @pulumi/pulumi",
  more: ", without the plugin in one file",
};

/** What a project pays on disk, where it is `given` these dependencies already. */
function figuresOf(
  {
    short,
    name,
    given,
    where,
    more = "",
  }: { short: string; name: string; given: () => Record<string, string>; where: string; more?: string },
  limits: { packages?: number; megabytes?: number; files?: number },
): readonly Figure[] {
  const weight = (bench: Bench): Promise<InstalledWeight> => weightOf(bench, { short, name, given });
  const limit = (atMost: number | undefined) => (atMost === undefined ? {} : { limit: { atMost } });
  const common = { fixed: true, estimateMs: 20_000 } as const;
  return [
    {
      ...common,
      name: `${short}-packages`,
      about: `Packages that \`npm install ${name}\` adds ${where}, itself among them`,
      unit: "packages",
      ...limit(limits.packages),
      async measure(bench) {
        const { packages, addedBytes } = await weight(bench);
        return { value: packages, from: `node_modules grows by ${megabytes(addedBytes)} MB in all` };
      },
    },
    {
      ...common,
      name: `${short}-size`,
      about: `Size of \`${name}\` itself, unpacked${more}`,
      unit: "MB",
      ...limit(limits.megabytes),
      async measure(bench) {
        return { value: megabytes((await weight(bench)).bytes), from: "the sum of its files" };
      },
    },
    {
      ...common,
      name: `${short}-files`,
      about: `Files of \`${name}\` itself`,
      unit: "files",
      ...limit(limits.files),
      async measure(bench) {
        const { files } = await weight(bench);
        const ending = (end: string): number => files.filter((file) => file.endsWith(end)).length;
        return {
          value: files.length,
          from: `${ending(".js")} scripts, ${ending(".d.ts")} declarations, ${ending(".md")} pages`,
        };
      },
    },
  ];
}

/** What an installation of each package costs. */
export const figures: readonly Figure[] = [
  ...figuresOf(provider, { packages: 12, megabytes: 3, files: 699 }),
  {
    name: "provider-plugin-size",
    about: "Size of the provider plugin in one file, which `pulumi-payments` brings",
    unit: "MB",
    limit: { atMost: 5 },
    fixed: true,
    estimateMs: 1_000,
    async measure(bench) {
      return {
        value: megabytes((await weightOf(bench, provider)).pluginBytes),
        from: "with gRPC, Pulumi's messages, undici and zod",
      };
    },
  },
  ...figuresOf(
    { short: "sandbox", name: "pulumi-payments-sandbox", given: () => ({}), where: "to an empty project" },
    { megabytes: 1, files: 250 },
  ),
];
