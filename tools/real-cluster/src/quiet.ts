import { randomUUID } from 'node:crypto';
import { type AuditEvent, WRITES } from './audit-log.ts';
import { createObject } from './objects.ts';
import type { RealCluster } from './real-cluster.ts';
import { waitFor } from './wait-for.ts';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

/** How long nothing may be written, and how long to wait for that. Milliseconds. */
export interface QuietOptions {
  readonly silence?: number;
  readonly within?: number;
  /** A user whose writes do not count, as they come again and again without effect. */
  readonly ignored?: string;
}

/**
 * Resolves when the collector is at rest: no write was sent for a while, failed ones included
 * since they come back, and then a canary passed through its graph and its delete queue with still
 * no other write. Neither alone is proof. Rejects with the latest write if that does not happen in
 * time, as with a dependent of an unserved kind, which is retried for ever.
 */
export async function quiet(cluster: RealCluster, options: QuietOptions = {}): Promise<void> {
  const { silence = 3500, within = 120_000, ignored } = options;
  const counts = (event: AuditEvent): boolean => isWrite(event) && event.user.username !== ignored;
  const started = performance.now();
  for (;;) {
    const left = within - (performance.now() - started);
    const byte = await silent(cluster, counts, silence, left);
    const canary = await collectCanary(cluster);
    const { events } = await cluster.auditEventsSince(byte);
    if (!events.some((event) => counts(event) && event.objectRef?.name !== canary)) return;
  }
}

/** Waits for the silence; the byte where the audit log ended then. */
async function silent(
  cluster: RealCluster,
  counts: (event: AuditEvent) => boolean,
  silence: number,
  within: number,
): Promise<number> {
  let byte = 0;
  let since = performance.now();
  let latest = 'none';
  const look = async (): Promise<true | undefined> => {
    const { events, end } = await cluster.auditEventsSince(byte);
    const write = events.findLast(counts);
    if (write !== undefined) {
      since = performance.now();
      latest = `${write.verb} ${write.requestURI} by ${write.user.username}`;
    }
    byte = end;
    return performance.now() - since >= silence ? true : undefined;
  };
  try {
    await waitFor(`${silence / 1000} s without a write`, look, { within });
  } catch (error) {
    throw new Error(`${String(error)} The latest write: ${latest}.`);
  }
  return byte;
}

/** A ConfigMap whose only owner never existed is garbage from its first day. */
async function collectCanary(cluster: RealCluster): Promise<string> {
  const name = `canary-${randomUUID()}`;
  const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'never-existed', uid: randomUUID() };
  await createObject(cluster, CONFIG_MAPS, { metadata: { name, ownerReferences: [owner] } });
  return waitFor('the canary to be collected', async () => {
    const { code } = await cluster.request('GET', `${CONFIG_MAPS}/${name}`);
    return code === 404 ? name : undefined;
  });
}

function isWrite(event: AuditEvent): boolean {
  return event.stage === 'ResponseComplete' && WRITES.includes(event.verb);
}
