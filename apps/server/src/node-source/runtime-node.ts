import { formatNanoTime, podStateFromOutside } from '@gcscope/gc-core';
import type { NodeSpec } from './node-spec.ts';
import type {
  RuntimeContainer,
  RuntimeContainerStatus,
  RuntimeImage,
  RuntimeSandbox,
} from './runtime-lists.ts';

/** The lists of a runtime; a list that was not read is absent. */
export interface RuntimeLists {
  readonly containers: readonly RuntimeContainer[];
  readonly sandboxes: readonly RuntimeSandbox[];
  readonly images: readonly RuntimeImage[];
  /** By container id, as far as they were read. */
  readonly statuses: ReadonlyMap<string, RuntimeContainerStatus>;
}

/** The lists as a scenario holds them. Of several entries with one id the first counts; of images all, as for a kubelet (I-3). */
export function nodeOfRuntime(lists: RuntimeLists): NodeSpec {
  const containers = firstOfEach(lists.containers);
  const sandboxes = firstOfEach(lists.sandboxes);
  return {
    pods: podsOf(containers, sandboxes),
    containers: containers.map((container) => {
      const { id, pod, name, attempt, createdAt, state, sandbox, image, imageName } = container;
      const status = lists.statuses.get(id);
      return {
        id,
        pod,
        name,
        attempt,
        createdAt: formatNanoTime(createdAt),
        state,
        ...(sandbox === '' ? {} : { sandbox }),
        ...(image === undefined ? {} : { image }),
        ...(imageName === undefined ? {} : { imageName }),
        ...(status ? { logPath: status.logPath } : {}),
        ...(status && status.volumeImages.length > 0 ? { volumeImages: status.volumeImages } : {}),
      };
    }),
    sandboxes: sandboxes.map(({ id, pod, attempt, createdAt, state }) => {
      return { id, pod, attempt, createdAt: formatNanoTime(createdAt), state };
    }),
    images: lists.images.map(({ id, size, pinned, repoTags }) => ({ id, size, pinned, repoTags })),
  };
}

/**
 * The pods that the runtime knows something of. Whether they are deleted it does not know; one of which nothing runs and no
 * sandbox is ready has ended.
 */
function podsOf(
  containers: readonly RuntimeContainer[],
  sandboxes: readonly RuntimeSandbox[],
): NonNullable<NodeSpec['pods']> {
  const atWork = new Set<string>();
  for (const { pod, state } of containers) if (state === 'RUNNING') atWork.add(pod);
  for (const { pod, state } of sandboxes) if (state === 'READY') atWork.add(pod);
  const pods = new Map<string, { uid: string; name: string; namespace: string }>();
  for (const { pod: uid, podName: name, podNamespace: namespace } of [
    ...sandboxes,
    ...containers,
  ]) {
    // Without a uid no kubelet made it, so none knows its pod (PP-3).
    if (uid !== '' && !pods.has(uid)) pods.set(uid, { uid, name, namespace });
  }
  return [...pods.values()].map((pod) => {
    const hasRunningContainer = atWork.has(pod.uid);
    const phase = hasRunningContainer ? 'Running' : 'Succeeded';
    const { state } = podStateFromOutside({ phase, deletionRequested: false, hasRunningContainer });
    return { ...pod, state };
  });
}

function firstOfEach<T extends { readonly id: string }>(items: readonly T[]): T[] {
  const seen = new Map<string, T>();
  for (const item of items) if (!seen.has(item.id)) seen.set(item.id, item);
  return [...seen.values()];
}
