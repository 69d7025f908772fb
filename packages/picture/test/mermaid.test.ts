import { visibleText } from '@gcscope/gc-core/wire';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../tools/src/any-character.ts';
import { rowsOf } from '../src/index.ts';
import { MERMAID_LIMITS, writeMermaid } from '../src/mermaid.ts';
import { record, reference } from './support/records.ts';
import { smallWorld } from './support/small-world.ts';

function textOf(records: Parameters<typeof rowsOf>[0], title = 't'): string {
  const written = writeMermaid(rowsOf(records), { title });
  if ('fault' in written) throw new Error(written.fault);
  return written.text;
}

/** The label of the only card, its lines as they are drawn. */
function linesOf(text: string): string[] {
  const quoted = /n0\["([^"]*)"\]/.exec(text)?.[1] ?? '';
  return quoted
    .split('<br/>')
    .map((line) => line.replace(/#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))));
}

// The forms that a line can have: no text from a cluster has a place of its own.
const WORDS = '(?:[A-Za-z0-9 ,]|[A-Za-z0-9][-./](?=[A-Za-z0-9])|#\\d+;)*';
const LINE = new RegExp(
  `^(---|title: "(?:[ !#-%'-;=?-\\[\\]-~]|\\\\.)*"|flowchart BT|  subgraph s\\d+\\["${WORDS}"\\]|    n\\d+\\["${WORDS}(<br/>${WORDS})*"\\]:::[a-z-]+|  end` +
    '|  n\\d+ (-->|==>|-\\.->) n\\d+|  linkStyle [\\d,]+ stroke:#\\w{6}|  classDef [a-z-]+ fill:[\\w#:,\\- ]+|)$',
);

const odd = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.constantFrom(
    '"]',
    'end',
    '1. x',
    '-',
    '`x`',
    '%%{init:{}}%%',
    '#60;',
    '<br/>',
    'a\nb --> c',
    'a\\nb',
  ),
);

describe('a graph as Mermaid', () => {
  it('draws dependents below owners, with lines and states as on the map', () => {
    const text = textOf(smallWorld());
    expect(text).toMatch(
      /^---\ntitle: "t"\n---\nflowchart BT\n {2}subgraph s0\["shop"\]\n {4}n0\["Deployment<br\/>web"\]/,
    );
    expect(text).toContain('  n1 ==> n0\n');
    expect(text).toMatch(/n\d+\["Pod<br\/>nightly-29399940-w5vkd<br\/>blocked, finalizer/);
    expect(text).toMatch(
      /copied-settings<br\/>wrong reference, owner in other namespace"\]:::wrong/,
    );
    expect(text).toMatch(/linkStyle [\d,]+ stroke:#b82a22/);
    expect(text.split('\n').filter((line) => !LINE.test(line))).toEqual([]);
  });

  it('shows any text as it is, and nothing of it is read as Mermaid', () => {
    fc.assert(
      fc.property(odd, odd, odd, odd, (kind, name, namespace, title) => {
        const summary = { verdict: 'stays', rule: '' } as const;
        const text = textOf([record({ uid: 'u', kind, name, namespace, summary })], title);
        expect(JSON.parse(/^title: (.*)$/m.exec(text)?.[1] ?? '')).toBe(
          visibleText(title).replace(/\p{Surrogate}|[\u200e\u200f\ufffe\uffff]/gu, '\ufffd'),
        );
        expect(text.split('\n').filter((line) => !LINE.test(line))).toEqual([]);
        const clean = (word: string): string =>
          visibleText(word)
            .replace(/\p{Surrogate}|[\u200e\u200f\ufffe\uffff]/gu, '\ufffd')
            .replace(/\$(?=\$)|\\(?=n)/g, '$&\u200b');
        expect(linesOf(text)).toEqual([kind, name || 'u'].map(clean).filter(Boolean));
      }),
    );
  });

  it('says that it is of a simulation, in which what is gone has no line', () => {
    const owner = record({ uid: 'owner', beingDeleted: true, deletingDependents: true });
    const child = record({
      uid: 'child',
      owners: [reference('owner', { blockOwnerDeletion: true })],
    });
    const rows = rowsOf([owner, child], new Map([['child', 'gone']]));
    const title = 'Simulated Foreground delete of Deployment a: "b", step 5';
    const simulated = writeMermaid(rows, { title, simulated: true });
    expect(simulated).toEqual({
      text: expect.stringMatching(
        /^---\ntitle: "Simulated Foreground delete of Deployment a: \\"b\\", step 5"\n---\nflowchart BT\n/,
      ),
    });
    expect(simulated).toEqual({ text: expect.not.stringMatching(/==>/) });
    // An object that was in a cluster keeps its line, as in a picture.
    expect(writeMermaid(rows, { title })).toEqual({ text: expect.stringMatching(/n1 ==> n0/) });
  });

  it('says so when Mermaid would refuse it', () => {
    const owner = record({ uid: 'o' });
    const children = (count: number): ReturnType<typeof record>[] =>
      Array.from({ length: count }, (_, at) => record({ uid: `${at}`, owners: [reference('o')] }));
    expect(textOf([owner, ...children(500)]).length).toBeLessThan(MERMAID_LIMITS.characters);
    const title = 't';
    expect(writeMermaid(rowsOf([owner, ...children(501)]), { title })).toEqual({
      fault:
        'This graph is too large for Mermaid, which draws at most 500 references and 50,000 characters ' +
        'of text: it has 502 objects and 501 references. Choose fewer objects, or take SVG or DOT.',
    });
    const named = (name: string): ReturnType<typeof record>[] =>
      Array.from({ length: 400 }, (_, at) => record({ uid: `${at}`, name }));
    expect(writeMermaid(rowsOf(named('x'.repeat(80))), { title })).toHaveProperty('text');
    expect(writeMermaid(rowsOf(named('x'.repeat(120))), { title })).toHaveProperty('fault');
  });
});
