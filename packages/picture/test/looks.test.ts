import { describe, expect, it } from 'vitest';
import { edgesOf, glyphOf, markLook, type Palette, palette } from '../src/index.ts';
import { KIND_GLYPHS } from '../src/kind-glyphs.ts';
import { MARKS } from '../src/rows.ts';
import { record, reference } from './support/records.ts';

const PATH = /^M[-MLHVCSQTAZmlhvcsqtaz0-9., ]+$/;

describe('looks', () => {
  it('gives every text 4.5 : 1 or more in both themes', () => {
    for (const theme of ['light', 'dark'] as const) {
      const pairs = textPairs(palette(theme));
      const weak = pairs
        .map(([name, a, b]) => `${name} ${contrast(a, b).toFixed(2)}`)
        .filter((line) => Number(line.split(' ').at(-1)) < 4.5);
      expect(weak).toEqual([]);
    }
  });

  it('tells every mark but the calm one by a word and a sign of its own', () => {
    const described = MARKS.filter((mark) => mark !== 'calm').map(markLook);
    expect(new Set(described.map(({ word }) => word)).size).toBe(described.length);
    expect(new Set(described.map(({ sign }) => sign)).size).toBe(described.length);
    for (const { word, sign } of described) {
      expect(word).not.toBe('');
      expect(sign).toMatch(PATH);
    }
  });

  it('explains "goes next" in the words of a verdict: at the next check', () => {
    const { word, meaning } = markLook('goes');
    expect([word, meaning]).toEqual([
      'goes next',
      'the collector sends a DELETE for it at its next check, or once it restarts',
    ]);
  });

  it('draws no two marks with the same card', () => {
    for (const theme of ['light', 'dark'] as const) {
      const bodies = MARKS.map((mark) => {
        const { outline, hatched, crossed } = markLook(mark);
        return `${palette(theme).marks[mark].fill} ${outline} ${hatched} ${crossed}`;
      });
      expect(new Set(bodies).size).toBe(MARKS.length);
    }
  });

  it('has a glyph of its own for each well-known kind', () => {
    expect(new Set(KIND_GLYPHS.values()).size).toBe(KIND_GLYPHS.size);
    for (const path of KIND_GLYPHS.values()) expect(path).toMatch(PATH);
    for (const [apiVersion, kind, old] of [
      ['apps/v1', 'Deployment', 'apps/v1beta1'],
      ['apps/v1', 'Deployment', 'extensions/v1beta1'],
      ['apps/v1', 'ReplicaSet', 'extensions/v1beta1'],
      ['networking.k8s.io/v1', 'Ingress', 'extensions/v1beta1'],
    ] as const) {
      expect(glyphOf(apiVersion, kind).path).toBeDefined();
      expect(glyphOf(old, kind)).toEqual(glyphOf(apiVersion, kind));
    }
  });

  it('writes two letters for a custom kind, in one tint per API group', () => {
    const database = glyphOf('db.example.com/v1', 'Database');
    const user = glyphOf('db.example.com/v1', 'DatabaseUser');
    expect([database.letters, user.letters]).toEqual(['Da', 'DU']);
    expect(database.tint).toBe(user.tint);
    expect(glyphOf('example.com/v1', 'Deployment').path).toBeUndefined();
    expect(glyphOf('', '').letters).toBe('?');
    expect(glyphOf('__proto__', '__proto__').letters).toBe('Pr');
  });

  it('keeps the glyph readable on every tint', () => {
    const tints = Array.from({ length: 200 }, (_, at) => glyphOf(`g${at}.io/v1`, 'Thing').tint);
    for (const tint of [...tints, glyphOf('v1', 'Pod').tint]) {
      expect(contrast(palette('light').glyph, tint)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('takes all references to one owner as one edge, further owners dotted', () => {
    const edges = edgesOf(
      record({
        uid: 'pod',
        owners: [
          reference('other', { blockOwnerDeletion: true }),
          reference('set', { blockOwnerDeletion: true }),
          reference('set', { controller: true }),
        ],
        summary: { verdict: 'stays', rule: 'AD-01', wrong: [{ index: 0, finding: 'dangling' }] },
      }),
    );
    expect(edges).toEqual([
      { owner: 'other', look: { blocking: true, invalid: true, further: true } },
      { owner: 'set', look: { blocking: true, invalid: false, further: false } },
    ]);
  });
});

/** Every colour that text has, with what it stands on. */
function textPairs(colours: Palette): [name: string, text: string, fill: string][] {
  const { background, text, muted, frame, invalid, accent, amber, red, violet, marks } = colours;
  const free = [text, muted, frame.text, accent, amber, red, violet, invalid];
  return [
    ...free.map((on): [string, string, string] => [`background ${on}`, on, background]),
    ...free.map((on): [string, string, string] => [`frame ${on}`, on, frame.fill]),
    ...MARKS.flatMap((mark) => {
      const card = marks[mark];
      return [card.text, card.muted, card.sign, invalid].map((on): [string, string, string] => [
        `${mark} ${on}`,
        on,
        card.fill,
      ]);
    }),
    // A pale card fades towards its frame, and its texts do not.
    ...MARKS.map((mark): [string, string, string] => [
      `pale ${mark}`,
      marks[mark].muted,
      frame.fill,
    ]),
  ];
}

function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
