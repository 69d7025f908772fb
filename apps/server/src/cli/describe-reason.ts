import type { DecisionNote, ReasonCode } from '@gcscope/gc-core';

/** Why something goes or stays, for people. */
export const REASONS: Readonly<Record<ReasonCode, string>> = {
  running: 'it runs',
  'too-young': 'younger than the minimum age',
  'within-limits': 'within the limits',
  'sources-not-ready': 'not all pod sources have answered',
  'sandbox-active': 'it is ready or contains a container',
  'newest-sandbox': 'the newest of its pod',
  'pod-exists': 'its pod still exists',
  'link-intact': 'its target exists',
  'container-not-exited': 'its container has not exited',
  'no-log-suffix': 'it is not a link to a log',
  'image-in-use': 'a container uses it',
  pinned: 'the runtime pins it',
  'sandbox-image': 'the kubelet protects the sandbox image',
  'image-too-young': 'seen for less than the minimum age',
  'used-recently': 'it was in use when the run started',
  'below-threshold': 'disk usage is below the high threshold',
  'target-reached': 'other images free enough space first',
  'collection-off': 'image collection is off',
  'run-ended': 'the run ends before it reaches it',
  'removal-failed': 'its removal failed',
  'pod-gone': 'its pod is gone',
  'pod-terminated-under-pressure': 'its pod has finished, and the disk is under pressure',
  'over-unit-limit': 'over the limit of dead containers of its pod and name',
  'over-fair-share': 'over its equal share of the node’s limit',
  'over-node-limit': 'over the node’s limit of dead containers',
  'superseded-sandbox': 'its pod has a newer one',
  'superseded-container': 'its pod has newer ones of its name',
  'dangling-link': 'its target is gone',
  'unused-too-long': 'unused for longer than the maximum age',
  space: 'unused, and the kubelet frees space',
  'pressure-reclaim': 'unused, and the disk is under pressure',
};

/** What else is to be said of it. */
export const NOTES: Readonly<Record<DecisionNote, string>> = {
  'stop-first': 'the kubelet stops it first',
  tie: 'another one of the same age may go instead',
  'order-unknown': 'the order is not defined',
  'empty-log-path': 'it has no log path: the kubelet deletes files of its own working directory',
  'lost-and-found': 'it belongs to the file system, not to a pod',
};
