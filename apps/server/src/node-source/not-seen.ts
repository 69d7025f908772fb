import type { NotSeen } from '@gcscope/gc-core';

/** What no source can tell: it lives in the kubelet's memory alone. */
export const ONLY_IN_MEMORY: readonly NotSeen[] = [
  {
    what: 'first detection and last use of images',
    because: 'only the memory of the kubelet holds them (I-2)',
    instead:
      'taken as first seen now and never used: images that nothing uses are one group without an order, and their minimum age counts from now',
  },
  {
    what: 'whether all sources of pods have delivered',
    because: 'only the kubelet knows',
    instead: 'taken as yes; right after a kubelet’s start nothing goes because its pod is gone',
  },
];

/** What a runtime knows nothing of. */
export const PODS_NOT_SEEN: NotSeen = {
  what: 'whether pods are deleted, evicted or finished',
  because: 'the runtime knows containers and sandboxes; only the kubelet knows the pods',
  instead:
    'pods with a sandbox or a container are taken as still there, as ended when nothing of them runs; what goes because its pod was deleted is not in the plan',
};
