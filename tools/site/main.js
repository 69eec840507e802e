const { reportFailure } = require("../set-up/failure.js");
const { root } = require("../set-up/places.js");
const { buildSite, leftOut } = require("./build.js");
const { serveSite } = require("./serve.js");

const PORT = 4173;
const HELP = `npm run site               builds the site of the documentation into .cache/site
npm run site -- --versions builds the pages of released versions too, from the tags of this clone
npm run site -- --serve    serves what it built to this machine until Ctrl-C

SITE_URL    address that the site is published at, for its sitemap
SITE_BASE   path that it is published at, such as /pulumi-payments/; default: /`;

/** @param {string[]} args */
async function main(args) {
  if (args.some((word) => !["--serve", "--versions"].includes(word))) {
    console.log(HELP);
    return args.includes("--help") ? 0 : 2;
  }
  const folder = await buildSite(args.includes("--versions") ? { tagsOf: root } : {});
  for (const line of leftOut()) console.error(line);
  console.log(`The site is in ${folder}.`);
  if (!args.includes("--serve")) return 0;
  const { url } = await serveSite(folder, PORT);
  console.log(`It is served at ${url} until Ctrl-C.`);
  return new Promise((resolve) => process.once("SIGINT", () => resolve(0)).once("SIGTERM", () => resolve(0)));
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => process.exit(reportFailure(error)),
);
