import { goQuote } from '../meta/go-quote.ts';
import type { Uid } from '../meta/object-reference.ts';
import { compareText } from './alternate-owner-identity.ts';

/** A vertex of the debug graph: the attributes that are printed, without the label, which follows from them (DV-02). */
export interface DotVertex {
  readonly uid: Uid;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly missing: boolean;
  readonly beingDeleted: boolean;
  readonly deletingDependents: boolean;
  readonly virtual: boolean;
}

/** An edge of the debug graph, from the dependent to its owner (DV-03). */
export interface DotEdge {
  readonly from: Uid;
  readonly to: Uid;
}

/** The collector's debug graph as plain data. Vertices may share a uid (DV-05), edges may repeat. */
export interface DotGraph {
  readonly vertices: readonly DotVertex[];
  readonly edges: readonly DotEdge[];
}

/** The graph as DOT text, vertices and edges in the order they have, exact to the byte. */
export function printDot({ vertices, edges }: DotGraph): string {
  const lines = ['strict digraph full {'];
  if (vertices.length > 0) lines.push('  // Node definitions.');
  for (const vertex of vertices) {
    lines.push(`  ${goQuote(vertex.uid)} [`, ...attributeLines(vertex), '  ];');
  }
  if (edges.length > 0) lines.push('  // Edge definitions.');
  for (const { from, to } of edges) lines.push(`  ${goQuote(from)} -> ${goQuote(to)};`);
  lines.push('}', '');
  return lines.join('\n');
}

/** The graph with vertices by uid and edges by both ends, byte by byte; equal ones keep their order (DV-08). */
export function sortDot(graph: DotGraph): DotGraph {
  return {
    vertices: graph.vertices.toSorted((a, b) => compareText(a.uid, b.uid)),
    edges: graph.edges.toSorted((a, b) => compareText(a.from, b.from) || compareText(a.to, b.to)),
  };
}

/** The label of a vertex before quoting: lines that each end in a line feed. */
export function dotLabel(vertex: DotVertex): string {
  const { uid, group, version, kind, namespace, name } = vertex;
  const flags = [
    vertex.beingDeleted && 'beingDeleted',
    vertex.deletingDependents && 'deletingDependents',
    vertex.virtual && 'virtual',
    vertex.missing && 'missingFromGraph',
  ].filter((flag) => flag !== false);
  const lines = [
    `uid=${uid}`,
    `namespace=${namespace}`,
    `${kind}.${version}${group === '' ? '' : `.${group}`}/${name}`,
    ...(flags.length > 0 ? [flags.join(',')] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function attributeLines(vertex: DotVertex): string[] {
  const attributes: [string, string | boolean][] = [
    ['group', vertex.group],
    ['version', vertex.version],
    ['kind', vertex.kind],
    ['namespace', vertex.namespace],
    ['name', vertex.name],
    ['uid', vertex.uid],
    ['missing', vertex.missing],
    ['beingDeleted', vertex.beingDeleted],
    ['deletingDependents', vertex.deletingDependents],
    ['virtual', vertex.virtual],
  ];
  return [
    `    label=${goQuote(dotLabel(vertex))}`,
    ...attributes.map(([key, value]) => `    ${key}=${goQuote(String(value))}`),
  ];
}
