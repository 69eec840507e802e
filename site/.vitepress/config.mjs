import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { diagramHtml } from "./diagrams.mjs";
import { pointer, sidebarOf } from "./pages.mjs";

/** @param {string} name */
const ours = (name) => fileURLToPath(import.meta.resolve(name));
const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
/** The build says which pages these are: the checkout's, or those of a released version, and which others there are. */
const { SITE_SOURCE: pagesRoot = root, SITE_MENU = "[]", SITE_SHOWN = '{"label":"","path":""}' } = process.env;
const docs = join(pagesRoot, "docs");
/** @type {{ label: string, path: string }[]} */
const versions = JSON.parse(SITE_MENU);
/** @type {{ label: string, path: string }} */
const shown = JSON.parse(SITE_SHOWN);
const { description, repository } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
/** Address of the repository without a slash at its end. Without the setting no link leads there. */
const source = repository?.url?.replace(/^git\+/, "").replace(/\.git$/, "");
/** Where the site is published, as the workflow or the caller says it. Without it there is no sitemap. */
const { SITE_URL: address, SITE_BASE = "/" } = process.env;
const base = `${SITE_BASE.replace(/\/$/, "")}/${shown.path}`;
/** Of an older version nothing is edited, and search engines are to show the newest pages. */
const isNewest = shown.path === "";
const ref = isNewest ? "main" : shown.label;

/** A version in the menu. Each is a build of its own, so its link is followed by the browser and not within the pages of this one. */
const menuEntry = ({ label, path }) => ({
  text: path === shown.path ? `${label} (this version)` : label,
  // The theme puts the base of this build before it.
  link: `${isNewest ? "" : "/.."}/${path}`,
  target: "_self",
  noIcon: true,
});
const changelog = source === undefined ? [] : [{ text: "Changelog", link: `${source}/blob/main/CHANGELOG.md` }];

