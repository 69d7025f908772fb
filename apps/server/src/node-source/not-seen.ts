import type { NotSeen } from '@gcscope/gc-core';
import { counted } from '@gcscope/gc-core/wire';

/** Facts that no source has: only the kubelet's memory holds them. */
export const ONLY_IN_MEMORY: readonly NotSeen[] = [
  {
    what: 'first detection and last use of images',
    because: 'Only the kubelet’s memory has them (I-2).',
    instead:
      'The plan assumes that the kubelet saw them now for the first time, and never in use. So unused images have no order, and their minimum age counts from now.',
  },
  {
    what: 'whether all pod sources have answered',
    because: 'Only the kubelet knows.',
    instead:
      'The plan assumes that all have answered. Right after its start, a kubelet treats no pod as gone.',
  },
];

/** Facts that a runtime does not know. */
export const PODS_NOT_SEEN: NotSeen = {
  what: 'whether pods are deleted, evicted or finished',
  because: 'The runtime knows only containers and sandboxes; the kubelet knows the pods.',
  instead:
    'The plan assumes that each pod with a sandbox or a container exists, and that a pod without a running container is finished. It lacks the removals that follow the deletion of a pod.',
};

/** Names the facts that only the status of a container tells, for containers without a status. */
export function statusesNotSeen(count: number, because: string): NotSeen {
  return {
    what: `log path and volume images of ${counted(count, 'container')}`,
    because,
    instead:
      'The plan does not check for empty log paths. An image that only these containers mount counts as unused.',
  };
}
