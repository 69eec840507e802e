import { outgoingText } from "../provider/text/outgoing";
import { knownSecrets } from "../provider/text/secrets";

/** Every line that a command writes goes through here, see test/structure/sinks.test.ts. */

/** On standard output. False where the reader is slower: then wait for `drain`. */
export function print(text: string): boolean {
  return process.stdout.write(outgoingText(text));
}

/** On standard error. */
export function printError(text: string): void {
  process.stderr.write(outgoingText(text));
}

/** On standard output: lines that the runner of a CI is to obey. Who makes them escapes what others have named. */
export function printCommands(text: string): void {
  process.stdout.write(knownSecrets.redact(text));
}