export default defineConfig({
  title: "pulumi-payments",
  description,
  lang: "en-US",
  base,
  srcDir: docs,
  head: isNewest ? [] : [["meta", { name: "robots", content: "noindex" }]],
  // Some only say where a page is now; the build puts redirects there.
  srcExclude: [
    ...readdirSync(docs).filter((name) => name.endsWith(".md") && pointer.test(readFileSync(join(docs, name), "utf8"))),
    // Made for another site, in the language of its templates.
    "registry/**",
  ],
  cleanUrls: false,
  lastUpdated: false,
  rewrites: Object.fromEntries(
    ["", "decisions/", "reference/commands/"].map((folder) => [`${folder}README.md`, `${folder}index.md`]),
  ),
  ...(address === undefined || !isNewest ? {} : { sitemap: { hostname: address } }),
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    // The anchors that the pages have where they are read as files.
    anchor: {
      slugify: (heading) =>
        heading
          .toLowerCase()
          .replace(/[^\p{L}\p{N}\- _]/gu, "")
          .replaceAll(" ", "-"),
    },
    config(md) {
      // Indented code scrolls and is copied as fenced code is.
      md.renderer.rules.code_block = (tokens, index, ...rest) => {
        Object.assign(tokens[index], { info: "sh" });
        return md.renderer.rules.fence(tokens, index, ...rest);
      };
      const { fence } = md.renderer.rules;
      md.renderer.rules.fence = (tokens, index, ...rest) =>
        tokens[index].info === "mermaid" ? diagramHtml(tokens[index].content) : fence(tokens, index, ...rest);
      const plain =
        md.renderer.rules.link_open ??
        ((tokens, index, options, _env, self) => self.renderToken(tokens, index, options));
      md.renderer.rules.link_open = (tokens, index, options, env, self) => {
        const token = tokens[index];
        const href = token.attrGet("href") ?? "";
        const target = outsideOfDocs(href, env.relativePath ?? "");
        if (target === undefined) {
          token.attrSet("href", href.replace(/(^|\/)README\.md(?=#|$)/, "$1index.md"));
          return plain(tokens, index, options, env, self);
        }
        if (source === undefined) {
          // Nothing on the site to lead to: the words stay, and the file that they name.
          token.tag = "span";
          token.attrs = [["title", `In the repository: ${target}`]];
          closing(tokens, index).tag = "span";
          return self.renderToken(tokens, index, options);
        }
        token.attrSet("href", `${source}/blob/${ref}/${target}`);
        return self.renderToken(tokens, index, options);
      };
    },
  },
  // The pages are outside of the folder that has Vue.
  vite: {
    resolve: {
      alias: [
        { find: /^vue\/server-renderer$/, replacement: ours("vue/server-renderer") },
        { find: /^vue$/, replacement: ours("vue/dist/vue.runtime.esm-bundler.js") },
      ],
    },
    plugins: [{ name: "pictures-by-theme", enforce: "pre", transform: picturesByTheme }],
  },
  transformPageData(page) {
    // Front matter would be shown as a table where the pages are read as files.
    if (page.relativePath === "index.md") Object.assign(page.frontmatter, home);
    // Their tables need the width, and their outline has few lines.
    if (/^reference\/(settings|functions|resources\/)/.test(page.relativePath))
      Object.assign(page.frontmatter, { aside: false, pageClass: "wide-tables" });
  },
  transformHtml: (html) => html.replace('class="VPContent is-home"', 'class="VPContent is-home" role="main"'),
  themeConfig: {
    siteTitle: `pulumi-payments ${shown.label}`,
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      { text: "Tutorials", link: "/tutorials/first-key" },
      { text: "How-to", link: "/how-to/rotate-keys" },
      { text: "Reference", link: "/reference/resources/api-key" },
      { text: "Explanation", link: "/explanation/drift" },
      { text: shown.label, items: [...versions.map(menuEntry), ...changelog] },
    ],
    sidebar: sidebarOf(readFileSync(join(docs, "README.md"), "utf8")),
    ...(source === undefined
      ? {}
      : {
          ...(isNewest ? { editLink: { pattern: `${source}/edit/main/docs/:path`, text: "Edit this page" } } : {}),
          socialLinks: [{ icon: "github", link: source }],
        }),
  },
});

const home = {
  layout: "home",
  hero: {
    name: "pulumi-payments",
    text: "API keys as code, never lost",
    tagline:
      "API keys, webhook endpoints and Apple Pay scopes as Pulumi resources, with live drift in a plain pulumi preview.",
    image: {
      light: "/pictures/preview-light.svg",
      dark: "/pictures/preview-dark.svg",
      alt: "pulumi preview reports a scope that somebody added to a key",
    },
    actions: [
      { theme: "brand", text: "Your first key", link: "/tutorials/first-key" },
      { theme: "alt", text: "How a preview sees drift", link: "/explanation/drift" },
    ],
  },
  features: [
    {
      title: "Drift without a refresh",
      details: "A plain preview reads the live keys and names each field that differs.",
    },
    { title: "Rotation without a gap", details: "The old key stays until nobody uses it." },
    { title: "A sandbox on your machine", details: "The whole payment service, without an account." },
  ],
};

/**
 * The file of the repository that a link of a page leads to, if it is not one of the pages.
 * @param {string} href
 * @param {string} page relative to docs
 */
function outsideOfDocs(href, page) {
  if (/^(?:[a-z]+:|#|\/)/.test(href)) return undefined;
  const [path = "", anchor] = href.split("#");
  const file = resolve(docs, dirname(page), path);
  if (!relative(docs, file).startsWith("..")) return undefined;
  return `${relative(pagesRoot, file)}${anchor === undefined ? "" : `#${anchor}`}`;
}

/**
 * Files choose between a light and a dark picture by the reader's system; the site has a switch of its own.
 * @param {string} code
 * @param {string} id
 */
function picturesByTheme(code, id) {
  if (!id.endsWith(".md")) return undefined;
  return code.replace(
    /<picture><source [^>]*srcset="([^"]+)"><img src="([^"]+)" alt="([^"]+)"([^>]*)><\/picture>/g,
    '<span class="wide-picture" tabindex="0" role="group" aria-label="$3"><img class="light-only" src="$2" alt="$3"$4><img class="dark-only" src="$1" alt="$3"$4></span>',
  );
}

/** The token that closes the link which opens at an index. */
function closing(tokens, index) {
  let depth = 0;
  for (let at = index; at < tokens.length; at++) {
    if (tokens[at].type === "link_open") depth++;
    if (tokens[at].type === "link_close" && --depth === 0) return tokens[at];
  }
  throw new Error("A link is not closed.");
}
