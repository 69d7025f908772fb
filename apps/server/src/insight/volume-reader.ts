import type { Forecast, StorageLine, Uid } from '@gcscope/gc-core/wire';
import type { ApiClient } from '../cluster/answers/api-answer.ts';
import { fieldsOf, textOf } from '../cluster/answers/decode-meta.ts';
import { shapeOf } from '../cluster/answers/json-pruner.ts';

/** The spec of a PersistentVolume, as far as it is read. */
interface VolumeSpec {
  readonly reclaimPolicy: string;
  /** The uid of the claim that it is bound to; empty without one. */
  readonly claim: Uid;
}

/** Reads what a PersistentVolume says beside its metadata; `undefined` when it cannot be read. */
export type VolumeReader = (name: string) => Promise<VolumeSpec | undefined>;

/** A forecast of more would be late; the reclaim policy of the others is not said. */
const MOST_READ = 50;
const TIME_LIMIT = 5000;
const SHAPE = shapeOf([], {
  spec: shapeOf(['persistentVolumeReclaimPolicy'], { claimRef: shapeOf(['uid']) }),
});

/** One GET per volume of a forecast: nothing but metadata is watched. */
export function volumeReader(client: ApiClient): VolumeReader {
  return async (name) => {
    const answer = await client.getJson(`/api/v1/persistentvolumes/${encodeURIComponent(name)}`, {
      accept: 'application/json',
      shape: SHAPE,
      signal: AbortSignal.timeout(TIME_LIMIT),
    });
    const spec = answer.type === 'ok' ? fieldsOf(fieldsOf(answer.body)?.spec) : undefined;
    return (
      spec && {
        reclaimPolicy: textOf(spec.persistentVolumeReclaimPolicy),
        claim: textOf(fieldsOf(spec.claimRef)?.uid),
      }
    );
  };
}

/**
 * The forecast with the reclaim policies of its volumes. A volume that is not bound to the claim is left out, although its name suggests
 * that it is.
 */
export async function withReclaimPolicies(
  forecast: Forecast,
  read: VolumeReader,
): Promise<Forecast> {
  const lines = forecast.policies.flatMap(({ storage }) => storage);
  const names = new Set(lines.flatMap(({ volume }) => volume?.name ?? []));
  const asked = [...names].slice(0, MOST_READ);
  const specs = new Map(
    await Promise.all(asked.map(async (name) => [name, await read(name)] as const)),
  );
  const withPolicy = (line: StorageLine): StorageLine => {
    const spec = line.volume && specs.get(line.volume.name);
    if (!spec) return line;
    if (spec.claim === line.object.uid) return { ...line, reclaimPolicy: spec.reclaimPolicy };
    const { volume: _, ...alone } = line;
    return alone;
  };
  const policies = forecast.policies.map((each) => ({
    ...each,
    storage: each.storage.map(withPolicy),
  }));
  return { ...forecast, policies };
}
