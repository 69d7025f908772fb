import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDot } from '../../src/graph/parse-dot.ts';
import { DotSyntaxError } from '../../src/graph/parse-dot-scanner.ts';
import { type DotGraph, type DotVertex, printDot, sortDot } from '../../src/graph/print-dot.ts';
import { propertyRuns } from '../support/property-runs.ts';

const EVIDENCE = join(import.meta.dirname, '../conformance/evidence');

const drawings = readdirSync(EVIDENCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.dot'))
  .toSorted();

/** Graphs whose names are as clusters and bad people have them; lone surrogates stand for bytes that are no UTF-8. */
function arbitraryGraph(): fc.Arbitrary<DotGraph> {
  // Not made before a test asks for it: each text of all of Unicode takes half a second to prepare.
  const hostileText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('', '"', '\\', '\\n', '];', '}', '\n', '\r\n', '__proto__', '\u0085', '\u2028'),
    fc.string({
      unit: fc.constantFrom('\udc80', '\udcff', '\ufffd', '\u{10ffff}', '\u00a0', '// x'),
    }),
  );
  const vertex: fc.Arbitrary<DotVertex> = fc.record({
    uid: hostileText,
    group: hostileText,
    version: hostileText,
    kind: hostileText,
    namespace: hostileText,
    name: hostileText,
    missing: fc.boolean(),
    beingDeleted: fc.boolean(),
    deletingDependents: fc.boolean(),
    virtual: fc.boolean(),
  });
  return fc.array(vertex, { maxLength: 8 }).chain((vertices) => {
    const uid = fc.nat(7).map((index) => vertices[index % vertices.length]?.uid ?? '');
    const edges =
      vertices.length === 0 ? fc.constant([]) : fc.array(fc.record({ from: uid, to: uid }));
    return edges.map((each) => ({ vertices, edges: each }));
  });
}

const ONE_NODE = printDot({
  vertices: [
    {
      uid: 'u-1',
      group: 'apps',
      version: 'v1',
      kind: 'ReplicaSet',
      namespace: 'prod',
      name: 'web',
      missing: false,
      beingDeleted: false,
      deletingDependents: false,
      virtual: true,
    },
  ],
  edges: [{ from: 'u-1', to: 'u-1' }],
});

/** The line and message that the text is refused with. */
function refusal(text: string): string {
  try {
    parseDot(text);
  } catch (error) {
    if (error instanceof DotSyntaxError) return error.message;
    throw error;
  }
  return 'accepted';
}

