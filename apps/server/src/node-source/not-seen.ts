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
      'the plan assumes that all have answered; right after its start, a kubelet treats no pod as gone',
  },
];

/** What a runtime knows nothing of. */
export const PODS_NOT_SEEN: NotSeen = {
  what: 'whether pods are deleted, evicted or finished',
  because: 'the runtime knows only containers and sandboxes; the kubelet knows the pods',
  instead:
    'the plan treats each pod with a sandbox or a container as existing, or as finished if none of its containers runs; the plan contains no removals that follow the deletion of a pod',
};
