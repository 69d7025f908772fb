import { parseSpec, type Rule } from './parse-spec.ts';

const FILES = import.meta.glob<string>('../../../../../packages/gc-core/SPEC*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Every rule of the core by its id: the sentences that the specification itself has. */
export const ALL_RULES: ReadonlyMap<string, Rule> = new Map(
  Object.values(FILES)
    .flatMap(parseSpec)
    .map((rule) => [rule.id, rule]),
);
