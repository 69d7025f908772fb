import { type NanoTime, type NodeWarning, parseNanoTime } from '@gcscope/gc-core';
import type { NodeSpec } from './node-spec.ts';

/** What on a node is dangerous or odd, whatever it was read from. */
export function nodeWarnings(spec: NodeSpec, now: NanoTime): NodeWarning[] {
  return [
    ...emptyLogPaths(spec),
    ...lostAndFound(spec),
    ...unpinnedPause(spec),
    ...noLimit(spec),
    ...fromTheFuture(spec, now),
  ];
}

function emptyLogPaths({ containers = [] }: NodeSpec): NodeWarning[] {
  const ids = containers.filter(({ logPath }) => logPath === '').map(({ id }) => id);
  if (ids.length === 0) return [];
  const which = ids.length === 1 ? 'A container has' : `${ids.length} containers have`;
  return [
    {
      rule: 'C-12.3',
      text: `${which} no log path. Removing such a container, the kubelet deletes files, links and empty folders of its own working folder instead of a log; where that is /, the link /bin can go. Remove it through the runtime (crictl rm) before the kubelet does.`,
      ids,
    },
  ];
}

function lostAndFound({ logDirectories = [] }: NodeSpec): NodeWarning[] {
  return logDirectories.includes('lost+found')
    ? [
        {
          rule: 'L-1',
          text: 'The pod log directory is a file system of its own. The kubelet takes its lost+found for the directory of a pod that is gone and deletes it with all its files.',
          ids: ['lost+found'],
        },
      ]
    : [];
}

const PAUSE = /(?:^|\/)pause(?:-[a-z0-9]+)?[:@]/;

/** Since 1.29 nothing but the runtime's pin protects the image of the sandboxes (IM-1, IM-2). */
function unpinnedPause({ images = [], release }: NodeSpec): NodeWarning[] {
  if (release !== undefined && release !== 'v1.36') return [];
  const ids = images
    .filter(
      ({ pinned, repoTags = [] }) => pinned === false && repoTags.some((tag) => PAUSE.test(tag)),
    )
    .map(({ id }) => id);
  if (ids.length === 0) return [];
  return [
    {
      rule: 'IM-1',
      text: 'The image that seems to be the sandboxes’ own (pause) is not pinned by the runtime. Image collection may remove it, and no Pod starts until it is pulled again.',
      ids,
    },
  ];
}

function noLimit({ containerPolicy }: NodeSpec): NodeWarning[] {
  const { maxPerPodContainer = 1 } = containerPolicy ?? {};
  return maxPerPodContainer < 0
    ? [
        {
          rule: 'PD-2',
          text: 'No limit per container is not unlimited: when a container dies, the pod container deletor keeps one dead container of its name and removes the others, whatever their age. The plan tells of the loops only.',
          ids: [],
        },
      ]
    : [];
}

function fromTheFuture(
  { containers = [], sandboxes = [] }: NodeSpec,
  now: NanoTime,
): NodeWarning[] {
  const ids = [...containers, ...sandboxes]
    .filter(({ createdAt }) => (parseNanoTime(createdAt) ?? now) > now)
    .map(({ id }) => id);
  if (ids.length === 0) return [];
  return [
    {
      rule: 'C-7',
      text: `${ids.length} of the containers and sandboxes were created after the time of reading: a clock was set back, or theirs is another one. Until that time comes they count as too young, also without a minimum age.`,
      ids,
    },
  ];
}
