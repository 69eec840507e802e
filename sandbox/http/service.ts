import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ServiceError } from "../core/errors";
import { withoutKeyValues } from "../core/ids";
import type { World } from "../core/world";
import { type Account, accountFor } from "../objects/accounts";
import { authenticate, type Caller, noteUse, setLastUsed } from "../objects/api-keys";
import { requireScope } from "../objects/scopes";
import { type Answer, errorAnswer, jsonAnswer, pause, sendAnswer } from "./answer";
import type { Fault } from "./faults";
import { type Call, matchesTemplate, type Operation, operationName } from "./operation";
import type { LoggedRequest } from "./request-log";
import { requestSchemas } from "./schemas";
import type { Tools } from "./tools";

/** What is known of a `/v1` request while it is served. */
interface Exchange {
  entry: LoggedRequest;
  fault: Fault | undefined;
  caller?: Readonly<Caller>;
  account?: Readonly<Account>;
  /** Whether the use of the caller's key is written down. */
  noted: boolean;
}

/** Serves the operations of `/v1`: log, faults, authentication, account, scope, checks, then the rule in one transaction. */
export class Service {
  private readonly exchanges = new WeakMap<FastifyRequest, Exchange>();

  constructor(
    private readonly world: World,
    private readonly tools: Tools,
    private readonly operations: readonly Operation[],
  ) {}

  register(app: FastifyInstance): void {
    for (const operation of this.operations) {
      app.route({
        method: operation.method,
        url: operation.path.replace(/\{(\w+)\}/g, ":$1"),
        onRequest: (request, reply, done) => {
          const goOn = (answered: boolean): void => {
            if (answered) return;
            this.admit(request, operation);
            done();
          };
          const exchange = this.open(request, operationName(operation));
          if (exchange.fault?.at !== "before") goOn(false);
          else this.strike(exchange, exchange.fault, reply).then(goOn).catch(done);
        },
        schema: requestSchemas(operation),
        preValidation: (request, _reply, done) => {
          // While a body was under way its key may have been deleted, or lost a scope.
          if (request.body !== undefined && !this.isStill(request)) this.admit(request, operation);
          done();
        },
        handler: async (request, reply) => {
          const result = this.perform(request, operation);
          await this.finish(request, reply, jsonAnswer(operation.status, result));
          return reply;
        },
      });
    }
  }

  /** Answers a request to `/v1` that no route takes: 405 where the path has other methods, else 404. */
  async refuseUnknown(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const path = request.url.split("?", 1)[0]!;
    const known = this.operations.filter((operation) => matchesTemplate(operation.path, path));
    const template = known[0]?.path;
    const allow = known.map(({ method }) => method).join(", ");
    const error = template
      ? new ServiceError("method_not_allowed", `${template} takes only ${allow}, not ${request.method}.`, undefined, {
          allow,
        })
      : new ServiceError("not_found", `The service has no ${withoutKeyValues(path).slice(0, 200)}.`, "path");
    await this.refuse(request, reply, error, template);
  }

  /** Answers a request to `/v1` that is no operation's with a refusal; it is logged, and faults strike it, like any other. */
  async refuse(request: FastifyRequest, reply: FastifyReply, error: ServiceError, template = "/v1/*"): Promise<void> {
    const exchange = this.open(request, `${request.method} ${template}`);
    if (exchange.fault?.at === "before" && (await this.strike(exchange, exchange.fault, reply))) return;
    await this.finish(request, reply, errorAnswer(error, request.id));
  }

