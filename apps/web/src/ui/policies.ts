import type { PropagationPolicy } from '@gcscope/gc-core/wire';

/** The policies in the order in which kubectl lists them, each in one line. */
export const POLICIES: readonly {
  readonly policy: PropagationPolicy;
  readonly meaning: string;
}[] = [
  {
    policy: 'Background',
    meaning: 'The object goes at once, its dependents afterwards. What kubectl does by default.',
  },
  {
    policy: 'Foreground',
    meaning:
      'The dependents go first; the object stays, terminating, until those that block are gone.',
  },
  {
    policy: 'Orphan',
    meaning: 'Only the object goes; its dependents lose the reference to it and stay.',
  },
];
