import type { PropagationPolicy } from '@gcscope/gc-core/wire';

/** The policies in the order in which kubectl lists them, each in one line. */
export const POLICIES: readonly {
  readonly policy: PropagationPolicy;
  readonly meaning: string;
}[] = [
  {
    policy: 'Background',
    meaning: 'Deletes the object at once, its dependents afterwards. The default of kubectl.',
  },
  {
    policy: 'Foreground',
    meaning:
      'Deletes the dependents first. The object stays in Terminating while a dependent blocks it.',
  },
  {
    policy: 'Orphan',
    meaning: 'Deletes only the object. Its dependents stay and lose the reference to it.',
  },
];
