import { AnalyzeRequest } from "@pulumi/pulumi/proto/analyzer_pb.js";
import { BinaryReader } from "google-protobuf";
import { type Asked, askedLater } from "../../../policy/wire/asked.js";
import type { ReaderClass } from "../../../policy/wire/reader.js";

const deserialized: Uint8Array[] = [];
const call = askedLater(
  {
    requestDeserialize: (bytes) => {
      deserialized.push(bytes);
      return AnalyzeRequest.deserializeBinary(bytes);
    },
  },
  BinaryReader as unknown as ReaderClass,
) as { requestDeserialize(bytes: Uint8Array): Asked };

test("a question tells its type without being read, and is read once", () => {
  const request = new AnalyzeRequest().setType("aws:s3/bucket:Bucket").setName("logs");
  const asked = call.requestDeserialize(request.serializeBinary());
  expect(asked.type).toBe("aws:s3/bucket:Bucket");
  expect(deserialized).toEqual([]);
  expect(asked.message().getName()).toBe("logs");
  expect(asked.message()).toBe(asked.message());
  expect(deserialized).toHaveLength(1);
});

test("the type is found wherever it stands among the fields, and is empty where it is left out", () => {
  const [name, type] = [new AnalyzeRequest().setName("logs"), new AnalyzeRequest().setType("a:b:C")].map((request) =>
    Buffer.from(request.serializeBinary()),
  ) as [Buffer, Buffer];
  expect(call.requestDeserialize(Buffer.concat([name, type])).type).toBe("a:b:C");
  expect(call.requestDeserialize(name).type).toBe("");
});
