import { describe, expect, it } from 'vitest';
import { parseDot } from '../../src/graph/parse-dot.ts';
import { DotSyntaxError } from '../../src/graph/parse-dot-scanner.ts';
import { type DotGraph, type DotVertex, printDot, sortDot } from '../../src/graph/print-dot.ts';

function vertex(uid: string, name = 'web'): DotVertex {
  return {
    uid,
    group: 'apps',
    version: 'v1',
    kind: 'ReplicaSet',
    namespace: 'prod',
    name,
    missing: false,
    beingDeleted: false,
    deletingDependents: false,
    virtual: false,
  };
}

function graphOf(uids: readonly string[]): DotGraph {
  const [first = ''] = uids;
  return {
    vertices: uids.map((uid) => vertex(uid)),
    edges: uids.map((uid) => ({ from: uid, to: first })),
  };
}

const ONE = printDot(graphOf(['u-1']));

function errorOf(text: string): DotSyntaxError {
  try {
    parseDot(text);
  } catch (error) {
    if (error instanceof DotSyntaxError) return error;
    throw error;
  }
  return expect.fail('it was accepted');
}

describe('a debug graph with a fault', () => {
  it.each([
    ['"strict" digraph full {\n}', 1, 'this is no debug graph of the garbage collector'],
    ['strict digraph full {\n[\n}', 2, 'expected a node, found "[".'],
    ['strict digraph full {\n"a" "->" "a"\n}', 2, 'expected [, found "->".'],
    [ONE.replace('"u-1" [', '"u-1" "["'), 3, 'expected [, found "[".'],
    [ONE.replace('name="web"', '"name"="web"'), 9, '"name" is no attribute of a node.'],
    [ONE.replace('name="web"', '"]"="web"'), 9, '"]" is no attribute of a node.'],
    [ONE.replace('name="web"', '{'), 9, '"{" is no attribute of a node.'],
    [ONE.replace('name="web"', 'name "web"'), 9, 'expected =, found "web".'],
    [ONE.replace('name="web"', 'name"="'), 9, 'expected =, found "=".'],
    [ONE.replace('name="web"', 'name[ "web"'), 9, 'expected =, found "[".'],
    [ONE.slice(0, ONE.indexOf('="prod"')), 8, 'expected =, found the end.'],
    [ONE.replace('name="web"', 'name="\\udfff"'), 9, 'unknown escape after a backslash.'],
    [ONE.replace('name="web"', `${'n'.repeat(40)}="w"`), 9, `"${'n'.repeat(40)}" is no attribute`],
    [ONE.replace('name="web"', `${'n'.repeat(41)}="w"`), 9, `"${'n'.repeat(40)}…" is no attribute`],
    [ONE.slice(0, ONE.indexOf('namespace=prod') - 1), 4, 'this string does not end.'],
    [`${ONE.slice(0, ONE.indexOf('web"'))}\\x`, 9, 'this string does not end.'],
    [`${ONE.slice(0, ONE.indexOf('web"'))}\\xf`, 9, 'this string does not end.'],
    [`${ONE.slice(0, ONE.indexOf('web"'))}\\x1`, 9, 'this string does not end.'],
    [`${ONE.slice(0, ONE.indexOf('web"'))}\\u12`, 9, 'this string does not end.'],
    [`${ONE.slice(0, ONE.indexOf('web"'))}\\uffF`, 9, 'this string does not end.'],
    [`${ONE.slice(0, ONE.indexOf('web"'))}\\U0001f60`, 9, 'this string does not end.'],
    [`${ONE.slice(0, ONE.indexOf('web"'))}\\Z`, 9, 'unknown escape after a backslash.'],
  ])('is refused with its line: %#', (text, line, problem) => {
    const error = errorOf(text);
    expect(error.message).toContain(`Line ${line}: ${problem}`);
    expect(error.message).toMatch(
      /[.] Only what the collector printed can be read: fetch it again, whole\.$/,
    );
    expect([error.line, error.name]).toEqual([line, 'DotSyntaxError']);
  });
});

describe('a debug graph with odd names', () => {
  it.each(['}', ']', ';', '->', '[', '=', ',', 'strict'])('has a node called %s', (uid) => {
    const graph = graphOf(['u-1', uid]);
    expect(parseDot(printDot(graph))).toEqual(graph);
  });

  it('may begin with a byte order mark, and has one nowhere else', () => {
    expect(parseDot(`\ufeff${ONE}`)).toEqual(graphOf(['u-1']));
    expect(errorOf(`\n\ufeff${ONE}`).message).toContain('Line 2: unexpected "');
  });

  it('needs neither semicolons nor commas, and takes both', () => {
    const graph = graphOf(['u-1', ';', 'u-2']);
    const text = printDot(graph);
    expect(parseDot(text.replaceAll('];\n', ']\n'))).toEqual(graph);
    expect(parseDot(text.replaceAll(/"\n {4}(?=[a-z])/gi, '",\n    '))).toEqual(graph);
  });

  it('has every short escape', () => {
    const name = '\u0007\b\f\n\r\t\v"\\';
    const graph = { vertices: [vertex('u', name)], edges: [] };
    const text = printDot(graph);
    expect(text).toContain('name="\\a\\b\\f\\n\\r\\t\\v\\"\\\\"');
    expect(parseDot(text)).toEqual(graph);
  });

  it('has numbers of several digits and line breaks in its texts where Kubernetes 1.12 to 1.25 wrote it', () => {
    const uids = Array.from({ length: 12 }, (_, at) => `u-${at}`);
    const text = printDot(graphOf(uids), 'gonum').replaceAll('name="web"', 'name="w\neb"');
    const { vertices, edges } = parseDot(text);
    expect(new Set(vertices.map(({ uid }) => uid))).toEqual(new Set(uids));
    expect(new Set(vertices.map(({ name }) => name))).toEqual(new Set(['w\neb']));
    expect(edges.filter(({ to }) => to === 'u-0')).toHaveLength(12);
  });

  it('is sorted by both ends of its edges', () => {
    const edges = ['b-a', 'a-b', 'b-b', 'a-a'].map((each) => ({
      from: each.slice(0, 1),
      to: each.slice(2),
    }));
    const sorted = sortDot({ vertices: [vertex('b'), vertex('a')], edges });
    expect(sorted.vertices.map(({ uid }) => uid)).toEqual(['a', 'b']);
    expect(sorted.edges.map(({ from, to }) => `${from}-${to}`)).toEqual([
      'a-a',
      'a-b',
      'b-a',
      'b-b',
    ]);
  });

  it('[DV-05] has in the form of 1.12 to 1.25 its label on several lines, and edges to the first of a uid', () => {
    const [first, again] = [vertex('u\t1'), { ...vertex('u\t1'), missing: true }];
    const graph = { vertices: [vertex('a'), first, again], edges: [{ from: 'a', to: 'u\t1' }] };
    const text = printDot(graph, 'gonum');
    expect(text).toContain(
      '  1 [\n    label="uid=u\\t1\nnamespace=prod\nReplicaSet.v1.apps/web\n"\n',
    );
    expect(text).toContain(
      '  2 [\n    label="uid=u\\t1\nnamespace=prod\nReplicaSet.v1.apps/web\nmissingFromGraph\n"\n',
    );
    expect(text).toContain('\n  0 -> 1;\n}\n');
  });
});
