/** How a rule was shown by a fault that Stryker does not make. */
export interface HandProof {
  /** File of `src` and what was changed in it. */
  readonly broken: string;
  /** The test of the rule that then failed. */
  readonly failing: string;
}

/** Planted by hand on 2026-11-21, one at a time, and taken away again. */
export const HAND_PROOFS: ReadonlyMap<string, HandProof> = new Map([
  [
    'API-62',
    {
      broken: 'apiserver/api-server.ts: an update that removes answers 202',
      failing:
        'apiserver/update-object: an update that removes [API-61] the last finalizer of a terminating object removes it: DELETED only',
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
    'DM-13',
    {
      broken: 'graph/graph.ts: nothing is found under the empty uid',
      failing: 'graph/graph-builder: GraphBuilder [DM-13] the empty uid is a uid',
    },
  ],
  [
    'GB-12',
    {
      broken: 'graph/owner-references-diff.ts: of equal uids in the old list the first counts',
      failing:
        'graph/owner-references-diff: diffOwnerReferences [GB-12] of equal uids in the old list the last one counts',
    },
  ],
  [
    'GB-19',
    {
      broken: 'graph/graph-builder.ts: an event of another kind makes a new node',
      failing: 'graph/graph-builder: GraphBuilder [GB-19] a known node keeps its identity',
    },
  ],
  [
    'FR-01',
    {
      broken: 'collector/remove-finalizer.ts: three attempts',
      failing: 'scenario collector/conflicts-while-removing-the-finalizer',
    },
  ],
  [
    'FR-04',
    {
      broken: 'collector/remove-finalizer.ts: an owner with another uid is left alone',
      failing: 'collector/remove-finalizer: removeFinalizer [FR-04] another uid does not matter',
    },
  ],
  [
    'DE-01',
    {
      broken: 'collector/delete-item.ts: DELETE without the namespace',
      failing: 'scenario collector/changed-between-get-and-delete',
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
    'GB-46',
    {
      broken: 'collector/patch-references.ts: no second patch after 415',
      failing: 'scenario orphan/orphan-custom-resources',
    },
  ],
  [
    'EV-07',
    {
      broken: 'collector/attempt-to-delete.ts: no dependent blocks a foreground deletion',
      failing: 'scenario foreground/cluster-scoped-child-blocks-for-ever',
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
    'DM-11',
    {
      broken: 'graph/node-table.ts: a uid of another form than the API server makes is not found',
      failing:
        'graph/node-table: the nodes of a graph [DM-11] are those of a Map in its order, whatever comes and goes',
    },
  ],
]);
