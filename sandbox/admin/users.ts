import { z } from "zod";
import { listMail } from "../objects/notices";
import { changeUserSchema, createUser, updateUser, userSchema } from "../objects/users";
import { adminRoute } from "./route";

/** Users of the seed's partner, and the notices that they got. */
export const userRoutes = [
  adminRoute({
    method: "POST",
    path: "/users",
    summary: "makes a user of the partner, who gets notices by mail",
    status: 201,
    body: userSchema,
    handle: ({ world, seed }, { body }) => createUser(world, seed.partnerAccountId, body),
  }),
  adminRoute({
    method: "PATCH",
    path: "/users/{id}",
    summary: "changes a user",
    params: z.object({ id: z.string() }),
    body: changeUserSchema,
    handle: ({ world }, { params: { id }, body }) => updateUser(world, id, body),
  }),
  adminRoute({
    method: "GET",
    path: "/mail",
    summary: "the notices that were sent",
    handle: ({ world }) => listMail(world),
  }),
];
