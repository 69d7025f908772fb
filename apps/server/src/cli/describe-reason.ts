import type { DecisionNote, ReasonCode } from '@gcscope/gc-core';

/** Why something goes or stays, for people. */
export const REASONS: Readonly<Record<ReasonCode, string>> = {
  running: 'it runs',
  'too-young': 'younger than the minimum age',
  'within-limits': 'within the limits',
  'sources-not-ready': 'not all sources of pods have delivered',
  'sandbox-active': 'ready, or a container is in it',
  'newest-sandbox': 'the newest of its pod',
  'pod-exists': 'its pod is still there',
  'link-intact': 'it leads to a log',
  'container-not-exited': 'its container has not exited',
  'no-log-suffix': 'it is no link to a log',
  'image-in-use': 'a container uses it',
  pinned: 'the runtime pins it',
  'sandbox-image': 'the kubelet protects the image of its sandboxes',
  'image-too-young': 'seen for less than the minimum age',
  'used-recently': 'used not long enough ago',
  'below-threshold': 'the disk is filled less than the high threshold',
  'target-reached': 'enough is freed without it',
  'collection-off': 'the collection of images is off',
  'run-ended': 'the run ends before it',
  'removal-failed': 'its removal failed',
  'pod-gone': 'its pod is gone',
  'pod-terminated-under-pressure': 'its pod has ended, and the disk is under pressure',
  'over-unit-limit': 'over the limit of dead containers of its pod and name',
  'over-fair-share': 'over its equal share of the node’s limit',
  'over-node-limit': 'over the node’s limit of dead containers',
  'superseded-sandbox': 'its pod has a newer one',
  'superseded-container': 'its pod has newer ones of its name',
  'dangling-link': 'it leads nowhere',
  'unused-too-long': 'unused for longer than the maximum age',
  space: 'unused, and space is to be freed',
  'pressure-reclaim': 'unused, and the disk is under pressure',
};

/** What else is to be said of it. */
export const NOTES: Readonly<Record<DecisionNote, string>> = {
  'stop-first': 'stopped before',
  tie: 'another of the same age may go or stay in its place',
  'order-unknown': 'in no certain order',
  'empty-log-path': 'without log path: files of the kubelet’s working folder are deleted',
  'lost-and-found': 'it is the file system’s own, not a pod’s',
};
