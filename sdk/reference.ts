/** Name of a resource class: the last part of its type token. */
export type ResourceClassName = "ApiKey" | "WebhookEndpoint" | "ApplePayDomainScopes";

/** The type token of a class. Frozen: it stands in users' state. */
export function typeToken<Name extends ResourceClassName>(className: Name): `pulumi-nodejs:dynamic/payments:${Name}` {
  return `pulumi-nodejs:dynamic/payments:${className}`;
}

/**
 * What stands in state in place of provider code: it loads the installed package, and says so where there is none. It
 * lives in users' state and can't be mended there, so it is dull, and never changes.
 */
export function referenceTo(className: ResourceClassName): string {
  return [
    "exports.handler = () => {",
    "  try {",
    `    return require("pulumi-payments/runtime").provider("${className}");`,
    "  } catch (error) {",
    `    if (error.code !== "MODULE_NOT_FOUND" || !/pulumi-payments/.test(String(error.message).split("\\n")[0])) throw error;`,
    `    const message = "the package pulumi-payments is not installed here. Install the program's dependencies (npm install, or your package manager's), then run this again.";`,
    `    throw { code: 2, message, details: message, stack: message, toString: () => "pulumi-payments" };`,
    "  }",
    "};",
  ].join("\n");
}
