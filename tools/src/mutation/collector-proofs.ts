import type { HandProof } from './hand-proofs.ts';

/** The same of the graph and of the workers. */
export const COLLECTOR_PROOFS: ReadonlyMap<string, HandProof> = new Map([
  [
    'PG-15',
    {
      broken: 'collector/propagator.ts: a node with other references is put into the dirty queue',
      failing:
        'collector/propagator-collector: PropagatorCollector [PG-15] another list is stored and links follow it, but the node itself is not checked',
    },
  ],
  [
    'FG-05',
    {
      broken: 'collector/attempt-to-delete.ts: blocking dependents are asked for, one GET each',
      failing:
        'collector/attempt-to-delete: attemptToDelete [FG-05] who blocks is read from the graph alone: no dependent is asked for',
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
    'GB-46',
    {
      broken: 'collector/patch-references.ts: no second patch after 415',
      failing: 'scenario orphan/orphan-custom-resources',
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
  [
    'AD-20',
    {
      broken:
        'collector/attempt-to-delete.ts: dangling references are patched away before the DELETE',
      failing:
        'collector/attempt-to-delete: attemptToDelete [AD-20] dangling beside waiting owners are not removed first: Background',
    },
  ],
  [
    'OR-09',
    {
      broken:
        'collector/attempt-to-orphan.ts: only dependents whose reference names the kind of the owner are orphaned',
      failing:
        'collector/attempt-to-orphan: attemptToOrphan [OR-09] takes the uid from every dependent, whatever its references say besides',
    },
  ],
  [
    'OR-11',
    {
      broken:
        'collector/attempt-to-orphan.ts: the owner is read first, and without its finalizer nothing is patched',
      failing:
        'collector/attempt-to-orphan: attemptToOrphan [OR-11] the references go before anybody asks for an owner that has lost the finalizer',
    },
  ],
  [
    'PG-20',
    {
      broken: 'collector/propagator-worker.ts: an item that cannot be read is forgotten',
      failing:
        'collector/propagator-collector: PropagatorCollector [PG-20] a dirty item is read first, and again until it can be read',
    },
  ],
  [
    'EV-07',
    {
      broken: 'graph/graph-builder.ts: each wrong reference is reported, not only the first',
      failing:
        'graph/graph-builder: GraphBuilder [EV-07] one Event at most while a dependent is linked, and another when it is linked anew',
    },
  ],
  [
    'GB-04',
    {
      broken: 'graph/graph-builder.ts: the node stays virtual',
      failing:
        'graph/graph-builder: GraphBuilder [GB-04] [DM-07] a virtual owner seen as it was named becomes observed in place',
    },
  ],
  [
    'GB-06',
    {
      broken:
        'graph/graph-builder.ts: the virtual node itself is marked observed, no other takes its place',
      failing:
        'graph/graph-builder: GraphBuilder [GB-06] [DM-09] seen under another identity it is another node with the same dependents',
    },
  ],
  [
    'GB-10',
    {
      broken: 'graph/graph-builder.ts: a new node has no flags',
      failing:
        'graph/graph-builder: GraphBuilder [GB-10] a new node has owners and flags of its object',
    },
  ],
  [
    'GB-14',
    {
      broken: 'graph/graph-builder.ts: the owner that is blocked no more is not enqueued',
      failing:
        'graph/graph-builder: GraphBuilder [GB-14] removed blocking references come before un-blocked ones, others enqueue nobody',
    },
  ],
  [
    'GB-25',
    {
      broken: 'graph/graph-builder.ts: the virtual owner is not enqueued',
      failing:
        'graph/graph-builder: GraphBuilder [GB-25] an owner nobody has seen is guessed where its dependent is, and asked for',
    },
  ],
  [
    'GB-35',
    {
      broken: 'graph/graph-builder.ts: the look goes on after the orphan queue has the owner',
      failing:
        'graph/graph-builder: GraphBuilder [GB-35] with both finalizers only the orphan queue gets the owner',
    },
  ],
  [
    'GB-36',
    {
      broken: 'graph/graph-builder.ts: only the owner is enqueued, not its dependents',
      failing:
        'graph/graph-builder: GraphBuilder [GB-36] a foreground deletion marks the owner and has its dependents looked at before it',
    },
  ],
  [
    'GB-40',
    {
      broken: 'graph/graph-builder.ts: an unknown uid that goes is remembered as absent',
      failing: 'graph/graph-builder: GraphBuilder [GB-40] the deletion of the unknown does nothing',
    },
  ],
  [
    'GB-43',
    {
      broken: 'graph/graph-builder.ts: owners that wait for dependents are not enqueued',
      failing:
        'graph/graph-builder: GraphBuilder [GB-43] a removed node frees dependents first, then its waiting owners, and is remembered',
    },
  ],
  [
    'GB-44',
    {
      broken: 'graph/graph-builder.ts: dependents lose their reference to what is removed',
      failing:
        'graph/graph-builder: GraphBuilder [GB-44] dependents of a removed owner keep a reference to what the graph has no more',
    },
  ],
  [
    'AL-06',
    {
      broken: 'graph/alternate-owner-identity.ts: behind the last there is none',
      failing:
        'graph/alternate-owner-identity: alternateOwnerIdentity [AL-06] goes on behind the absent one, and from the last to the first',
    },
  ],
  [
    'AC-04',
    {
      broken: 'collector/attempt-to-delete.ts: an owner that a GET did not find is not remembered',
      failing: 'scenario collector/absent-owner-cache-of-two',
    },
  ],
  [
    'GB-03',
    {
      broken: 'graph/graph-builder.ts: a virtual delete is an observation, too',
      failing: 'scenario references/disputed-owner',
    },
  ],
  [
    'GB-07',
    {
      broken: 'graph/graph-builder.ts: a deletion is no observation',
      failing: 'scenario references/virtual-owner-seen-by-its-deletion',
    },
  ],
  [
    'AL-02',
    {
      broken: 'graph/alternate-owner-identity.ts: a candidate has the namespace of the absent one',
      failing:
        'graph/alternate-owner-identity: alternateOwnerIdentity [AL-02] gives the candidate the namespace of its dependent',
    },
  ],
]);
