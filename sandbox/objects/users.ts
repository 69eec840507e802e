import { z } from "zod";
import { ServiceError } from "../core/errors";
import type { World } from "../core/world";

export const userSchema = z.strictObject({
  email: z.email().max(320).meta({ description: "Where notices go" }),
  role: z.enum(["owner", "admin", "member"]).meta({ description: "Notices go to owners and admins" }),
  technical_emails: z
    .boolean()
    .default(true)
    .meta({ description: "Preference of the notification settings; false opts out of notices" }),
});

export const changeUserSchema = userSchema.extend({ technical_emails: z.boolean() }).partial();

/** A user of a partner: Events, endpoint health changes. */
export type User = z.output<typeof userSchema> & { id: string };

interface UserRow {
  id: string;
  email: string;
  role: User["role"];
  technical_emails: number;
}

const columns = "id, email, role, technical_emails";

export function createUser(world: World, partnerId: string, user: z.output<typeof userSchema>): User {
  const id = world.ids.next("usr");
  world.store.run(
    "INSERT INTO users (id, account_id, email, role, technical_emails) VALUES (?, ?, ?, ?, ?)",
    id,
    partnerId,
    user.email,
    user.role,
    Number(user.technical_emails),
  );
  return { id, ...user };
}

/**
 * Omitted fields stay unchanged.
 * @throws ServiceError `not_found`
 */
export function updateUser(world: World, id: string, change: z.output<typeof changeUserSchema>): User {
  const row = world.store.get<UserRow>(`SELECT ${columns} FROM users WHERE id = ?`, id);
  if (!row) throw new ServiceError("not_found", `No user "${id}".`, "id");
  const user = present(row);
  const changed: User = {
    ...user,
    email: change.email ?? user.email,
    role: change.role ?? user.role,
    technical_emails: change.technical_emails ?? user.technical_emails,
  };
  world.store.run(
    "UPDATE users SET email = ?, role = ?, technical_emails = ? WHERE id = ?",
    changed.email,
    changed.role,
    Number(changed.technical_emails),
    id,
  );
  return changed;
}

/** The owners and admins of a partner who did not opt out of technical e-mails, in the order they were made. */
export function noticeRecipients(world: World, partnerId: string): User[] {
  return world.store
    .all<UserRow>(
      `SELECT ${columns} FROM users WHERE account_id = ? AND role IN ('owner', 'admin') AND technical_emails = 1 ORDER BY seq`,
      partnerId,
    )
    .map(present);
}

function present({ id, email, role, technical_emails }: UserRow): User {
  return { id, email, role, technical_emails: technical_emails === 1 };
}
