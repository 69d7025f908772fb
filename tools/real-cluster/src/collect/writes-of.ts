import { type AuditEvent, WRITES } from '../audit-log.ts';
import type { RealCluster } from '../real-cluster.ts';

/** The writes of a user in a namespace that were answered, oldest answer first. */
export async function writesOf(
  cluster: RealCluster,
  user: string,
  namespace: string,
): Promise<AuditEvent[]> {
  const events = await cluster.auditEvents();
  return events.filter(({ verb, objectRef, user: { username } }) => {
    return WRITES.includes(verb) && username === user && objectRef?.namespace === namespace;
  });
}
