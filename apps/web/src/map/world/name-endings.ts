import { visibleText } from '@gcscope/gc-core/wire';

/** Letters of an ending, with the ellipsis: with fewer it may be any of twenty. */
const SHORTEST_ENDING = 6;

/** Of each name that begins as another one, how it alone ends: `…node-lease` and `…lease` of `kube-node-lease` beside `kube-system`. */
export function endingsOf(names: readonly string[]): readonly (readonly string[])[] {
  const parts = names.map((name) =>
    [...name.matchAll(/[-.]/g)].map(({ index }) => ({
      start: name.slice(0, index + 1),
      ending: visibleText(`…${name.slice(index + 1)}`),
    })),
  );
  const known = new Set<string>();
  const common = new Set<string>();
  for (const { start, ending } of parts.flat()) {
    for (const part of [start, ending]) (known.has(part) ? common : known).add(part);
  }
  return parts.map((own) => {
    if (!own.some(({ start }) => common.has(start))) return [];
    const alone = own.filter(({ ending }) => !common.has(ending));
    return alone.map(({ ending }) => ending).filter(({ length }) => length >= SHORTEST_ENDING);
  });
}
