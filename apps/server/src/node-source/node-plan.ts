import {
  createKubeletWorld,
  type Decision,
  eventText,
  formatNanoTime,
  type Nanos,
  type NodeReading,
  type NodeRun,
  type NodeState,
  planNode,
} from '@gcscope/gc-core';
import { type ItemType, podName } from '@gcscope/gc-core/wire';

/** The decision of one run on one item, with its name for people. */
export interface PlannedItem extends Pick<Decision, 'type' | 'id' | 'reason' | 'rule' | 'notes'> {
  /** `shop/web main#0` of a container, `shop/web#0` of a sandbox, the first name of an image. */
  readonly name: string;
}

/** One run of the kubelet to come. */
export interface PlannedRun {
  /** RFC 3339. */
  readonly at: string;
  readonly collect: NodeRun['collect'];
  /** In the order of removal, as far as there is one. */
  readonly removed: readonly PlannedItem[];
  readonly kept: readonly PlannedItem[];
  /** The sum of the reported sizes, as the kubelet counts (I-6); the disk may gain less. */
  readonly freedBytes: number;
  /** `<type> <reason> <message>` */
  readonly events: readonly string[];
  readonly error?: string;
}

/** The plan of a node's kubelet. */
export interface NodePlan {
  readonly reading: NodeReading;
  /** Up to when. */
  readonly until: string;
  readonly runs: readonly PlannedRun[];
}

/** The runs of the kubelet's loops until `horizon` after the reading, if nothing else happens on the node. */
export function planReading(reading: NodeReading, horizon: Nanos): NodePlan {
  const world = createKubeletWorld(reading.scenario);
  const nameOf = namesOf(world.node);
  const item = ({ type, id, reason, rule, notes }: Decision): PlannedItem => {
    return { type, id, name: nameOf(type, id), reason, rule, notes };
  };
  return {
    reading,
    until: formatNanoTime(world.now + horizon),
    runs: planNode(world, horizon).map(({ at, collect, result }) => ({
      at: formatNanoTime(at),
      collect,
      removed: result.removed.map(item),
      kept: result.decisions.filter(({ action }) => action === 'keep').map(item),
      freedBytes: result.freedBytes,
      events: result.events.map(eventText),
      ...(result.error === undefined ? {} : { error: result.error }),
    })),
  };
}

function namesOf({
  pods,
  containers,
  sandboxes,
  images,
}: NodeState): (type: ItemType, id: string) => string {
  const known = new Map(pods.map((pod) => [pod.uid, pod]));
  const podOf = (uid: string): string =>
    podName(known.get(uid) ?? { uid, name: '', namespace: '' });
  const names = new Map<string, string>();
  const key = (type: ItemType, id: string): string => `${type} ${id}`;
  for (const { id, pod, name, attempt } of containers) {
    names.set(key('container', id), `${podOf(pod)} ${name}#${attempt}`);
  }
  for (const { id, pod, attempt } of sandboxes) {
    names.set(key('sandbox', id), `${podOf(pod)}#${attempt}`);
  }
  for (const { id, repoTags: [tag = id] = [] } of images) names.set(key('image', id), tag);
  return (type, id) => names.get(key(type, id)) ?? id;
}
