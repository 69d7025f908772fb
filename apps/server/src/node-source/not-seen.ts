import type { NotSeen } from '@gcscope/gc-core';

/** What no source can tell: only the kubelet's memory has it. */
export const ONLY_IN_MEMORY: readonly NotSeen[] = [
  {
    what: 'first detection and last use of images',
    because: 'only the kubelet’s memory has them (I-2)',
    instead:
      'the plan assumes that the kubelet first saw them now and never in use: unused images have no order, and their minimum age counts from now',
  },
  {
    what: 'whether all pod sources have answered',
    because: 'only the kubelet knows',
    instead:
      'the plan assumes so; right after its start, a kubelet removes nothing on the ground that a pod is gone',
  },
];

/** What a runtime knows nothing of. */
export const PODS_NOT_SEEN: NotSeen = {
  what: 'whether pods are deleted, evicted or finished',
  because: 'the runtime knows only containers and sandboxes; the kubelet knows the pods',
  instead:
    'pods with a sandbox or a container count as existing, or as finished if nothing of them runs; the plan contains nothing that goes because its pod was deleted',
};
