/** The reader of `google-protobuf`, as far as it is used here. */
interface Reader {
  nextField(): boolean;
  getFieldNumber(): number;
  readString(): string;
  readBool(): boolean;
  readMessage(into: object, read: (into: object, reader: Reader) => void): void;
  skipField(): void;
}
export type ReaderClass = new (bytes: Uint8Array) => Reader;
