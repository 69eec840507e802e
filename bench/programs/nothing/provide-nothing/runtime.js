/** What a key has in state, as long as the real one's, and the same for each. */
const outputs = {
  __kept: { generatedName: true },
  accountId: "acct_0000000000000000",
  createdAt: "2026-01-01T00:00:00.000Z",
  lastUsedObservedAt: "2026-01-01T00:00:00.000Z",
  name: "key-0000-00000000-00000000",
  serviceUrl: "http://127.0.0.1:40100",
  updatedAt: "2026-01-01T00:00:00.000Z",
  value: "no_0000000000000000000000000000000000000000",
};

let made = 0;

const nothing = {
  async configure() {},
  /** @param {object} _olds @param {object} news */
  async check(_olds, news) {
    return { inputs: news, failures: [] };
  },
  async diff() {
    return { changes: false };
  },
  /** @param {Record<string, unknown>} inputs */
  async create(inputs) {
    made++;
    const { __resource, ...kept } = inputs;
    return { id: `key_${String(made).padStart(16, "0")}`, outs: { ...kept, ...outputs } };
  },
  /** @param {string} id @param {object} props */
  async read(id, props) {
    return { id, props };
  },
  async update() {
    return {};
  },
  async delete() {},
};

exports.provider = () => nothing;
