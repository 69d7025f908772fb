import { describe, expect, it } from 'vitest';
import { Graph } from '../../../src/graph/graph.ts';
import { GraphNode } from '../../../src/graph/graph-node.ts';
import { ROW } from '../../../src/graph/store/last-seen.ts';
import { ObjectTable } from '../../../src/graph/store/object-table.ts';
import { seededRandom } from '../../../src/simulation/random.ts';
import { identityOf, metaOf } from '../../support/nodes.ts';
import { crowdedUids, earlyUid as uidOf } from '../../support/ordinary-object.ts';

function nodeWith(uid: string): GraphNode {
  return new GraphNode(identityOf('a', { uid }), false);
}

function deleteFrom(graph: Graph, uid: string): void {
  const node = graph.get(uid);
  if (node) graph.delete(node);
}

describe('the nodes of a graph', () => {
  it('[DM-11] are those of a Map in its order, whatever comes and goes', () => {
    const random = seededRandom(20_260_101);
    const graph = new Graph();
    const map = new Map<string, GraphNode>();
    const wrong: string[] = [];
    for (let step = 0; step < 20_000; step++) {
      const serial = Math.floor(random() * 3000);
      const uid = serial % 7 === 0 ? `text-${serial}` : uidOf(serial);
      if (random() < 0.4) {
        deleteFrom(graph, uid);
        map.delete(uid);
      } else {
        const node = nodeWith(uid);
        graph.set(node);
        map.set(uid, node);
      }
      if (graph.get(uid) !== map.get(uid)) wrong.push(uid);
      if (step % 500 !== 0) continue;
      graph.takeTouched();
      expect(graph.size).toBe(map.size);
      const nodes = [...map.values()];
      expect([...graph.nodes()].every((node, at) => node === nodes[at])).toBe(true);
    }
    expect(wrong).toEqual([]);
  });

  it('are found when users choose uids that fall on one place, also when all have moved', () => {
    const graph = new Graph();
    const uids = crowdedUids(500);
    for (const uid of uids) graph.set(nodeWith(uid));
    expect(uids.filter((uid) => graph.get(uid)?.uid === uid)).toEqual(uids);
    for (const uid of uids.slice(0, 250)) deleteFrom(graph, uid);
    expect(uids.filter((uid) => graph.get(uid)?.uid === uid)).toEqual(uids.slice(250));
    for (const uid of uids.slice(250, 490)) deleteFrom(graph, uid);
    for (let serial = 1000; serial < 4000; serial++) graph.set(nodeWith(uidOf(serial)));
    expect(uids.filter((uid) => graph.get(uid)?.uid === uid)).toEqual(uids.slice(490));
  });

  it('differ when their uids differ in one character, or in case', () => {
    const graph = new Graph();
    const uid = uidOf(0xabcdef01);
    graph.set(nodeWith(uid));
    const others = [uid.toUpperCase(), uid.replaceAll('-', '0'), `${uid}0`, uid.replace('a', 'š')];
    for (let at = 0; at < uid.length; at++) others.push(`${uid.slice(0, at)}g${uid.slice(at + 1)}`);
    for (const other of others) expect(graph.get(other)).toBeUndefined();
    for (const other of others) graph.set(nodeWith(other));
    expect(graph.size).toBe(others.length + 1);
  });

  it.each([0, 1, 2, 3])('differ when word %s of their uids does, whatever the hashes', (place) => {
    const uidWith = (serial: number): string => {
      const words = ['00000001', '00000002', '00000003', '00000004'];
      words[place] = (Math.imul(serial, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0');
      return words.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    };
    const graph = new Graph();
    for (let serial = 0; serial < 200; serial++) graph.set(nodeWith(uidWith(serial)));
    // The hash ignores the words in the middle: each search compares them.
    const length = place === 1 || place === 2 ? 1000 : 20_000;
    const others = Array.from({ length }, (_, at) => uidWith(200 + at));
    expect(others.filter((uid) => graph.get(uid))).toEqual([]);
  });

  it('keep what was seen of them when they move to make room', () => {
    const graph = new Graph();
    const meta = metaOf('a', { generation: 3, creationTimestamp: '2026-01-01T00:00:00Z' });
    const seen = nodeWith(uidOf(1));
    graph.set(seen);
    graph.see(seen, meta);
    for (let serial = 0; serial < 2000; serial++) {
      graph.set(nodeWith(uidOf(serial + 2)));
      deleteFrom(graph, uidOf(serial));
      if (serial === 0) expect(graph.get(seen.uid)).toBe(seen);
    }
    expect(seen.position).toBe(-1);
    expect(seen.meta).toMatchObject({ generation: 3, creationTimestamp: '2026-01-01T00:00:00Z' });
  });

  it('are told as changed when others that changed left before all moved', () => {
    const graph = new Graph();
    const nodes = [0, 1, 2].map((serial) => nodeWith(uidOf(serial)));
    for (const node of nodes) graph.set(node);
    graph.takeTouched();
    for (const node of nodes.toReversed()) graph.touch(node);
    deleteFrom(graph, uidOf(2));
    for (let serial = 3; serial < 300; serial++) graph.set(nodeWith(uidOf(serial)));
    expect(graph.takeTouched().slice(0, 3)).toEqual([uidOf(2), uidOf(1), uidOf(0)]);
  });

  it('are told as changed, each once, when one that changed left before all moved twice', () => {
    const graph = new Graph();
    const uids = Array.from({ length: 1000 }, (_, serial) => uidOf(serial));
    for (const uid of uids.slice(0, 3)) graph.set(nodeWith(uid));
    deleteFrom(graph, uidOf(0));
    for (const uid of uids.slice(3)) graph.set(nodeWith(uid));
    expect(graph.takeTouched()).toEqual(uids);
  });
});

describe('ObjectTable', () => {
  /** With so many nodes. */
  function tableOf(size: number): ObjectTable<GraphNode> {
    const table = new ObjectTable<GraphNode>();
    for (let serial = 0; serial < size; serial++) {
      if (table.isFull) table.rebuild();
      table.append(nodeWith(uidOf(serial)));
    }
    return table;
  }

  it.each([
    [300, 480],
    [99_999, 159_999],
    [100_000, 125_000],
  ])('makes room for more when %s nodes move: for %s', (size, room) => {
    const table = tableOf(size);
    table.rebuild();
    expect(table.rows.length / ROW).toBe(room);
  });

  it('knows every uid that leaves: by its slot, or as text', () => {
    const table = tableOf(2);
    table.delete(0, uidOf(0));
    expect(() => table.delete(0, uidOf(0))).toThrow('a uid that is not kept as text has a slot');
    table.append(nodeWith('text'));
    table.delete(2, 'text');
    expect([table.size, table.find('text')]).toEqual([0, -1]);
  });
});
