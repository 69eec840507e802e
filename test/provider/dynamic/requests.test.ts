import { dirname, join } from "node:path";
import { requestFor, watchRequests } from "../../../provider/dynamic/requests";

const { DiffRequest, ReadRequest } = require(
  join(dirname(require.resolve("@pulumi/pulumi/package.json")), "proto", "provider_pb.js"),
);
watchRequests([DiffRequest, ReadRequest, undefined]);

const urn = "urn:pulumi:dev::shop::acme:index:Team$pulumi-nodejs:dynamic/payments:ApiKey::ci";

test("what the engine's request says is known once the SDK has asked it for the id, which stays as it was", () => {
  const request = new DiffRequest();
  request.setId("key_1");
  request.setUrn(urn);
  request.setIgnorechangesList(["name", "scopes[0]"]);
  expect(requestFor("ApiKey", "key_1")).toBeUndefined();
  expect(request.getId()).toBe("key_1");
  expect(requestFor("ApiKey", "key_1")).toEqual({ urn, ignoreChanges: ["name", "scopes[0]"] });
  expect(requestFor("ApplePayDomainScopes", "key_1")).toBeUndefined();
});

test("a request that knows no options tells the urn alone, and one without a urn tells nothing", () => {
  const read = new ReadRequest();
  read.setId("key_2");
  expect(read.getId()).toBe("key_2");
  expect(requestFor("ApiKey", "key_2")).toBeUndefined();
  read.setUrn(urn);
  read.getId();
  expect(requestFor("ApiKey", "key_2")).toEqual({ urn, ignoreChanges: [] });
});

test("an SDK that is made otherwise is left alone", () => {
  class Other {
    getName(): string {
      return "x";
    }
  }
  watchRequests([Other as never, { prototype: null } as never]);
  expect(Object.getOwnPropertyNames(Other.prototype)).toEqual(["constructor", "getName"]);
});
