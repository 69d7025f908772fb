/** Why mutants that survive cannot be found by a test, each named as `<file>: <original> → <replacement>`. */
export const REASONS: readonly {
  readonly reason: string;
  readonly survivors: readonly string[];
}[] = [
  {
    reason: 'Another rule is told: the one of the pass, or of the caller',
    survivors: [
      'collector/attempt-to-delete.ts: \'AD-16\' → ""',
      'collector/attempt-to-delete.ts: \'FG-01\' → ""',
      'collector/delete-item.ts: \'DE-05\' → ""',
      'collector/propagator-worker.ts: \'PG-20\' → ""',
      'collector/propagator-worker.ts: \'PG-31\' → ""',
    ],
  },
  {
    reason: 'Equivalent: what is put in, or left in, makes no difference to what is asked of it',
    survivors: [
      'collector/attempt-to-delete.ts: [] → ["Stryker was here"]',
      'collector/remove-finalizer.ts: [] → ["Stryker was here"]',
      'apiserver/create-object.ts: generateName === undefined → false',
      'apiserver/decode-delete-options.ts: \'\' → "Stryker was here!"',
      'apiserver/decode-object.ts: value !== undefined → true',
      'apiserver/decode-object.ts: Object.entries(fields).filter(([, value]) => value !== undefined) → Object.entries(fields)',
      'apiserver/delete-object.ts: since <= now → since < now',
      'apiserver/object-registry.ts: apiVersionOf(resource) !== object.apiVersion → true',
      'apiserver/object-storage.ts: given > this.#resourceVersion → given >= this.#resourceVersion',
    ],
  },
  {
    reason: 'The text of a broken promise of this program, which no input brings about',
    survivors: [
      'collector/propagator.ts: \'a change that is no deletion carries metadata\' → ""',
      'graph/graph-builder.ts: \'a change that is no deletion carries metadata\' → ""',
      'apiserver/patch-error.ts: \'PatchError\' → ""',
    ],
  },
];
