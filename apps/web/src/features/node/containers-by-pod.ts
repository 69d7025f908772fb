import { groupBy } from '@gcscope/gc-core/wire';
import type { PodView } from '../../worker/node-messages.ts';

/** A pod with its containers, grouped by container name. */
export interface PodOfContainers<T> {
  readonly pod: PodView;
  readonly units: readonly { readonly name: string; readonly containers: readonly T[] }[];
}

/** The pods that have containers, in their order. */
export function containersByPod<T extends { readonly pod: string; readonly name: string }>(
  pods: readonly PodView[],
  containers: readonly T[],
): PodOfContainers<T>[] {
  const byPod = groupBy(containers, ({ pod }) => pod);
  return pods.flatMap((pod) => {
    const units = groupBy(byPod.get(pod.uid) ?? [], ({ name }) => name);
    const named = Array.from(units, ([name, own]) => ({ name, containers: own }));
    return named.length === 0 ? [] : { pod, units: named };
  });
}
