import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type LineCounter,
  type Node,
  visit,
} from 'yaml';

/** Keys and indexes that lead from a document to a place in it. */
export type PlacePath = readonly (string | number)[];

/**
 * The line (from 1) where the place stands: that of its key or of its entry in a list, or of the nearest place around it. What
 * an alias stands for is found at the alias.
 */
export function lineOf(document: Document, lines: LineCounter, path: PlacePath): number {
  let node: unknown = document.contents;
  let line = startOf(node, lines) ?? 1;
  for (const part of path) {
    const found = below(node, part);
    const start = startOf(found?.mark, lines);
    if (!found || start === undefined) break;
    line = start;
    node = found.node;
  }
  // A mapping begins with its first key; the document itself with the first line.
  return path.length === 0 && isMap(document.contents) ? 1 : line;
}

/** The node under a key or at an index, and the token at its beginning. */
function below(node: unknown, part: string | number): { mark: unknown; node: unknown } | undefined {
  if (isMap(node)) {
    const pair = node.items.find(
      ({ key }) => String(isScalar(key) ? key.value : key) === String(part),
    );
    return pair && { mark: pair.key, node: pair.value };
  }
  if (!isSeq(node) || typeof part !== 'number') return undefined;
  const item = node.items[part];
  return { mark: item, node: item };
}

/** The line (from 1) where a node begins. */
export function startOf(node: unknown, lines: LineCounter): number | undefined {
  return isNode(node) && node.range ? lines.linePos(node.range[0]).line : undefined;
}

/** The first alias that names nothing before it, or that stands within what it stands for. */
export function faultyAlias(document: Document): Alias | undefined {
  let found: Alias | undefined;
  visit(document, {
    Alias: (_, alias, around) => {
      const isWithin = around.some((each) => isNode(each) && anchorOf(each) === alias.source);
      if (!isWithin && alias.resolve(document)) return undefined;
      found = alias;
      return visit.BREAK;
    },
  });
  return found;
}

function anchorOf(node: Node): string | undefined {
  return isAlias(node) || !('anchor' in node) ? undefined : node.anchor;
}

/** The quoted text around a place in the source. */
export function textAround(document: Document, offset: number): Node | undefined {
  let found: Node | undefined;
  visit(document, {
    Scalar: (_, scalar) => {
      const [from = 0, , to = 0] = scalar.range ?? [];
      if (from < offset && offset <= to) found = scalar;
    },
  });
  return found;
}

/** The place as people write it: `spec.steps[3].delete`; a key that is no plain word stands in quotes. */
export function pathText(path: PlacePath): string {
  return path
    .map((part) => {
      if (typeof part === 'number') return `[${part}]`;
      return /^[\w-]+$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`;
    })
    .join('')
    .replace(/^\./, '');
}
