import { leaksOf, plantedIn } from "./secrets";
import type { Service } from "./service";
import type { Workbench } from "./workbench";

/** The last test of a file: what was done in it wrote no secret anywhere, and every request was complete. */
export function leavesNoSecret(world: () => { bench: Workbench; service: Service }): void {
  test("no key's value, credential or passphrase stands in any file or output of these runs", () => {
    const { bench, service } = world();
    expect(leaksOf(plantedIn({ bench, service }), { bench, service })).toEqual([]);
  });

  test("every request carried a key and an account", () => {
    expect(world().service.witness.incomplete).toEqual([]);
  });
}
