import { describe, expect, it } from 'vitest';
import { parseDot } from '../../src/graph/parse-dot.ts';
import { printDot, sortDot } from '../../src/graph/print-dot.ts';
import { errorOf, graphOf, ONE, refusal, vertex } from './dot-graphs.ts';

describe('a debug graph with a fault', () => {
  it.each<[string, number, string]>([
    ['', 1, 'this is no debug graph'],
    ['graph full {\n}\n', 1, 'this is no debug graph'],
    ['digraph other {\n}\n', 1, 'this is no debug graph'],
    ['strict digraph full {\n', 2, 'the graph does not end.'],
    ['strict digraph full {\n}\n}\n', 3, 'there is more after the graph.'],
    ['strict digraph full {\n  node [shape=box];\n}\n', 2, 'expected a node, found "node".'],
    ['strict digraph full {\n  "a" -> "b";\n}\n', 2, 'no node "a".'],
    ['strict digraph full {\n  <b>\n}\n', 2, 'unexpected "<b>".'],
    [
      ONE.replace('kind="ReplicaSet"', 'kind="ReplicaSet'),
      7,
      'this string does not end on its line.',
    ],
    [ONE.replace('virtual="false"', 'virtual="maybe"'), 14, 'virtual must be "true" or "false".'],
    [ONE.replace('name="web"', 'name=web'), 9, 'the value of name must be a quoted string.'],
    [ONE.replace('    uid="u-1"\n', ''), 3, 'this node lacks the attribute uid.'],
    [ONE.replace('kind=', 'colour='), 7, '"colour" is no attribute of a node.'],
    [ONE.replace('kind=', 'group='), 7, 'the attribute group is there twice.'],
    [ONE.replace('name="web"', 'name="bew"'), 4, 'the label does not fit the attributes.'],
    [ONE.replace('"u-1" [', '"u-2" ['), 3, 'the name of this node is not its uid.'],
    [ONE.replace('"u-1" ->', '4 ->'), 17, 'nodes are either all numbers or all quoted.'],
    [ONE.replace('name="web"', 'name="\\q"'), 9, 'unknown escape after a backslash.'],
    [ONE.replace('name="web"', 'name="\\ud800"'), 9, 'unknown escape after a backslash.'],
    [ONE.replace('name="web"', 'name="\\U00110000"'), 9, 'unknown escape after'],
    [ONE.slice(0, -8), 17, 'this string does not end.'],
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
    expect(error?.message).toContain(`Line ${line}: ${problem}`);
    expect(error?.message).toMatch(
      /[.] Only what the collector printed can be read: fetch it again, whole\.$/,
    );
    expect([error?.line, error?.name]).toEqual([line, 'DotSyntaxError']);
  });

  it('is refused with two nodes of one number', () => {
    const [before, node = '', after = ''] = ONE.replaceAll('"u-1" ', '1 ')
      .replace('-> "u-1"', '-> 1')
      .split(/(?= {2}1 \[)|(?= {2}\/\/ Edge)/);
    expect(refusal(`${before}${node}${after}`)).toBe('accepted');
    expect(refusal(`${before}${node}${node}${after}`)).toContain(
      'Line 16: there are two nodes 1. ',
    );
  });
});

describe('a debug graph with odd names', () => {
  it.each(['}', ']', ';', '->', '[', '=', ',', 'strict'])('has a node called %s', (uid) => {
    const graph = graphOf(['u-1', uid]);
    expect(parseDot(printDot(graph))).toEqual(graph);
  });

  it('may begin with a byte order mark, and has one nowhere else', () => {
    expect(parseDot(`\ufeff${ONE}`)).toEqual(graphOf(['u-1']));
    expect(refusal(`\n\ufeff${ONE}`)).toContain('Line 2: unexpected "');
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