  /** Sends the answer and closes the log entry; a fault meant for after the commit strikes here. */
  async finish(request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<void> {
    const exchange = this.exchanges.get(request);
    // What was refused, or taken back, was authenticated all the same.
    if (exchange?.caller && !exchange.noted) noteUse(this.world, exchange.caller.keyId);
    const fault = exchange?.fault?.at === "after" ? exchange.fault : undefined;
    const status = await sendAnswer(reply, answer, fault, this.tools.closing.signal);
    if (exchange) this.close(exchange, status);
  }

  /** Opens the log entry, and finds the fault that strikes the request. */
  private open(request: FastifyRequest, name: string): Exchange {
    const entry = this.tools.requests.begin(this.world.clock.now(), request.id, name, request.url);
    const fault = this.tools.faults.strike(name);
    const exchange: Exchange = { entry, fault, noted: false };
    this.exchanges.set(request, exchange);
    if (fault) entry.fault = `${fault.effect} ${fault.at}`;
    return exchange;
  }

  /** Lets a fault strike that is meant for before anything is done. Resolves with whether it answered. */
  private async strike(exchange: Exchange, fault: Fault, reply: FastifyReply): Promise<boolean> {
    if (fault.effect === "slow") {
      await pause(fault, this.tools.closing.signal);
      if (!this.tools.closing.signal.aborted) return false;
      reply.hijack();
      return true;
    }
    const cut = jsonAnswer(200, { cut_short: "by a fault, before anything was done" });
    this.close(exchange, await sendAnswer(reply, cut, fault, this.tools.closing.signal));
    return true;
  }

  /** @throws ServiceError where the request is not entitled to the operation. */
  private admit(request: FastifyRequest, operation: Operation): void {
    const exchange = this.exchanges.get(request)!;
    const value = header(request, "payments-api-key");
    if (!value)
      throw new ServiceError("missing_api_key", "Send an API key in the header payments-api-key.", "payments-api-key");
    const caller = authenticate(this.world, value);
    exchange.caller = caller;
    exchange.entry.key_id = caller.keyId;
    const accountId = header(request, "payments-account");
    if (!accountId)
      throw new ServiceError(
        "missing_parameter",
        "Send the id of the account to act on behalf of in the header payments-account.",
        "payments-account",
      );
    const account = accountFor(this.world, caller.accountId, accountId, operation.account);
    exchange.account = account;
    exchange.entry.account_id = account.id;
    if (caller.type === "secret") requireScope(caller.scopes, operation.scope, operationName(operation));
    else if (operation.keys !== "any") {
      throw new ServiceError(
        "key_type_not_allowed",
        `${operationName(operation)} needs a secret key; this one is publishable.`,
        "payments-api-key",
      );
    }
  }

  private perform(request: FastifyRequest, operation: Operation): unknown {
    const exchange = this.exchanges.get(request)!;
    const { params, query, body } = request;
    const call = { world: this.world, caller: exchange.caller!, account: exchange.account!, params, query, body };
    const result =
      operation.method === "GET" ? this.read(exchange, operation, call) : this.write(exchange, operation, call);
    if (result instanceof ServiceError) throw result;
    // Parsing the answer drops whatever its schema does not name, so that no inner field can slip out.
    return operation.response?.parse(result);
  }

  /** Whether the key of a request is what it was when the request was admitted. */
  private isStill(request: FastifyRequest): boolean {
    const { caller } = this.exchanges.get(request)!;
    return authenticate(this.world, header(request, "payments-api-key")!) === caller;
  }

  /** Nothing else happens while one call reads, so it needs no transaction. */
  private read(exchange: Exchange, operation: Operation, call: Call<unknown, unknown, unknown>): unknown {
    noteUse(this.world, call.caller.keyId);
    exchange.noted = true;
    return operation.handle(call);
  }

  private write(exchange: Exchange, operation: Operation, call: Call<unknown, unknown, unknown>): unknown {
    const result = this.world.store.transaction(() => {
      setLastUsed(this.world, call.caller.keyId, this.world.clock.now());
      return operation.handle(call);
    });
    exchange.noted = true;
    return result;
  }

  private close({ entry }: Exchange, status: number | null): void {
    entry.status = status;
    const parts = [
      entry.at,
      entry.request_id,
      entry.operation,
      status ?? "no answer",
      entry.key_id ?? "-",
      entry.account_id ?? "-",
    ];
    this.tools.log(parts.join(" ") + (entry.fault ? ` fault: ${entry.fault}` : ""));
  }
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(", ") : value?.trim();
}
