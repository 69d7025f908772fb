import { joined } from '@gcscope/gc-core/wire';
import type { ApiClient } from '../cluster/answers/api-answer.ts';
import { discover } from '../cluster/monitors/discovery.ts';
import { ServedKinds } from '../live/served-kinds.ts';
import { usageError } from './exit-codes.ts';

/** The sentence about kinds of `--ignore`, as `group/resource`, that the cluster does not serve; `undefined` if it serves all. */
export function unknownIgnored(
  ignored: readonly string[],
  served: ServedKinds,
): string | undefined {
  const unknown = served.unserved(ignored);
  if (unknown.length === 0) return undefined;
  return `--ignore names ${joined(unknown)}, but the cluster serves no such resource; kubectl api-resources lists those that it serves.`;
}

/** Throws a usage error about a kind that is misspelt: its objects would not be left alone. */
export function requireServed(ignored: readonly string[], served: ServedKinds): void {
  const why = unknownIgnored(ignored, served);
  if (why !== undefined) throw usageError(why);
}

/** The same of a cluster that nothing has been read of. Says nothing if the cluster does not answer. */
export async function requireServedBy(
  client: ApiClient,
  ignored: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  if (ignored.length === 0) return;
  const found = await discover(client, signal);
  if (found.type === 'failed') return;
  const served = new ServedKinds();
  served.replace(found.resources);
  for (const { apiVersion } of found.failures) served.setDiscovered(apiVersion, false);
  requireServed(ignored, served);
}
