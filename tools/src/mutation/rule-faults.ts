import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, 'faults');

/** A likely wrong implementation of one rule, and the test that finds it. */
export interface RuleFault {
  readonly rule: string;
  /** The behaviour of the program with the fault: a sentence without its end. */
  readonly says: string;
  readonly edits: readonly Edit[];
  /** As RULES.md names it: `<file below test>: <name>`, or `scenario <file>`. */
  readonly fails: string;
}

/** In `file`, below `src`, the text `from`, which stands there once, is replaced. */
export interface Edit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** Text that holds nothing but one value. */
const VALUE = /^('[^']*'|"[^"]*"|`[^`]*`|\{.*\}|\[.*\])[,;]?$/s;
const EMPTY = /^(''|""|``|\{\}|\[\]|\(\) => undefined|)[,;]?$/;

/** Every fault of `faults/*.txt`, in their order. Throws for a file that cannot be read. */
export function readRuleFaults(): RuleFault[] {
  return readdirSync(FOLDER)
    .toSorted()
    .flatMap((file) => parseRuleFaults(readFileSync(join(FOLDER, file), 'utf8'), file));
}

/**
 * Reads faults, which stand apart by empty lines: `# <rule>: <what is wrong>`, `@ <file>`, lines `- ` of what is replaced
 * and `+ ` of what replaces it, as often as needed, and `! <the test that fails>`. Throws for anything else, and for a
 * fault that only takes a value away: that breaks the reader of the value, not the rule.
 */
export function parseRuleFaults(text: string, name: string): RuleFault[] {
  return text
    .trim()
    .split(/\n{2,}/)
    .map((part) => parseRuleFault(part, name));
}

function parseRuleFault(part: string, name: string): RuleFault {
  const [head = '', ...lines] = part.split('\n');
  const [, rule, says = ''] = /^# (\S+): (.+)$/.exec(head) ?? [];
  if (rule === undefined) throw new Error(`${name}: "${head}" is not "# <rule>: <what is wrong>".`);
  const refuse = (why: string): Error => new Error(`${name}: the fault of ${rule} ${why}.`);
  const fails = /^! (.+)$/.exec(lines.pop() ?? '')?.[1];
  if (fails === undefined) throw refuse('does not end with "! <the test that fails>"');
  const odd = lines.find((line) => !/^(@ .|-|\+)/.test(line));
  if (odd !== undefined) throw refuse(`has a line that is none of @, - and +: "${odd}"`);
  const edits = editsIn(lines);
  if (edits.length === 0) throw refuse('changes nothing');
  if (edits.every(isBlanking)) throw refuse('only takes a value away: it breaks whoever reads it');
  return { rule, says, edits, fails };
}

/** One for each group of lines `-` with the lines `+` that follow it, in the file named last. */
function editsIn(lines: readonly string[]): Edit[] {
  const edits: { file: string; from: string[]; to: string[] }[] = [];
  let file = '';
  let before = '';
  for (const line of lines) {
    const content = line.slice(2);
    if (line.startsWith('@')) file = content;
    else if (line.startsWith('-') && before !== '-') edits.push({ file, from: [content], to: [] });
    else edits.at(-1)?.[line.startsWith('-') ? 'from' : 'to'].push(content);
    before = line.slice(0, 1);
  }
  return edits.map(({ from, to, ...edit }) => ({
    ...edit,
    from: from.join('\n'),
    to: to.join('\n'),
  }));
}

function isBlanking({ from, to }: Edit): boolean {
  return VALUE.test(from.trim()) && EMPTY.test(to.trim());
}

/** The file with the edit in it; `undefined` where the text to be replaced does not stand exactly once. */
export function withEdit(source: string, { from, to }: Edit): string | undefined {
  const [before, after, ...more] = source.split(from);
  if (before === undefined || after === undefined || more.length > 0) return undefined;
  return `${before}${to}${after}`;
}

/** Why a fault cannot be planted in the source of the package in `root` as it is now, if it cannot. */
export function misfit(root: string, { rule, edits }: RuleFault): string | undefined {
  const sources = new Map<string, string>();
  for (const edit of edits) {
    const { file, from } = edit;
    const source = sources.get(file) ?? readFileSync(join(root, 'src', file), 'utf8');
    const next = withEdit(source, edit);
    if (next === undefined) {
      return `The fault of ${rule} does not fit: ${JSON.stringify(from)} does not stand once in ${file}. Write it anew in tools/src/mutation/faults and see its test fail: npm run rules`;
    }
    sources.set(file, next);
  }
  return undefined;
}
