import { COLLECTOR_PROOFS } from './collector-proofs.ts';

/** How a rule was shown by a fault that Stryker does not make, or that says more about this rule alone. */
export interface HandProof {
  /** File of `src` and what was changed in it. */
  readonly broken: string;
  /** The test of the rule that then failed. */
  readonly failing: string;
}

/** Planted by hand on 2026-11-21 and 22, one at a time, and taken away again. */
export const HAND_PROOFS: ReadonlyMap<string, HandProof> = new Map([
  ...COLLECTOR_PROOFS,
  [
    'API-06',
    {
      broken: 'meta/releases.ts: v1.36 without `preconditionFollowsOwnUpdate`',
      failing:
        'apiserver/graceful-deletion: graceful deletion [API-06] follows its own update: in v1.36 a resourceVersion holds for the whole DELETE',
    },
  ],
  [
    'API-32',
    {
      broken: 'apiserver/deletion-strategies.ts: a Deployment has a grace period, too',
      failing:
        'apiserver/graceful-deletion: graceful deletion [API-32] is for Pods: what else names a node and a grace goes at once',
    },
  ],
  [
    'API-33',
    {
      broken:
        'apiserver/delete-request.ts: while a grace period runs the answer is that of an object that stays',
      failing:
        'apiserver/graceful-deletion: graceful deletion [API-33] while it runs a DELETE is a success of 200, also with orphanDependents: false',
    },
  ],
  [
    'API-34',
    {
      broken:
        'apiserver/delete-object.ts: what has no finalizer yet is removed, whatever it is to get',
      failing:
        'apiserver/delete-object: DELETE [API-34] updates first what only gets a finalizer now',
    },
  ],
  [
    'API-36',
    {
      broken:
        'apiserver/delete-object.ts: what loses its last finalizer is stored without it before it goes',
      failing:
        'apiserver/delete-object: DELETE [API-36] removes an object that only an unwanted collector finalizer held, without an update',
    },
  ],
  [
    'API-37',
    {
      broken: 'apiserver/delete-object.ts: with a grace period the finalizers stay as they were',
      failing:
        'apiserver/graceful-deletion: graceful deletion [API-37] stores the end, the grace, the next generation and the finalizers, in one update',
    },
  ],
  [
    'API-38',
    {
      broken: 'apiserver/delete-object.ts: what has no finalizers is marked before it goes',
      failing:
        'apiserver/delete-object: DELETE [API-38] removes what has no finalizers as it is, without an update',
    },
  ],
  [
    'API-39',
    {
      broken: 'apiserver/delete-request.ts: an update that changes nothing is stored',
      failing:
        'apiserver/delete-object: DELETE [API-39] writes nothing when repeated with the same policy, [API-22] swaps finalizers with another',
    },
  ],
  [
    'API-46',
    {
      broken: 'apiserver/delete-request.ts: what stays is answered with a Status',
      failing:
        'apiserver/delete-object: DELETE [API-46] that keeps answers with the object as it is stored now',
    },
  ],
  [
    'API-47',
    {
      broken: 'apiserver/delete-request.ts: always 200',
      failing:
        'apiserver/delete-object: DELETE [API-47] answers 202 for what stays with orphanDependents: false, and 200 for all else',
    },
  ],
  [
    'API-49',
    {
      broken: 'apiserver/api-server.ts: a 404 ends the DELETE of a collection',
      failing:
        'apiserver/delete-collection: DELETE of a collection [API-49] ignores what somebody else removed meanwhile',
    },
  ],
  [
    'API-62',
    {
      broken: 'apiserver/api-server.ts: an update that removes answers 202',
      failing:
        'apiserver/update-object: an update that removes [API-62] is answered with the updated object, 200',
    },
  ],
  [
    'API-70',
    {
      broken: 'apiserver/object-storage.ts: DELETED keeps the resourceVersion of the stored state',
      failing:
        'apiserver/object-storage: storage [API-70] delivers every event to every listener in order',
    },
  ],
  [
    'VA-05',
    {
      broken: 'apiserver/validate-object-meta.ts: an owner with the uid x is refused',
      failing:
        'apiserver/create-object: POST [VA-05] does not look at what owner references point to',
    },
  ],
  [
    'PA-03',
    {
      broken: 'apiserver/strategic-merge-patch.ts: to remove what is not there is an error',
      failing:
        'apiserver/patches: strategic merge patch [PA-03] a uid that is not there is no error',
    },
  ],
  [
    'GB-02',
    {
      broken: 'log/messages.ts: another text for an event',
      failing: 'log/log-lines: log lines [GB-02] of a change begin with the change: ADDED is add',
    },
  ],
  [
    'DM-03',
    {
      broken: 'log/log-line.ts: in JSON an identity has its kind, too',
      failing: 'log/log-lines: log lines as JSON [DM-03] name an identity without its kind',
    },
  ],
  [
    'IR-1',
    {
      broken: 'kubelet/plan-images.ts: the last use plays no part in the order',
      failing:
        'kubelet/whole-decisions: all that a run of images says [IR-1] last use comes first, first detection second; equal in both is a tie',
    },
  ],
  [
    'API-63',
    {
      broken:
        'apiserver/update-object.ts: without finalizers a Pod is removed although its grace runs',
      failing: 'scenario server/grace-period-of-a-pod',
    },
  ],
  [
    'MO-17',
    {
      broken:
        'simulation/monitors.ts: an update without a change of references, finalizers or deletion is not heard of',
      failing: 'scenario server/last-finalizer',
    },
  ],
]);
