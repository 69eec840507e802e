import { createKeyQueues } from "./key-queue";
import { openPaymentService } from "./payment-service";
import type { ConnectionSettings, Dependencies, PaymentService } from "./service";

/** The services of one run: each is opened once for each credential and way to talk to it, so that all who ask share its snapshots. */
export function createServices(dependencies: Partial<Dependencies>): (settings: ConnectionSettings) => PaymentService {
  const services = new Map<string, PaymentService>();
  // Each credential reads for itself, so that one that is refused shows; their writes on one key wait for each other.
  const queues = createKeyQueues();
  return (settings) => {
    const key = JSON.stringify(settings);
    const service = services.get(key) ?? openPaymentService(settings, dependencies, queues);
    services.set(key, service);
    return service;
  };
}
