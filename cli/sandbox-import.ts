import type * as Package from "pulumi-payments-sandbox";
import { loadSandboxPackage } from "./sandbox-package";

// What was imported from here before the sandbox became a package of its own. Each name is written out: an import of an ECMAScript module
// sees no others.
const sandbox = loadSandboxPackage("");

/** @deprecated Import it from "pulumi-payments-sandbox". */
export const createSandbox: typeof Package.createSandbox = sandbox.createSandbox;
/** @deprecated Import it from "pulumi-payments-sandbox". */
export const DataFileError: typeof Package.DataFileError = sandbox.DataFileError;
/** @deprecated Import it from "pulumi-payments-sandbox". */
export const ListenError: typeof Package.ListenError = sandbox.ListenError;
/** @deprecated Import it from "pulumi-payments-sandbox". */
export const OptionsError: typeof Package.OptionsError = sandbox.OptionsError;

/** @deprecated Import it from "pulumi-payments-sandbox". */
export type Advance = Package.Advance;
/** @deprecated Import it from "pulumi-payments-sandbox". */
export type Move = Package.Move;
/** @deprecated Import it from "pulumi-payments-sandbox". */
export type OptionProblem = Package.OptionProblem;
/** @deprecated Import it from "pulumi-payments-sandbox". */
export type SandboxHooks = Package.SandboxHooks;
/** @deprecated Import it from "pulumi-payments-sandbox". */
export type SandboxOptions = Package.SandboxOptions;
/** @deprecated Import it from "pulumi-payments-sandbox". */
export type Transition = Package.Transition;
/** @deprecated Import it from "pulumi-payments-sandbox". */
export type Sandbox = Package.Sandbox;
/** @deprecated Import it from "pulumi-payments-sandbox". */
export type DataFileError = Package.DataFileError;
/** @deprecated Import it from "pulumi-payments-sandbox". */
export type ListenError = Package.ListenError;
/** @deprecated Import it from "pulumi-payments-sandbox". */
export type OptionsError = Package.OptionsError;
