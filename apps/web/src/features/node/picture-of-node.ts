import type { Millis } from '@gcscope/gc-core/wire';
import type {
  ContainerOnNode,
  ImageOnNode,
  NodePicture,
  PlannedItem,
  PodOnNode,
} from '@gcscope/picture';
import type { ContainerItem, ImageItem, Item, NodeView } from '../../worker/node-messages.ts';
import { containersByPod } from './containers-by-pod.ts';
import { type ItemPlan, planAt } from './item-plan.ts';

/** The data of a picture of the node at a moment, without the items that are gone by then. */
export function pictureOfNode(view: NodeView, moment: Millis | undefined): NodePicture {
  const planOf = planAt(moment);
  const left = <T extends Item>(items: readonly T[]): { item: T; plan: ItemPlan }[] =>
    items.map((item) => ({ item, plan: planOf(item) })).filter(({ plan }) => plan.state !== 'gone');
  const { disk, policy } = view;
  const now = moment ?? 0;
  const freed = view.runs
    .filter(({ at }) => moment !== undefined && at <= moment)
    .reduce((sum, { freedBytes }) => sum + freedBytes, 0);
  const others = [
    { items: view.sandboxes, words: ['sandbox', 'sandboxes'] },
    {
      items: view.logs.filter(({ type }) => type === 'log directory'),
      words: ['log directory', 'log directories'],
    },
    {
      items: view.logs.filter(({ type }) => type === 'log link'),
      words: ['log link', 'log links'],
    },
  ] as const;
  return {
    name: view.name,
    release: view.release,
    pods: podsOf(
      view,
      left(view.containers).map((each) => containerOf(each, now)),
    ),
    images: left(view.images).map((each) => imageOf(each, now)),
    ...(disk && {
      disk: {
        capacityBytes: disk.capacityBytes,
        availableBytes: Math.min(disk.capacityBytes, disk.availableBytes + freed),
        highThresholdPercent: policy.highThresholdPercent,
        lowThresholdPercent: policy.lowThresholdPercent,
      },
    }),
    others: others.map(({ items, words }) => {
      const found = left<Item>(items);
      const goes = found.filter(({ plan }) => plan.state === 'goes').length;
      return { words: [words[0], words[1]], goes, all: found.length };
    }),
    warnings: [
      ...view.warnings.map(({ text }) => text.replaceAll('`', '')),
      ...view.notSeen.map(({ what, instead }) => `Unknown: ${what}. ${instead}`),
    ],
  };
}

interface Placed {
  readonly pod: string;
  readonly name: string;
  readonly container: ContainerOnNode;
}

function plannedItem({ state, decided }: ItemPlan, now: Millis): PlannedItem {
  const goes = state === 'goes';
  const later = goes && decided && decided.at > now ? { goesIn: decided.at - now } : {};
  return { goes, reason: decided?.reason ?? '', notes: decided?.notes ?? [], ...later };
}

function containerOf(
  { item, plan }: { readonly item: ContainerItem; readonly plan: ItemPlan },
  now: Millis,
): Placed {
  const { id, pod, name, attempt, state, age } = item;
  const dated = age === undefined ? {} : { age: age + now };
  return { pod, name, container: { ...plannedItem(plan, now), id, attempt, state, ...dated } };
}

function imageOf(
  { item, plan }: { readonly item: ImageItem; readonly plan: ItemPlan },
  now: Millis,
): ImageOnNode {
  const { id, name, size, pinned, usedBy, lastUsed } = item;
  const unused = lastUsed === 'never' ? ('never used' as const) : lastUsed;
  return {
    ...plannedItem(plan, now),
    id,
    name,
    size,
    pinned,
    inUse: usedBy.length > 0,
    ...(unused !== undefined && usedBy.length === 0 && { unusedFor: unused }),
  };
}

function podsOf({ pods }: NodeView, placed: readonly Placed[]): PodOnNode[] {
  return containersByPod(pods, placed).map(({ pod: { uid, name, namespace, state }, units }) => ({
    uid,
    name,
    namespace,
    state,
    units: units.map((unit) => ({
      name: unit.name,
      containers: unit.containers.map(({ container }) => container),
    })),
  }));
}
