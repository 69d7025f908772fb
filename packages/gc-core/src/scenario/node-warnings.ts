import type { RunInput } from '../kubelet/kubelet-run.ts';
import type { NodeWarning } from './node-reading.ts';

/** Dangerous or odd facts about a node, from any source. */
export function nodeWarnings(input: RunInput): NodeWarning[] {
  const found = [
    emptyLogPaths(input),
    lostAndFound(input),
    unpinnedPause(input),
    noLimit(input),
    fromTheFuture(input),
  ];
  return found.filter((warning) => warning !== undefined);
}

function emptyLogPaths({ node }: RunInput): NodeWarning | undefined {
  const ids = node.containers.filter(({ logPath }) => logPath === '').map(({ id }) => id);
  if (ids.length === 0) return undefined;
  const which = ids.length === 1 ? 'A container has' : `${ids.length} containers have`;
  return {
    rule: 'C-12.3',
    text: `${which} no log path. When the kubelet removes such a container, it deletes files, links and empty directories of its own working directory instead of a log. If that directory is /, it can delete the link /bin. Remove the container with crictl rm before the kubelet does.`,
    ids,
  };
}

function lostAndFound({ node }: RunInput): NodeWarning | undefined {
  if (!node.logDirectories.includes('lost+found')) return undefined;
  return {
    rule: 'L-1',
    text: 'The pod log directory is a separate filesystem. The kubelet takes its lost+found for the log directory of a pod that is gone, and deletes it with all its files.',
    ids: ['lost+found'],
  };
}

const PAUSE = /(?:^|\/)pause(?:-[a-z0-9]+)?[:@]/;

/** Since 1.29 nothing but the runtime's pin protects the image of the sandboxes (IM-1, IM-2). */
function unpinnedPause({ node, kubelet }: RunInput): NodeWarning | undefined {
  const { honoursPins, protectsSandboxImage } = kubelet.release;
  if (!honoursPins || protectsSandboxImage) return undefined;
  const ids = node.images
    .filter(
      ({ pinned, repoTags = [] }) => pinned === false && repoTags.some((tag) => PAUSE.test(tag)),
    )
    .map(({ id }) => id);
  if (ids.length === 0) return undefined;
  return {
    rule: 'IM-1',
    text: 'The runtime does not pin the image that seems to be the sandbox image (pause). Image collection may remove it; then no Pod starts until the image is pulled again.',
    ids,
  };
}

function noLimit({ kubelet }: RunInput): NodeWarning | undefined {
  if (kubelet.containerPolicy.maxPerPodContainer >= 0) return undefined;
  return {
    rule: 'PD-2',
    text: '“No limit” per container does not keep everything: when a container dies, the kubelet’s pod container deletor keeps only the newest dead container of that name. The plan shows only the kubelet’s regular runs.',
    ids: [],
  };
}

function fromTheFuture({ node, now }: RunInput): NodeWarning | undefined {
  const ids = [...node.containers, ...node.sandboxes]
    .filter(({ createdAt }) => createdAt > now)
    .map(({ id }) => id);
  if (ids.length === 0) return undefined;
  return {
    rule: 'C-7',
    text: `${ids.length} of the containers and sandboxes were created after the time of reading: a clock was set back, or two clocks differ. Until its creation time, each counts as too young, even without a minimum age.`,
    ids,
  };
}
