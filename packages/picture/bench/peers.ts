import { spawnSync } from 'node:child_process';
import dagre from '@dagrejs/dagre';
import type { NodeRecord } from '@gcscope/gc-core/wire';
import { Graphviz } from '@hpcc-js/wasm-graphviz';
import Elk from 'elkjs';
import { CARD_HEIGHT, CARD_WIDTH } from '../src/index.ts';

/** Graphviz, in Debian as `graphviz`; not a dependency. */
const DOT_PROGRAM = 'dot';

/** A graph as every peer gets it; nodes by their place in `labels`. */
export interface PeerGraph {
  readonly labels: readonly string[];
  readonly edges: readonly (readonly [owner: number, dependent: number])[];
}

/** The layout that a peer made, to be held against the graph. */
interface PeerLayout {
  readonly places: ReadonlyMap<number, { readonly x: number; readonly y: number }>;
  readonly edges: PeerGraph['edges'];
}

/** Another program that lays out graphs. */
export interface Peer {
  /** Name in figures. */
  readonly key: string;
  readonly name: string;
  /** Lays the graph out. The result reads what came of it, which is no part of the layout. */
  layout(graph: PeerGraph): Promise<() => PeerLayout>;
}

/** The objects and their references. */
export function peerGraph(records: readonly NodeRecord[]): PeerGraph {
  const nodes = new Map(records.map(({ uid }, node) => [uid, node]));
  return {
    labels: records.map(({ kind, name }) => `${kind}\\n${name}`),
    edges: records.flatMap(({ owners }, dependent) =>
      owners.flatMap(({ uid }) => {
        const owner = nodes.get(uid);
        return owner === undefined ? [] : [[owner, dependent] as const];
      }),
    ),
  };
}

/** The dot of this machine. */
const DOT: Peer = {
  key: 'dot',
  name: 'dot',
  layout: async (graph) => {
    const { stdout, status, error } = spawnSync(DOT_PROGRAM, ['-Tplain'], {
      input: dotText(graph),
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
      timeout: 15 * 60_000,
    });
    if (status !== 0) throw new Error(`dot failed: ${error?.message ?? status}`);
    return () => readPlain(stdout);
  },
};

const WASM: Peer = {
  key: 'wasm',
  name: 'Graphviz in WebAssembly',
  layout: async (graph) => {
    const plain = (await Graphviz.load()).layout(dotText(graph), 'plain', 'dot');
    return () => readPlain(plain);
  },
};

const DAGRE: Peer = {
  key: 'dagre',
  name: 'dagre',
  layout: async ({ labels, edges }) => {
    const graph = new dagre.graphlib.Graph().setGraph({}).setDefaultEdgeLabel(() => ({}));
    labels.forEach((_, node) => {
      graph.setNode(String(node), { width: CARD_WIDTH, height: CARD_HEIGHT });
    });
    for (const [owner, dependent] of edges) graph.setEdge(String(owner), String(dependent));
    dagre.layout(graph);
    return () => ({
      places: new Map(
        graph.nodes().map((node) => {
          const { x, y } = graph.node(node);
          return [Number(node), { x, y }];
        }),
      ),
      edges: graph.edges().map(({ v, w }) => [Number(v), Number(w)] as const),
    });
  },
};

const ELK: Peer = {
  key: 'elk',
  name: 'elk layered',
  layout: async ({ labels, edges }) => {
    const root = await new Elk().layout({
      id: 'root',
      layoutOptions: { 'elk.algorithm': 'layered' },
      children: labels.map((_, node) => ({
        id: String(node),
        width: CARD_WIDTH,
        height: CARD_HEIGHT,
      })),
      edges: edges.map(([owner, dependent], edge) => ({
        id: `edge ${edge}`,
        sources: [String(owner)],
        targets: [String(dependent)],
      })),
    });
    return () => ({
      places: new Map(
        root.children?.map(({ id, x = Number.NaN, y = Number.NaN }) => [Number(id), { x, y }]),
      ),
      edges: (root.edges ?? []).map(
        ({ sources, targets }) => [Number(sources[0]), Number(targets[0])] as const,
      ),
    });
  },
};

/** Whether this machine has the dot of Graphviz. */
export const HAS_DOT: boolean = spawnSync(DOT_PROGRAM, ['-V'], { stdio: 'ignore' }).status === 0;

/** The peers that are installed. */
export const PEERS: readonly Peer[] = [...(HAS_DOT ? [DOT] : []), WASM, DAGRE, ELK];

function dotText({ labels, edges }: PeerGraph): string {
  return [
    'digraph {',
    ...labels.map((label, node) => `n${node} [shape=box, label="${label}"];`),
    ...edges.map(([owner, dependent]) => `n${owner} -> n${dependent};`),
    '}',
  ].join('\n');
}

/** Graphviz's plain output: a line a node and edge. */
function readPlain(plain: string): PeerLayout {
  return {
    places: new Map(
      [...plain.matchAll(/^node n(\d+) (\S+) (\S+) /gm)].map(([, node, x, y]) => [
        Number(node),
        { x: Number(x), y: Number(y) },
      ]),
    ),
    edges: [...plain.matchAll(/^edge n(\d+) n(\d+) /gm)].map(
      ([, owner, dependent]) => [Number(owner), Number(dependent)] as const,
    ),
  };
}
