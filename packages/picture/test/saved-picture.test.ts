import { type NodeRecord, packNodes, type SavedView } from '@gcscope/gc-core/wire';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../tools/src/any-character.ts';
import { drawNode, drawView, readPicture, rowsOf, type SavedPicture } from '../src/index.ts';
import { record, reference } from './support/records.ts';
import { smallNode } from './support/small-node.ts';
import { smallWorld } from './support/small-world.ts';
import { svgOf } from './support/svg-of.ts';
import { wellFormed } from './support/xml.ts';

const VIEW: SavedView = { title: 'prod · shop', savedAt: '2026-11-24T14:00:00Z' };

function draw(records: readonly NodeRecord[], view: SavedView = VIEW): string {
  return drawView(records, view, { theme: 'light' });
}

function opened(svg: string): SavedPicture {
  const read = readPicture(svg);
  if ('fault' in read) throw new Error(read.fault);
  return read;
}

/** The picture with another document in it. */
function carrying(json: string): string {
  const svg = draw([]);
  const place = /(<metadata id="gcscope-graph">)[^<]*/;
  return svg.replace(place, (_, start: string) => start + json);
}

const hostile = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom(
    '__proto__',
    '</metadata>',
    '</metadata><script>alert(1)</script>',
    ']]><!--',
    '&lt;&#0;&amp;',
    '\u0000\u001b\u0085\ud800\uffff\u202e',
    '\\u003c"\n',
  ),
);
const worlds = fc.uniqueArray(
  fc
    .record({
      uid: hostile,
      apiVersion: hostile,
      kind: hostile,
      namespace: hostile,
      name: hostile,
      finalizers: fc.array(hostile, { maxLength: 2 }),
      owners: fc.array(
        hostile.map((uid) => reference(uid, { name: uid, controller: true })),
        {
          maxLength: 3,
        },
      ),
      beingDeleted: fc.boolean(),
      blockedBy: hostile,
    })
    .map(({ blockedBy, ...fields }) =>
      record({ ...fields, summary: { verdict: 'waits', rule: 'API-35', blockedBy } }),
    ),
  { selector: ({ uid }) => uid, maxLength: 8 },
);

describe('a picture that carries its graph', () => {
  it('says how siblings were stacked', () => {
    const stacked = (open?: ReadonlySet<string>): unknown =>
      opened(drawView([], VIEW, { theme: 'light', ...(open && { stacks: { open } }) })).openStacks;
    expect([stacked(), stacked(new Set()), stacked(new Set(['<a>,b']))]).toEqual([
      ['all'],
      [],
      ['<a>,b'],
    ]);
    const wrong = draw([]).replace('"openStacks":["all"]', '"openStacks":[1]');
    expect(readPicture(wrong)).toMatchObject({
      fault: expect.stringContaining('openStacks is not a list of ids'),
    });
    // Saved by a program that did not say it.
    expect(opened(draw([]).replace('"openStacks":["all"],', '')).openStacks).toBeUndefined();
  });

  it('gives back the very records, whatever their names are, and stays well-formed', () => {
    fc.assert(
      fc.property(worlds, hostile, (records, title) => {
        const svg = draw(records, { ...VIEW, title, gone: records.slice(0, 1).map((r) => r.uid) });
        expect(wellFormed(svg)).toBe(true);
        expect(svg.match(/<metadata|<\/metadata>/g)).toHaveLength(2);
        const { view, records: read } = opened(svg);
        expect(view.title).toBe(title);
        expect(read).toEqual(records);
      }),
    );
  });

  it('gives back what the picture says of itself', () => {
    const records = smallWorld();
    const view: SavedView = {
      ...VIEW,
      focus: records[3]?.uid ?? '',
      gone: [records[0]?.uid ?? ''],
    };
    expect(opened(draw(records, view))).toEqual({ view, records, openStacks: ['all'] });
  });

  it('shows owners for context pale, counts them apart, and says which they are', () => {
    const owner = record({ uid: 'owner' });
    const ghost = record({ uid: 'ghost', virtual: true });
    const owners = [reference('owner', { controller: true }), reference('ghost')];
    const records = [owner, ghost, record({ uid: 'leaf', owners }), record({ uid: 'other' })];
    const svg = draw(records, { ...VIEW, context: ['owner', 'ghost'] });
    // Only the card is pale: its text stays readable.
    expect(svg.match(/\.pale[^{]*\{[^}]*\}/g)).toEqual([
      '.pale use{opacity:.55}',
      '.pale text{fill:currentColor}',
    ]);
    expect(svg.match(/ class="\w+ pale"/g)).toEqual([
      ' class="calm pale"',
      ' class="virtual pale"',
    ]);
    expect(svg).toContain('>2 objects, and 2 owners for context<');
    expect(opened(svg).view.context).toEqual(['owner', 'ghost']);
    expect(draw(records)).toContain('>3 objects<');
    expect(draw(records)).not.toContain(' pale"');
    const broken = svg.replace('"context":["owner","ghost"]', '"context":[1]');
    expect(readPicture(broken)).toMatchObject({
      fault: expect.stringContaining('context is not a list of uids'),
    });
  });

  it('opens again after a program has put an XML declaration before it', () => {
    const svg = `<?xml version="1.0" encoding="UTF-8"?>\n${draw(smallWorld())}`;
    expect(opened(svg).records).toHaveLength(smallWorld().length);
  });

  it('carries nothing unless it is told to', () => {
    const rows = rowsOf(smallWorld());
    const svg = svgOf(rows);
    expect(readPicture(svg)).toEqual({
      fault: expect.stringMatching(/^This picture carries no graph/),
    });
  });
});

