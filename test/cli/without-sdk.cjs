/** Hides the Pulumi SDK and the sandbox, as where their packages were left out of an installation. */
const Module = require("node:module");

/** @type {{ _resolveFilename(request: string, ...rest: unknown[]): string }} */
const internals = /** @type {never} */ (Module);
const { _resolveFilename } = internals;

internals._resolveFilename = (request, ...rest) => {
  if (!/^(?:@pulumi\/pulumi|pulumi-payments-sandbox)(?:\/|$)/.test(request)) return _resolveFilename(request, ...rest);
  const error = new Error(`Cannot find module '${request}'\nRequire stack:\n- here.js`);
  throw Object.assign(error, { code: "MODULE_NOT_FOUND" });
};
