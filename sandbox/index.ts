export type { Move } from "./core/move";
export { DataFileError } from "./core/store";
export type { Transition } from "./core/transitions";
export type { Advance } from "./engine";
export { type OptionProblem, OptionsError, type SandboxOptions } from "./options";
export { createSandbox, ListenError, type Sandbox, type SandboxHooks } from "./sandbox";