describe('a file from another person', () => {
  const document = { apiVersion: 'gcscope.dev/v1', kind: 'Picture', ...VIEW, nodes: packNodes([]) };
  const with_ = (fields: object): string => carrying(JSON.stringify({ ...document, ...fields }));

  it.each([
    ['a web page', '<html><svg></svg></html>', /^It is not an SVG picture/],
    ['text', 'svg', /^It is not an SVG picture/],
    ['nothing', '', /^It is not an SVG picture/],
    ['a picture of another program', '<svg xmlns="x"><g/></svg>', /carries no graph/],
    [
      'a picture of a node',
      drawNode(smallNode({ name: '</title><metadata>' }), { theme: 'dark' }),
      /^A picture of a node does not carry the node’s data, so it does not open again\./,
    ],
    ['a picture that is cut off', draw(smallWorld()).slice(0, -20), /carries no graph/],
    ['no JSON', carrying('{'), /damaged: it is not a picture document/],
    ['null', carrying('null'), /damaged: it is not a picture document/],
    ['a list', carrying('[1]'), /damaged: it is not a picture document/],
    ['another version', with_({ apiVersion: 'gcscope.dev/v2' }), /^Another version of gcscope/],
    ['another kind', with_({ kind: 'Graph' }), /damaged: it is not a picture document/],
    ['no time', with_({ savedAt: '2026-02-30T00:00:00Z' }), /damaged: savedAt is not a time/],
    ['no title', with_({ title: 5 }), /damaged: title is not a string/],
    ['an unknown field', with_({ script: '' }), /damaged: it has unknown fields/],
    [
      '__proto__ as a field',
      carrying(`{"__proto__":{"kind":"Picture"},${JSON.stringify(document).slice(1)}`),
      /damaged: it has unknown fields/,
    ],
    ['gone of numbers', with_({ gone: [5] }), /damaged: gone is not a list of uids/],
    ['no nodes', with_({ nodes: undefined }), /damaged: nodes.kinds is not a list/],
    [
      'one uid twice',
      with_({ nodes: packNodes([record({ uid: 'a' }), record({ uid: 'a' })]) }),
      /damaged: two objects have one uid/,
    ],
    [
      'more objects than are saved',
      with_({ nodes: { ...manyNodes(100_001) } }),
      /damaged: it has more than 100000 objects/,
    ],
  ])('%s is refused with a sentence', (_, svg, sentence) => {
    expect(readPicture(svg)).toEqual({ fault: expect.stringMatching(sentence) });
  });

  it('is read in linear time when it only looks like a picture', () => {
    const read = readPicture(`<svg ${'<metadata id="gcscope-graph"> '.repeat(300_000)}`);
    expect(read).toHaveProperty('fault');
    expect(readPicture(carrying('['.repeat(5_000_000)))).toHaveProperty('fault');
  });

  it('is shown or refused, whatever stands in its graph', () => {
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 3 }),
        fc.constantFrom('gone', 'nodes', 'focus'),
        (json, key) => {
          const read = readPicture(with_({ [key]: JSON.parse(json) }));
          if ('fault' in read) return;
          const rows = rowsOf(read.records);
          svgOf(rows, { theme: 'dark', title: read.view.title });
        },
      ),
    );
  });
});

function manyNodes(count: number): ReturnType<typeof packNodes> {
  return packNodes(Array.from({ length: count }, (_, at) => record({ uid: `u${at}` })));
}
