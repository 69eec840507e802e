const { createReadStream, existsSync, statSync } = require("node:fs");
const { createServer } = require("node:http");
const { extname, join, normalize, sep } = require("node:path");

/** @type {Record<string, string>} */
const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".xml": "application/xml",
};

/**
 * Serves a built site to this machine, as static hosts do: a folder by its index.html, what is missing by 404.html.
 * @param {string} folder
 * @param {number} [port] default: any that is free
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
async function serveSite(folder, port = 0) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://127.0.0.1").pathname);
    const wanted = normalize(join(folder, path));
    const found = [wanted, `${wanted}.html`, join(wanted, "index.html")].find(
      (file) => file.startsWith(folder + sep) && existsSync(file) && statSync(file).isFile(),
    );
    const file = found ?? join(folder, "404.html");
    response.writeHead(found === undefined ? 404 : 200, {
      "content-type": types[extname(file)] ?? "application/octet-stream",
      "cache-control": "no-cache",
    });
    createReadStream(file).pipe(response);
  });
  await /** @type {Promise<void>} */ (
    new Promise((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", () => resolve()))
  );
  const { port: taken } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${taken}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

module.exports = { serveSite };
