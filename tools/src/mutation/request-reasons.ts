import type { SurvivorReason } from './mutant-names.ts';

/** Of what the API server reads, patches and validates. */
export const REQUEST_REASONS: readonly SurvivorReason[] = [
  {
    reason:
      'The content of a built-in kind has been read as that kind: it cannot say that it is another',
    survivors: [
      'apiserver/coordinates.ts coordinateFaults: resource.custom !== true → false',
      'apiserver/coordinates.ts invalidObject: resource.custom === true → true',
    ],
  },
  {
    reason:
      'No list of the kinds that are read has elements of this form, and so none that could be null',
    survivors: [
      'apiserver/read-typed.ts emptyOf: [] → ["Stryker was here"]',
      "apiserver/read-typed.ts emptyOf: case 'bool': return false; → case 'bool':",
      "apiserver/read-typed.ts emptyOf: case 'list': return []; → case 'list':",
      "apiserver/read-typed.ts emptyOf: case 'map': return {}; → case 'map':",
      'apiserver/read-typed.ts emptyOf: false → true',
    ],
  },
  {
    reason: 'The name of a type is a version, one dot and a word',
    survivors: [
      'apiserver/read-typed.ts shortName: /^\\w+\\.(?<short>\\w+)$/ → /\\w+\\.(?<short>\\w+)$/',
      'apiserver/read-typed.ts shortName: /^\\w+\\.(?<short>\\w+)$/ → /^\\w+\\.(?<short>\\w+)/',
    ],
  },
  {
    reason: 'An absent prefix has no sign that is refused, like any usual text',
    survivors: ['apiserver/validate-name.ts validateGeneratedSegment: \'\' → "Stryker was here!"'],
  },
  {
    reason: 'What has no range has no unit: there is nothing to return but that',
    survivors: ['apiserver/read-time.ts outOfRange: unit !== undefined → true'],
  },
  {
    reason: 'What was left out is filled in, or said to be none, before it is looked at here',
    survivors: [
      'apiserver/namespaces.ts validatePhase: phase === undefined → false',
      'apiserver/validate-request.ts validateResourceVersion: resourceVersion === undefined → false',
    ],
  },
  {
    reason: 'The Namespace has been read: its finalizers are texts',
    survivors: [
      'apiserver/namespaces.ts specFinalizers: \'\' → "Stryker was here!"',
      "apiserver/namespaces.ts specFinalizers: typeof item === 'string' → true",
    ],
  },
  {
    reason: 'What is wrong with a JSON patch is not said: every one has the same answer',
    survivors: ['apiserver/apply-patch.ts document: \'neither an object nor a list is left\' → ""'],
  },
  {
    reason: 'Fields of one object have different names: none is compared with itself',
    survivors: ['apiserver/json-value.ts sorted: a < b → a <= b'],
  },
  {
    reason: 'Objects of one collection have different names: none is compared with itself',
    survivors: ['apiserver/api-server.ts byName: a.name < b.name → a.name <= b.name'],
  },
  {
    reason:
      'Two elements have the same place only if they are the same by their key, and then the order names both or neither; what is new is always named',
    survivors: ['apiserver/element-order.ts inOrder: other.place < place → other.place <= place'],
  },
  {
    reason: 'Anything fits a value of any form: no error names it',
    survivors: ['apiserver/json-types.ts OPAQUE: \'interface {}\' → ""'],
  },
  {
    reason: 'null is passed over before a form is named; any word tells it from the others',
    survivors: ['apiserver/json-types.ts valueForm: \'nil\' → ""'],
  },
  {
    reason: 'What is in no list has no place among its elements',
    survivors: ['apiserver/strategic-merge-patch.ts listOf: [] → ["Stryker was here"]'],
  },
  {
    reason:
      'The default is for the compiler alone: only lists that are merged are asked for, and what is stored has a version',
    survivors: [
      'apiserver/merged-list-keys.ts keysOf: [] → ["Stryker was here"]',
      'apiserver/validate-delete-options.ts checkPreconditions: \'\' → "Stryker was here!"',
    ],
  },
];
