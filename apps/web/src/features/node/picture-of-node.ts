import type { Millis } from '@gcscope/gc-core/wire';
import type { ContainerOnNode, Fate, ImageOnNode, NodePicture, PodOnNode } from '@gcscope/picture';
import type { ContainerItem, ImageItem, Item, NodeView } from '../../worker/node-messages.ts';
import { type Standing, standingAt } from './standing.ts';

/** The node as a picture of it at a moment: what is gone by then is left out. */
export function pictureOfNode(view: NodeView, moment: Millis | undefined): NodePicture {
  const standingOf = standingAt(moment);
  const left = <T extends Item>(items: readonly T[]): { item: T; standing: Standing }[] =>
    items
      .map((item) => ({ item, standing: standingOf(item) }))
      .filter(({ standing }) => standing.state !== 'gone');
  const { disk, policy } = view;
  const now = moment ?? 0;
  const freed = view.runs
    .filter(({ at }) => moment !== undefined && at <= moment)
    .reduce((sum, { freedBytes }) => sum + freedBytes, 0);
  const others = [
    { items: view.sandboxes, words: ['sandbox', 'sandboxes'] },
    {
      items: view.logs.filter(({ type }) => type === 'log directory'),
      words: ['log folder', 'log folders'],
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
      const goes = found.filter(({ standing }) => standing.state === 'goes').length;
      return { words: [words[0], words[1]], goes, all: found.length };
    }),
    warnings: [
      ...view.warnings.map(({ text }) => text.replaceAll('`', '')),
      ...view.notSeen.map(({ what, instead }) => `Not seen: ${what}. ${instead}`),
    ],
  };
}

interface Placed {
  readonly pod: string;
  readonly name: string;
  readonly container: ContainerOnNode;
}

function fateOf({ state, decided }: Standing, now: Millis): Fate {
  const goes = state === 'goes';
  const later = goes && decided && decided.at > now ? { goesIn: decided.at - now } : {};
  return { goes, reason: decided?.reason ?? '', notes: decided?.notes ?? [], ...later };
}

function containerOf(
  { item, standing }: { readonly item: ContainerItem; readonly standing: Standing },
  now: Millis,
): Placed {
  const { id, pod, name, attempt, state, age } = item;
  const dated = age === undefined ? {} : { age: age + now };
  return { pod, name, container: { ...fateOf(standing, now), id, attempt, state, ...dated } };
}

function imageOf(
  { item, standing }: { readonly item: ImageItem; readonly standing: Standing },
  now: Millis,
): ImageOnNode {
  const { id, name, size, pinned, usedBy, lastUsed } = item;
  const unused = lastUsed === 'never' ? ('never used' as const) : lastUsed;
  return {
    ...fateOf(standing, now),
    id,
    name,
    size,
    pinned,
    inUse: usedBy.length > 0,
    ...(unused !== undefined && usedBy.length === 0 && { unusedFor: unused }),
  };
}

function podsOf({ pods }: NodeView, placed: readonly Placed[]): PodOnNode[] {
  const byPod = new Map<string, Map<string, ContainerOnNode[]>>();
  for (const { pod, name, container } of placed) {
    const units = byPod.get(pod) ?? new Map<string, ContainerOnNode[]>();
    if (units.size === 0) byPod.set(pod, units);
    const unit = units.get(name);
    if (unit) unit.push(container);
    else units.set(name, [container]);
  }
  return pods.flatMap(({ uid, name, namespace, state }): PodOnNode[] => {
    const units = byPod.get(uid);
    if (!units) return [];
    const own = [...units].map(([unit, containers]) => ({ name: unit, containers }));
    return [{ uid, name, namespace, state, units: own }];
  });
}
