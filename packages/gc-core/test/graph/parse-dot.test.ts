import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDot } from '../../src/graph/parse-dot.ts';
import { type DotGraph, type DotVertex, printDot, sortDot } from '../../src/graph/print-dot.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { ONE, refusal } from './dot-graphs.ts';

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

  it('reads escapes of bytes and code points', () => {
    const text = ONE.replaceAll('web', 'a\\x07\\xff\\u00a0\\U0001f600');
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
