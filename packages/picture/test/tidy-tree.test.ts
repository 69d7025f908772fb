import { hierarchy, tree } from 'd3-hierarchy';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TidyTree } from '../src/tidy-tree.ts';

/** Each further item: the item it hangs under, by its place among those before it, and its width. */
const ITEMS = fc.array(fc.record({ under: fc.nat(), width: fc.constantFrom(20, 192, 404, 1040) }), {
  maxLength: 80,
});

interface Node {
  readonly width: number;
  readonly children: Node[];
}

describe('the tidy tree', () => {
  it('stands as d3-hierarchy arranges it, whatever stood there before', () => {
    const tidy = new TidyTree(20);
    fc.assert(
      fc.property(ITEMS, (items) => {
        const nodes: Node[] = [{ width: 192, children: [] }];
        tidy.start(192);
        items.forEach(({ under, width }) => {
          const parent = under % nodes.length;
          const node: Node = { width, children: [] };
          nodes[parent]?.children.push(node);
          nodes.push(node);
          tidy.add(parent, width);
        });
        tidy.arrange();
        const middles = nodes.map((_, item) => tidy.middle(item));
        const places = arrangedByD3(nodes[0] as Node);
        expect(middles).toEqual(nodes.map((node) => expect.closeTo(places.get(node) ?? 0, 6)));
      }),
    );
  });

  it('stands at 0 when it is alone', () => {
    const tidy = new TidyTree(20);
    tidy.start(192);
    tidy.arrange();
    expect([tidy.size, tidy.middle(0), tidy.width(0)]).toEqual([1, 0, 192]);
  });
});

function arrangedByD3(root: Node): Map<Node, number> {
  const arrange = tree<Node>()
    .nodeSize([1, 1])
    .separation((a, b) => (a.data.width + b.data.width) / 2 + 20);
  return new Map(
    arrange(hierarchy(root))
      .descendants()
      .map((item) => [item.data, item.x]),
  );
}
