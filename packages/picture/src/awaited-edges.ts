import type { CrossEdge } from './route-edges.ts';
import { FURTHER, MARKS, type Rows, WAITS, WRONG } from './rows.ts';

const ENDING: readonly number[] = [MARKS.indexOf('terminating'), MARKS.indexOf('blocked')];

/** The edges from each Namespace in deletion to what it waits for (NS-08), of rows that came without them: nothing moves for them. */
export function awaitedEdges(rows: Rows): readonly CrossEdge[] {
  const { names, kinds, kind, namespaces, namespace, marks } = rows;
  const isEnding = (row: number): boolean => ENDING.includes((marks[row] as number) % WRONG);
  const places = new Map(namespaces.map((name, place) => [name, place]));
  const isNamespace = kinds.map(([version, name]) => version === 'v1' && name === 'Namespace');
  const containers = new Map<number, number>();
  for (let row = 0; row < marks.length; row++) {
    if (!isNamespace[kind[row] as number] || !isEnding(row) || rows.stacks.has(row)) continue;
    const place = places.get(names[row] as string);
    if (place !== undefined) containers.set(place, row);
  }
  const edges: CrossEdge[] = [];
  if (containers.size === 0) return edges;
  for (let row = 0; row < marks.length; row++) {
    const owner = containers.get(namespace[row] as number);
    if (owner === undefined || !isEnding(row)) continue;
    edges.push({ dependent: row, owner, traits: WAITS + FURTHER });
  }
  return edges;
}
