import { visibleText } from '@gcscope/gc-core/wire';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../tools/src/any-character.ts';
import { MERMAID_LIMITS, rowsOf, writeMermaid } from '../src/index.ts';
import { record, reference } from './support/records.ts';
import { smallWorld } from './support/small-world.ts';

function textOf(records: Parameters<typeof rowsOf>[0]): string {
  const written = writeMermaid(rowsOf(records));
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

// All that a line can be: no text from a cluster has a place of its own.
const WORDS = '(?:[A-Za-z0-9 ,]|[A-Za-z0-9][-./](?=[A-Za-z0-9])|#\\d+;)*';
const LINE = new RegExp(
  `^(flowchart BT|  subgraph s\\d+\\["${WORDS}"\\]|    n\\d+\\["${WORDS}(<br/>${WORDS})*"\\]:::[a-z-]+|  end` +
    '|  n\\d+ (-->|==>|-\\.->) n\\d+|  linkStyle [\\d,]+ stroke:#\\w{6}|  classDef [a-z-]+ fill:[\\w#:,\\- ]+|)$',
);

const odd = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.constantFrom('"]', 'end', '1. x', '-', '`x`', '%%{init:{}}%%', '#60;', '<br/>', 'a\nb --> c'),
);

describe('a graph as Mermaid', () => {
  it('draws dependents below owners, with lines and states as on the map', () => {
    const text = textOf(smallWorld());
    expect(text).toMatch(
      /^flowchart BT\n {2}subgraph s0\["shop"\]\n {4}n0\["Deployment<br\/>web"\]/,
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
      fc.property(odd, odd, odd, (kind, name, namespace) => {
        const text = textOf([
          record({ uid: 'u', kind, name, namespace, summary: { verdict: 'stays', rule: '' } }),
        ]);
        expect(text.split('\n').filter((line) => !LINE.test(line))).toEqual([]);
        const clean = (word: string): string =>
          visibleText(word)
            .replace(/\p{Surrogate}|[\u200e\u200f\ufffe\uffff]/gu, '\ufffd')
            .replace(/\$(?=\$)/g, '$&\u200b');
        expect(linesOf(text)).toEqual([kind, name || 'u'].map(clean).filter(Boolean));
      }),
    );
  });

  it('says so when Mermaid would refuse it', () => {
    const owner = record({ uid: 'o' });
    const children = (count: number): ReturnType<typeof record>[] =>
      Array.from({ length: count }, (_, at) => record({ uid: `${at}`, owners: [reference('o')] }));
    expect(textOf([owner, ...children(500)]).length).toBeLessThan(MERMAID_LIMITS.characters);
    expect(writeMermaid(rowsOf([owner, ...children(501)]))).toEqual({
      fault:
        'This graph is too large for Mermaid, which draws at most 500 references and 50,000 characters ' +
        'of text: it has 502 objects and 501 references. Choose fewer objects, or take SVG or DOT.',
    });
    const named = (name: string): ReturnType<typeof record>[] =>
      Array.from({ length: 400 }, (_, at) => record({ uid: `${at}`, name }));
    expect(writeMermaid(rowsOf(named('x'.repeat(80))))).toHaveProperty('text');
    expect(writeMermaid(rowsOf(named('x'.repeat(120))))).toHaveProperty('fault');
  });
});
