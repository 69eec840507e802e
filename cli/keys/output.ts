import { once } from "node:events";
import { exitCodes } from "../exit-codes";
import { print } from "../terminal";

/** Whoever reads only the first lines, as head does, has what it wanted; the rest is not read. */
export function endWithReader(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(exitCodes.undetermined.code);
  });
}

/** Waits where the reader is slower than the service. */
export async function write(text: string): Promise<void> {
  if (text !== "" && !print(text)) await once(process.stdout, "drain");
}
