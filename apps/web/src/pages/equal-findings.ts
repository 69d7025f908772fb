import { type Finding, plainText } from '@gcscope/gc-core/wire';

/** Findings of one fault, as one chart makes in each namespace where it is installed. */
export type EqualFindings = readonly [Finding, ...Finding[]];

/** Fewer get a card each. */
const FEWEST = 4;
/** What controllers and templates add to a name: `-2`, `-7d9f8c6b5`. Matches in one way only: with several, a hostile name takes forever. */
const SUFFIXES = /(?:-[a-z]*\d[a-z0-9]*)+$/;

/**
 * Joins the findings of one rule whose objects have one kind and one name, apart from numbers at its end, and to which the same will
 * happen, at the place of the first; all others stand alone. Keeps the order.
 */
export function joinEqual(findings: readonly Finding[]): readonly EqualFindings[] {
  const groups = new Map<string, [Finding, ...Finding[]]>();
  const groupOf = findings.map((finding) => {
    const key = equalKey(finding);
    const group = groups.get(key);
    if (!group) groups.set(key, [finding]);
    else group.push(finding);
    return group ?? groups.get(key);
  });
  return findings.flatMap((finding, at): readonly EqualFindings[] => {
    const group = groupOf[at];
    if (!group || group.length < FEWEST) return [[finding]];
    return group[0] === finding ? [group] : [];
  });
}

/** The same for all findings that are joined, and for no other. */
export function equalKey({ rule, severity, object, effect }: Finding): string {
  const name = object.name.replace(SUFFIXES, '');
  return JSON.stringify([rule, severity, object.kind, name, plainText(effect)]);
}
