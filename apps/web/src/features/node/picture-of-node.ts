import { groupBy, type Millis } from '@gcscope/gc-core/wire';
import { type NodePicture, nodePictureOf } from '@gcscope/picture';
import type { Item, NodeView } from '../../worker/node-messages.ts';
import { freedAt, leftOf, planAt } from './item-plan.ts';

/** The data of a picture of the node at a moment, without the items that are gone by then. */
export function pictureOfNode(view: NodeView, moment: Millis | undefined): NodePicture {
  const planOf = planAt(moment);
  const left = <T extends Item>(items: readonly T[]): T[] => leftOf(items, planOf);
  const now = START + nanos(moment ?? 0);
  const containers = left(view.containers);
  const byPod = groupBy(containers, ({ pod }) => pod);
  const images = left(view.images);
  const { disk } = view;
  const items = [...containers, ...images, ...left(view.sandboxes), ...left(view.logs)];
  return nodePictureOf({
    name: view.name,
    release: view.release,
    now,
    node: {
      pods: view.pods,
      // Containers come in the order of the pods.
      containers: view.pods
        .flatMap(({ uid }) => byPod.get(uid) ?? [])
        .map(({ age, ...container }) => ({
          ...container,
          createdAt: age === undefined ? 0n : START - nanos(age),
        })),
      images: images.map(({ name, usedBy, ...image }) => ({
        ...image,
        repoTags: [name],
        inUse: usedBy.length > 0,
      })),
      ...(disk && {
        imageFs: {
          capacityBytes: disk.capacityBytes,
          availableBytes: Math.min(disk.capacityBytes, disk.availableBytes + freedAt(view, moment)),
        },
      }),
    },
    decisions: items.map((item) => {
      const { at, ...decided } = planOf(item).decided ?? UNDECIDED;
      return { ...decided, type: item.type, id: item.id, at: START + nanos(at) };
    }),
    imageRecords: new Map(
      images.flatMap(({ id, lastUsed }) =>
        lastUsed === undefined
          ? []
          : [[id, { lastUsed: lastUsed === 'never' ? 0n : now - nanos(lastUsed) }]],
      ),
    ),
    thresholds: view.policy,
    warnings: [
      ...view.warnings.map(({ text }) => text.replaceAll('`', '')),
      ...view.notSeen.map(({ what, instead }) => `Unknown: ${what}. ${instead}`),
    ],
  });
}

/** The date at which the plan begins. A view has only ages and spans; no age reaches back to 0, which means no date. */
const START = 2n ** 64n;
const UNDECIDED = { at: 0, action: 'keep', reason: '', notes: [] } as const;

function nanos(span: Millis): bigint {
  return BigInt(Math.round(span)) * 1_000_000n;
}
