import type { SurvivorReason } from './mutant-names.ts';

/** Of collector, API server and simulation. */
export const COLLECTOR_REASONS: readonly SurvivorReason[] = [
  {
    reason:
      'The list is asked whether it has certain finalizers or keys, and what is put in is none of them',
    survivors: [
      'apiserver/validate-object-meta.ts validateFinalizersUpdate: [] → ["Stryker was here"] (2 of 4)',
      'apiserver/validate-request.ts validWarnings: [] → ["Stryker was here"] (3 of 3)',
      'collector/attempt-to-delete.ts actOn: [] → ["Stryker was here"]',
    ],
  },
  {
    reason: 'Sets what it is already, or stores anew what is stored already, which changes nothing',
    survivors: [
      'apiserver/object-storage.ts ObjectStorage.put: given > this.#resourceVersion → given >= this.#resourceVersion',
      'apiserver/object-registry.ts ObjectRegistry.table: apiVersionOf(resource) !== object.apiVersion → true',
    ],
  },
  {
    reason: 'Equivalent: what is put in, or left in, makes no difference to what is asked of it',
    survivors: [
      'simulation/collector-process.ts GRAPH_CHANGES: \'GB-25\' → ""',
      'simulation/collector-process.ts GRAPH_CHANGES: \'PG-11\' → ""',
      'simulation/explore.ts settleInSomeOrder: steps <= limit → steps < limit',
      'simulation/explore.ts make: default: move satisfies never; → default:',
    ],
  },
  {
    reason: 'The text of a broken promise of this program, which no input brings about',
    survivors: ['simulation/namespace-conditions.ts textsOf: \'GroupVersionParsingFailed\' → ""'],
  },
  {
    reason:
      'The rule of a failure is not told: the caller tells its own (`ItemResult.rule`, PG-31)',
    survivors: [
      'collector/attempt-to-delete.ts guardAgainstCycle: \'AD-16\' → "" (2 of 2)',
      'collector/attempt-to-delete.ts processDeletingDependentsItem: \'FG-01\' → "" (4 of 4)',
      'collector/delete-item.ts deleteItem: \'DE-05\' → "" (1 of 2)',
      'collector/propagator-worker.ts processItem: \'PG-20\' → ""',
      'collector/propagator-worker.ts lookForOwner: \'PG-31\' → "" (1 of 2)',
    ],
  },
  {
    reason: 'The finalizer was found in the list just before, so the list is there',
    survivors: ['collector/remove-finalizer.ts removal: [] → ["Stryker was here"]'],
  },
  {
    reason:
      'A field without a value is dropped when the object is frozen, before anybody compares or counts fields',
    survivors: [
      'apiserver/create-object.ts prepareForCreate: generateName === undefined → false',
      'apiserver/create-request.ts withDeletionOf: deletionGracePeriodSeconds === undefined → false',
      'apiserver/create-request.ts withDeletionOf: deletionTimestamp === undefined → false',
      'apiserver/decode-object.ts withoutEmpty: value === undefined → false',
    ],
  },
  {
    reason:
      'A field without a value is none where objects are compared, and is dropped when one is frozen',
    survivors: [
      'apiserver/update-object.ts prepareForUpdate: generation === undefined → false',
      'apiserver/update-object.ts withStatusOf: status === undefined → false',
    ],
  },
  {
    reason:
      'The default is for the compiler alone (`noUncheckedIndexedAccess`): the place is always there',
    survivors: [
      'apiserver/json-patch.ts edit: \'\' → "Stryker was here!"',
      'apiserver/json-patch.ts read: \'\' → "Stryker was here!"',
      'apiserver/read-time.ts readTime: \'\' → "Stryker was here!" (2 of 2)',
      'apiserver/read-time.ts readTime: \'Z\' → ""',
      'apiserver/validate-labels.ts qualifiedNameFaults: \'\' → "Stryker was here!"',
    ],
  },
];
