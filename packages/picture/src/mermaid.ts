import {
  counted,
  type Mark,
  type PackedKind,
  type SavedView,
  type Uid,
  visibleText,
} from '@gcscope/gc-core/wire';
import { cardName, NO_FACTS } from './card-text.ts';
import { type EdgeLook, lookOfTraits } from './edge-look.ts';
import { withoutGoneEdges } from './leave-out-gone.ts';
import { markLook, WRONG_REFERENCE } from './mark-look.ts';
import { palette } from './palette.ts';
import { MARKS, type Rows, WRONG } from './rows.ts';
import { asciiJson } from './saved-picture.ts';
import { cleanText } from './svg-text.ts';

/** The limits of Mermaid unless its settings are changed: `maxTextSize` and `maxEdges`. */
export const MERMAID_LIMITS = { characters: 50_000, references: 500 } as const;

/**
 * The graph as a Mermaid flowchart, dependents below their owners; or one sentence when Mermaid would refuse to draw it.
 * Any name is text in it, whatever it contains.
 */
export function writeMermaid(
  all: Rows,
  { title, simulated }: Pick<SavedView, 'title' | 'simulated'>,
): { readonly text: string } | { readonly fault: string } {
  const rows = simulated ? withoutGoneEdges(all) : all;
  const references = rows.edges.firsts.at(-1) ?? 0;
  const objects = rows.uids.length;
  // A line for each: no need to write a large graph in order to measure it.
  const isFar = objects * SHORTEST_LINE > MERMAID_LIMITS.characters;
  if (references > MERMAID_LIMITS.references || isFar) return tooLarge(objects, references);
  const head = ['---', `title: ${asciiJson(shortened(title))}`, '---'];
  const text = `${[...head, ...flowchart(rows)].join('\n')}\n`;
  if (text.length > MERMAID_LIMITS.characters) return tooLarge(objects, references);
  return { text };
}

/** `    n0["Pod<br/>a"]` with its end. */
const SHORTEST_LINE = 20;

function tooLarge(objects: number, references: number): { readonly fault: string } {
  const { characters, references: most } = MERMAID_LIMITS;
  return {
    fault:
      `This graph is too large for Mermaid, which draws at most ${counted(most, 'reference')} and ` +
      `${counted(characters, 'character')} of text: it has ${counted(objects, 'object')} and ` +
      `${counted(references, 'reference')}. Choose fewer objects, or take SVG or DOT.`,
  };
}

function flowchart(rows: Rows): string[] {
  const { namespaces, namespace, uids } = rows;
  const lines = ['flowchart BT'];
  for (let place = 0; place < namespaces.length; place++) {
    const name = namespaces[place] as string;
    lines.push(`  subgraph s${place}["${label(name === '' ? 'cluster-scoped' : name)}"]`);
    for (let row = 0; row < uids.length; row++) {
      if (namespace[row] === place) lines.push(`    ${card(rows, row)}`);
    }
    lines.push('  end');
  }
  return [...lines, ...edgeLines(rows), ...classLines(rows)];
}

function card({ uids, names, kinds, kind, marks, facts }: Rows, row: number): string {
  const [, word] = kinds[kind[row] as number] as PackedKind;
  const mark = marks[row] as number;
  const marked = MARKS[mark % WRONG] as Mark;
  const states = [markLook(marked).word, mark >= WRONG ? WRONG_REFERENCE.word : ''];
  const said = [...states.filter((state) => state !== ''), ...(facts.get(row) ?? NO_FACTS)];
  const name = cardName(names[row] as string, uids[row] as Uid);
  const shown = [label(word), label(name), said.map(label).join(', ')].filter(
    (line) => line !== '',
  );
  const isWrong = marked === 'calm' && mark >= WRONG;
  return `n${row}["${shown.join('<br/>')}"]:::${isWrong ? 'wrong' : classOf(marked)}`;
}

function edgeLines({ edges: { firsts, owners, traits } }: Rows): string[] {
  const lines: string[] = [];
  const invalid: number[] = [];
  for (let row = 0; row + 1 < firsts.length; row++) {
    for (let edge = firsts[row] as number; edge < (firsts[row + 1] as number); edge++) {
      const look = lookOfTraits(traits[edge] as number);
      if (look.waits) {
        lines.push(`  n${owners[edge]} -.->|waits for| n${row}`);
        continue;
      }
      if (look.invalid) invalid.push(lines.length);
      lines.push(`  n${row} ${arrow(look)} n${owners[edge]}`);
    }
  }
  if (invalid.length > 0) {
    lines.push(`  linkStyle ${invalid.join(',')} stroke:${palette('light').invalid}`);
  }
  return lines;
}

/** An arrow looks as on the map: thick where it blocks the owner's deletion, dotted to a further owner. */
function arrow({ blocking, further }: EdgeLook): string {
  if (further) return '-.->';
  return blocking ? '==>' : '-->';
}

function classLines({ marks: used }: Rows): string[] {
  const { marks, invalid } = palette('light');
  const seen = new Set(Array.from(used, (mark) => MARKS[mark % WRONG] as Mark));
  const lines = [...seen].map((mark) => {
    const { fill, stroke, text } = marks[mark];
    const dash = mark === 'virtual' ? ',stroke-dasharray:5 4' : '';
    return `  classDef ${classOf(mark)} fill:${fill},stroke:${stroke},color:${text}${dash}`;
  });
  if (used.some((mark) => mark === WRONG)) {
    const { fill, text } = marks.calm;
    lines.push(
      `  classDef wrong fill:${fill},stroke:${invalid},color:${text},stroke-dasharray:5 4`,
    );
  }
  return lines;
}

function classOf(mark: Mark): string {
  return `m-${mark}`;
}

/** Longer texts are cut: they come from a cluster, and a name is no longer than 253 characters. */
const LONGEST = 300;

/** Plain within a word: names of Kubernetes stay readable in the text. */
const PLAIN = /[A-Za-z0-9 ]|(?<=[A-Za-z0-9])[-./](?=[A-Za-z0-9])/y;

/** Untrusted text within quotes; all that Mermaid, Markdown or HTML could read as a sign stands there by its number. */
function label(text: string): string {
  // Between two pairs of dollars Mermaid expects a formula, and a backslash with an n is a new line to it, even by their numbers.
  const safe = shortened(text).replace(/\$(?=\$)|\\(?=n)/g, '$&\u200b');
  return safe.replace(/./gsu, (letter, at: number) => {
    PLAIN.lastIndex = at;
    return PLAIN.test(safe) ? letter : `#${letter.codePointAt(0)};`;
  });
}

function shortened(text: string): string {
  const letters = [...cleanText(visibleText(text))];
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST).join('')}…` : letters.join('');
}
