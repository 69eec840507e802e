import { z } from "zod";
import { Schemas } from "../../../sandbox/openapi/schemas";

const card = z.object({ last4: z.string() }).meta({ id: "TestCard", description: "A card" });

test("a schema with an id stands once among the components, and is referred to wherever it is used", () => {
  const schemas = new Schemas();
  expect(schemas.of(z.object({ card, other: z.array(card) }), "read")).toMatchObject({
    properties: {
      card: { $ref: "#/components/schemas/TestCard" },
      other: { items: { $ref: "#/components/schemas/TestCard" } },
    },
  });
  expect(schemas.of(card, "read")).toEqual({ $ref: "#/components/schemas/TestCard" });
  expect(schemas.components).toMatchObject({
    TestCard: { type: "object", required: ["last4"], description: "A card" },
  });
});

test("two different schemas of one id are refused", () => {
  const schemas = new Schemas();
  schemas.of(card, "read");
  const other = z.object({ last4: z.int() }).meta({ id: "TestCard" });
  expect(() => schemas.of(z.object({ other }), "read")).toThrow('"TestCard"');
});

test("what is sent and what it is read as are told apart", () => {
  const schemas = new Schemas();
  const field = z.string().transform(Number).pipe(z.int().min(1)).default(1);
  expect(schemas.of(z.object({ field }), "sent")).toMatchObject({ properties: { field: { type: "string" } } });
  expect(schemas.of(z.object({ field }), "read")).toMatchObject({
    properties: { field: { type: "integer", minimum: 1 } },
    required: ["field"],
  });
});

test("a format is not said a second time as a pattern", () => {
  expect(new Schemas().of(z.iso.datetime(), "read")).toEqual({ type: "string", format: "date-time" });
});
