/** Pages that moved, by their path before 0.1.0 was published: bookmarks and older messages still lead somewhere. */
const redirects = {
  benchmarks: "reference/benchmarks",
  ci: "how-to/run-drift-in-ci",
  configuration: "reference/settings",
  contract: "explanation/assumptions",
  doctor: "reference/commands/doctor",
  drift: "explanation/drift",
  "drift-command": "reference/commands/drift",
  fidelity: "reference/fidelity",
  "key-leaked": "how-to/revoke-a-leaked-key",
  keys: "reference/commands/keys",
  options: "reference/resource-options",
  orphans: "reference/commands/orphans",
  policy: "reference/policy-rules",
  promises: "explanation/promises",
  reading: "how-to/look-up-keys",
  "resources/api-key": "reference/resources/api-key",
  "resources/apple-pay-domain-scopes": "reference/resources/apple-pay-domain-scopes",
  "resources/rotating-api-key": "reference/resources/rotating-api-key",
  "resources/webhook-endpoint": "reference/resources/webhook-endpoint",
  rotation: "how-to/rotate-keys",
  sandbox: "how-to/use-the-sandbox",
  troubleshooting: "how-to/troubleshoot",
  "tutorial-sandbox": "tutorials/webhook-outage",
};

/**
 * A page that sends its reader on, with the heading that was asked for.
 * @param {string} to path below the base
 * @param {string} base
 */
function redirectPage(to, base) {
  const target = `${base}${to}.html`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>This page has moved</title><link rel="canonical" href="${target}">
<script>location.replace(${JSON.stringify(target)} + location.hash)</script>
<meta http-equiv="refresh" content="0; url=${target}"></head>
<body><p>This page has moved to <a href="${target}">${target}</a>.</p></body>
</html>
`;
}

module.exports = { redirectPage, redirects };
