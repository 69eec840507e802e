import { execFile, spawnSync } from "node:child_process";

/** Stands in where a machine has no curl: does with fetch what the words of a printed line ask for. */
const curlByFetch = `
  const words = process.argv.slice(1);
  const options = { method: "GET", headers: {} };
  let url;
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === "-s") continue;
    else if (word === "-X") options.method = words.shift();
    else if (word === "-d") options.body = words.shift();
    else if (word === "-H") {
      const header = words.shift();
      const [, name, value] = /^([^:]+): (.*)$/.exec(header === "@-" ? fs.readFileSync(0, "utf8") : header);
      options.headers[name] = value;
    } else if (url === undefined && word.startsWith("http")) url = word;
    else throw new Error("curl: " + word);
  }
  fetch(url, options).then((response) => response.text()).then((text) => process.stdout.write(text));`;

const hasCurl = spawnSync("curl", ["--version"]).status === 0;

/** Runs a line as somebody would who copied it into a POSIX shell; answers what it printed. */
export function runInShell(line: string): Promise<string> {
  const curl = hasCurl ? "" : `curl() { "$NODE" -e "$CURL" -- "$@"; }\n`;
  const env = { ...process.env, NODE: process.execPath, CURL: curlByFetch };
  return new Promise((resolve, reject) => {
    execFile("sh", ["-c", `${curl}${line}`], { env }, (error, stdout) => {
      if (error) reject(error);
      else resolve(stdout);
    });
  });
}
