import { type Mutant, mutationText } from './mutants.ts';

const DECLARATION =
  /^(?:export )?(?:declare )?(?:async )?(?:function\*?|class|const|let|interface|type) (\w+)/;
const MEMBER = /^ {2}(?:(?:readonly|static|override|async|get|set) )*\*?(#?\w+|\[Symbol\.\w+\])/;

/** Why mutants that survive cannot be found by a test. */
export interface SurvivorReason {
  readonly reason: string;
  /** Each in its one place: `nameText` of its name. */
  readonly survivors: readonly string[];
}

/** A name of a mutant that no other one has. */
export interface MutantName {
  /** `<file> <scope>` */
  readonly where: string;
  /** `<original> → <replacement>` */
  readonly text: string;
  /** Which one it is where several of the scope read like that: ` (1 of 2)`. */
  readonly which: string;
}

/** Names of mutants, of which there have to be all of a file, in the order of their places. */
export function mutantNames(mutants: readonly Mutant[]): Map<Mutant, MutantName> {
  const alike = new Map<string, Mutant[]>();
  for (const each of mutants) {
    const key = `${whereOf(each)}: ${mutationText(each)}`;
    alike.set(key, [...(alike.get(key) ?? []), each]);
  }
  return new Map(
    [...alike.values()].flatMap((all) =>
      all.map((each, index) => {
        const which = all.length === 1 ? '' : ` (${index + 1} of ${all.length})`;
        return [each, { where: whereOf(each), text: mutationText(each), which }] as const;
      }),
    ),
  );
}

/** The name on one line. */
export function nameText({ where, text, which }: MutantName): string {
  return `${where}: ${text}${which}`;
}

/** The file and the scope: a function, a class with a member, or a constant. */
function whereOf(mutant: Mutant): string {
  return `${mutant.file} ${scopeOf(mutant)}`.trim();
}

function scopeOf({ lines, line }: Mutant): string {
  let member: string | undefined;
  for (const text of lines.slice(0, line).toReversed()) {
    if (/^\w/.test(text)) {
      const declared = DECLARATION.exec(text)?.[1] ?? '';
      return /\bclass\b/.test(text) && member !== undefined ? `${declared}.${member}` : declared;
    }
    member ??= MEMBER.exec(text)?.[1];
  }
  return '';
}
