import type { SurvivorReason } from './mutant-names.ts';

/** Of what the API server reads, patches and validates. */
export const REQUEST_REASONS: readonly SurvivorReason[] = [
  {
    reason: 'An absent list is as good as any list: it is only asked whether it is one',
    survivors: ['apiserver/decode-object.ts decodeMetadata: [] → ["Stryker was here"]'],
  },
  {
    reason: 'What is wrong with a JSON patch is not said: every one has the same answer',
    survivors: ['apiserver/apply-patch.ts wholeObject: \'nothing is left of the object\' → ""'],
  },
  {
    reason: 'Fields of one object have different names: none is compared with itself',
    survivors: ['apiserver/strategic-merge-patch.ts goText: a < b → a <= b'],
  },
  {
    reason:
      'Two elements have the same place only if they are the same by their key, and then the order names both or neither; what is new is always named',
    survivors: [
      'apiserver/strategic-merge-patch.ts inOrder: placeOf(others[0]) < placeOf(item) → placeOf(others[0]) <= placeOf(item)',
    ],
  },
  {
    reason:
      'The default is for the compiler alone: only lists that are merged are asked for, and what is stored has a version',
    survivors: [
      'apiserver/strategic-merge-patch.ts identityIn: [] → ["Stryker was here"]',
      'apiserver/validate-delete-options.ts checkPreconditions: \'\' → "Stryker was here!"',
    ],
  },
];