describe('parseDot', () => {
  it.each(drawings)('[DV-02] [DV-03] [DV-08] prints %s back byte for byte', (file) => {
    const text = readFileSync(join(EVIDENCE, file), 'utf8');
    expect(printDot(parseDot(text))).toBe(text);
  });

  it('has all drawings of the recorded cases', () => {
    expect(drawings.length).toBe(45);
  });

  it('reads back every graph that is printed', () => {
    fc.assert(
      fc.property(arbitraryGraph(), (graph) => {
        const text = printDot(graph);
        expect(parseDot(text)).toEqual(graph);
        expect(printDot(parseDot(text))).toBe(text);
      }),
      propertyRuns(),
    );
  });

  it('reads the form of 1.12 to 1.25 as the same graph', () => {
    const uniqueUids = arbitraryGraph().filter(
      ({ vertices }) => new Set(vertices.map(({ uid }) => uid)).size === vertices.length,
    );
    fc.assert(
      fc.property(uniqueUids, (graph) => {
        expect(parseDot(printDot(graph, 'gonum'))).toEqual(sortDot(graph));
      }),
      propertyRuns(),
    );
  });

  it('reads what 1.13 drew, with line breaks in the label', () => {
    const text = `digraph full {
  // Node definitions.
  7 [
    label="uid=u-2
namespace=prod
ReplicaSet.v1.apps/web
virtual
"
    group="apps"
    version="v1"
    kind="ReplicaSet"
    namespace="prod"
    name="web"
    uid="u-2"
    missing="false"
    beingDeleted="false"
    deletingDependents="false"
    virtual="true"
  ];
  3 [
    label="\\"uid=u-1\\nnamespace=prod\\nPod.v1/web-0\\n\\""
    group=""
    version="v1"
    kind="Pod"
    namespace="prod"
    name="web-0"
    uid="u-1"
    missing="false"
    beingDeleted="false"
    deletingDependents="false"
    virtual="false"
  ];

  // Edge definitions.
  3 -> 7;
}`;
    const graph = parseDot(text);
    expect(graph.vertices.map(({ uid, virtual }) => [uid, virtual])).toEqual([
      ['u-1', false],
      ['u-2', true],
    ]);
    expect(graph.edges).toEqual([{ from: 'u-1', to: 'u-2' }]);
  });

  it.each([
    ['', 'Line 1: this is no debug graph'],
    ['graph full {\n}\n', 'Line 1: this is no debug graph'],
    ['digraph other {\n}\n', 'Line 1: this is no debug graph'],
    ['strict digraph full {\n', 'Line 2: the graph does not end.'],
    ['strict digraph full {\n}\n}\n', 'Line 3: there is more after the graph.'],
    ['strict digraph full {\n  node [shape=box];\n}\n', 'Line 2: expected a node, found "node".'],
    ['strict digraph full {\n  "a" -> "b";\n}\n', 'Line 2: no node "a".'],
    ['strict digraph full {\n  <b>\n}\n', 'Line 2: unexpected "<b>".'],
    [
      ONE_NODE.replace('kind="ReplicaSet"', 'kind="ReplicaSet'),
      'Line 7: this string does not end on its line.',
    ],
    [ONE_NODE.replace('"true"', '"maybe"'), 'Line 14: virtual must be "true" or "false".'],
    [
      ONE_NODE.replace('name="web"', 'name=web'),
      'Line 9: the value of name must be a quoted string.',
    ],
    [ONE_NODE.replace('    uid="u-1"\n', ''), 'Line 3: this node lacks the attribute uid.'],
    [ONE_NODE.replace('kind=', 'colour='), 'Line 7: "colour" is no attribute of a node.'],
    [ONE_NODE.replace('kind=', 'group='), 'Line 7: the attribute group is there twice.'],
    [
      ONE_NODE.replace('name="web"', 'name="bew"'),
      'Line 4: the label does not fit the attributes.',
    ],
    [ONE_NODE.replace('"u-1" [', '"u-2" ['), 'Line 3: the name of this node is not its uid.'],
    [ONE_NODE.replace('"u-1" ->', '4 ->'), 'Line 17: nodes are either all numbers or all quoted.'],
    [ONE_NODE.replace('name="web"', 'name="\\q"'), 'Line 9: unknown escape after a backslash.'],
    [ONE_NODE.replace('name="web"', 'name="\\ud800"'), 'Line 9: unknown escape after a backslash.'],
    [ONE_NODE.replace('name="web"', 'name="\\U00110000"'), 'Line 9: unknown escape after'],
    [ONE_NODE.slice(0, -8), 'Line 17: this string does not end.'],
  ])('refuses what it cannot read, with the line: %#', (text, message) => {
    expect(refusal(text)).toContain(message);
  });

  it('refuses two nodes of one number', () => {
    const [before, node = '', after = ''] = ONE_NODE.replaceAll('"u-1" ', '1 ')
      .replace('-> "u-1"', '-> 1')
      .split(/(?= {2}1 \[)|(?= {2}\/\/ Edge)/);
    expect(refusal(`${before}${node}${after}`)).toBe('accepted');
    expect(refusal(`${before}${node}${node}${after}`)).toContain(
      'Line 16: there are two nodes 1. ',
    );
  });

  it('reads escapes of bytes and code points', () => {
    const text = ONE_NODE.replaceAll('web', 'a\\x07\\xff\\u00a0\\U0001f600');
    const [vertex] = parseDot(text).vertices;
    expect(vertex?.name).toBe('a\u0007\udcff\u00a0\u{1f600}');
  });

  it('takes texts of any size', () => {
    const size = 10_000_000;
    expect(refusal('x'.repeat(size)).length).toBeLessThan(200);
    expect(refusal(`strict digraph full {\n"${'y'.repeat(size)}" -> "b"\n}`).length).toBeLessThan(
      200,
    );
    expect(refusal(`strict digraph full {${' '.repeat(size)}`)).toContain('does not end');
    expect(refusal(`strict digraph full {\n${'// \n'.repeat(size / 10)}`)).toContain(
      'does not end',
    );
    expect(refusal(`strict digraph full {\n"${'\\n'.repeat(size / 10)}`)).toContain('does not end');
  });

  it('answers any text with a graph or a line', () => {
    const pieces = fc.constantFrom(
      ...['strict digraph full {', '\n', '"a"', '[', ']', '->', '}', '1', '//', '\\x', 'uid="a"'],
    );
    fc.assert(
      fc.property(fc.string({ unit: pieces }), (text) => {
        expect(typeof refusal(text)).toBe('string');
      }),
      propertyRuns(),
    );
  });
});
