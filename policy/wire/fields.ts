const lengthDelimited = 2;
/** Bytes of a value by wire type; one that has a length says it itself. */
const fixedBytes: Readonly<Record<number, number>> = { 1: 8, 5: 4 };

/** The fields of one protobuf message, one after another, so that only what is asked for is ever read. */
export class Fields {
  /** Number of the field at which the reader stands. */
  field = 0;
  #wireType = 0;
  #at = 0;
  readonly #bytes: Buffer;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Goes to the next field; false after the last. Its value has to be read, or skipped. */
  next(): boolean {
    if (this.#at >= this.#bytes.length) return false;
    const tag = this.varint();
    this.field = tag >>> 3;
    this.#wireType = tag & 7;
    return true;
  }

  varint(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new Error(tooShort);
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  bool(): boolean {
    return this.varint() !== 0;
  }

  double(): number {
    return this.#take(8).readDoubleLE();
  }

  text(): string {
    return this.#take(this.varint()).toString("utf8");
  }

  /** The message in this field, not read yet. */
  bytes(): Buffer {
    return this.#take(this.varint());
  }

  skip(): void {
    if (this.#wireType === 0) this.varint();
    else if (this.#wireType === lengthDelimited) this.bytes();
    else this.#take(fixedBytes[this.#wireType] ?? Number.POSITIVE_INFINITY);
  }

  #take(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new Error(tooShort);
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }
}

const tooShort = "the engine sent a message that ends before its last field does";
