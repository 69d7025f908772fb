import type { NodeRecord } from '@gcscope/gc-core/wire';
import {
  awaitedEdges,
  CARD_HEIGHT,
  CARD_WIDTH,
  crossEdges,
  type Layout,
  layout,
  lookOfTraits,
  routeEdges,
  rowsOf,
  slotOf,
  stackSiblings,
} from '@gcscope/picture';
import { describe, expect, it } from 'vitest';
import { GraphStore } from '../../../src/data/graph-store.ts';
import { wholeGraph } from '../../../src/data/selection.ts';
import { type Camera, type EdgeChip, edgeChips } from '../../../src/map/edges/edge-chips.ts';
import { Faces } from '../../../src/map/world/faces.ts';
import { ownedBy, record } from '../../support/record.ts';

const node = record({ uid: 'node', kind: 'Node', namespace: '' });
const mirrors = ['a', 'b', 'c', 'd'].map((uid) =>
  record({ uid, namespace: 'kube-system', owners: [ownedBy(node)] }),
);
const lease = record({
  uid: 'lease',
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  namespace: 'kube-system',
  owners: [ownedBy(node)],
});

/** Texts of the chips where only this object is in view; `without` has left the graph, and keeps its place. */
function textsBeside(
  near: NodeRecord,
  records: readonly NodeRecord[],
  without?: NodeRecord,
  zoom = 1,
): readonly string[] {
  return chipsBeside(near, records, { without, zoom }).map(({ text }) => text);
}

interface Beside {
  readonly without?: NodeRecord | undefined;
  readonly zoom?: number;
  readonly selected?: NodeRecord;
}

function chipsBeside(
  { uid: near }: NodeRecord,
  records: readonly NodeRecord[],
  { without, zoom = 1, selected }: Beside,
): readonly EdgeChip[] {
  const rows = stackSiblings(rowsOf(records));
  const placed = layout(rows, undefined, 1.7);
  const store = new GraphStore(records.filter((each) => each !== without));
  const selection = { ...wholeGraph()(store), ...(without && { places: records }) };
  const faces = new Faces(selection, rows, (uid) => store.records.get(uid));
  const edges = [...crossEdges(rows.edges, placed), ...awaitedEdges(rows)];
  const routes = routeEdges(placed, edges).map((route) => ({
    ...route,
    look: lookOfTraits(route.traits),
  }));
  return edgeChips(routes, placed, cameraAt(near, placed, zoom), faces, selected?.uid);
}

/** Looks at the card of an object, and at little else. */
function cameraAt(uid: string, placed: Layout, zoom: number): Camera {
  const slot = slotOf(placed, uid) ?? -1;
  const size = { width: (CARD_WIDTH + 30) * zoom, height: (CARD_HEIGHT + 30) * zoom };
  const pan = {
    x: size.width / 2 - (placed.x[slot] ?? 0) * zoom,
    y: size.height / 2 - (placed.y[slot] ?? 0) * zoom,
  };
  return { zoom, pan, size };
}

it('there are no chips from afar', () => {
  expect(
    [0.3, 0.19].map((zoom) => textsBeside(node, [node, lease], undefined, zoom).length),
  ).toEqual([1, 0]);
});

it('a chip says how many objects a stack has, not its kind twice', () => {
  expect(textsBeside(node, [node, ...mirrors])).toEqual(['4 Pods']);
});

it('a chip of several cards counts the objects in stacks', () => {
  expect(textsBeside(node, [node, ...mirrors, lease])).toEqual(['5 dependents']);
});

it('a chip names a single object', () => {
  expect(textsBeside(node, [node, lease])).toEqual(['Lease lease']);
});

it('a chip of several objects that a Namespace waits for names one of them', () => {
  const space = record({
    uid: 'space',
    kind: 'Namespace',
    name: 'kube-system',
    namespace: '',
    beingDeleted: true,
  });
  const held = ['Secret', 'ConfigMap', 'Service'].map((kind) =>
    record({ uid: kind, kind, name: 'held', namespace: 'kube-system', beingDeleted: true }),
  );
  const [text, ...others] = textsBeside(space, [space, ...held]);
  expect(others).toEqual([]);
  expect(text).toMatch(/^(Secret|ConfigMap|Service) held and 2 more$/);
});

it('a chip of what the selected Namespace waits for says so, that of another Namespace does not', () => {
  const space = record({
    uid: 'space',
    kind: 'Namespace',
    name: 'app',
    namespace: '',
    beingDeleted: true,
  });
  const held = record({ uid: 'held', kind: 'Secret', namespace: 'app', beingDeleted: true });
  const awaited = (near: NodeRecord, selected: NodeRecord) =>
    chipsBeside(near, [space, held], { selected }).map(({ isAwaited }) => isAwaited);
  expect(awaited(space, space)).toEqual([true]);
  expect(awaited(space, held)).toEqual([undefined]);
  expect(awaited(held, space)).toEqual([undefined]);
});

it('a chip names an object that has left the graph', () => {
  expect(textsBeside(lease, [node, lease], node)).toEqual(['Node node']);
});

it('chips that would name different objects with the same words name their namespaces too', () => {
  const databases = ['preview', 'preview-21'].map((namespace) =>
    record({ uid: namespace, kind: 'Database', namespace, name: 'preview' }),
  );
  const copy = record({ uid: 'copy', owners: databases.map((owner) => ownedBy(owner)) });
  expect(new Set(textsBeside(copy, [copy, ...databases]))).toEqual(
    new Set(['Database preview in preview', 'Database preview in preview-21']),
  );
});

describe('of two owners beside each other', () => {
  const owners = ['one', 'two'].map((name) => record({ uid: name, name, kind: 'Node' }));
  const below = Array.from({ length: 4 }, (_, at) => record({ uid: `below-${at}` }));
  const records = [...owners, ...below];
  const far = 5000;
  const placed = {
    uids: records.map(({ uid }) => uid),
    x: new Float32Array([200, 600, far, far, far, far]),
    y: new Float32Array([100, 300, 0, 0, 0, 0]),
  } as unknown as Layout;
  const faces = {
    recordAt: (uid: string) => records.find((each) => each.uid === uid),
    stacks: new Map(),
  };
  /** The chips of lines to the right from these dependents of each owner. */
  function chipsOf(
    dependents: readonly (readonly number[])[],
    selected?: string,
  ): readonly EdgeChip[] {
    const routes = dependents.flatMap((slots, owner) =>
      slots.map((dependent) => ({
        dependent,
        owner,
        points: [far, 100 + 200 * owner, 200 + 400 * owner, 100 + 200 * owner],
        look: { blocking: false, further: false, invalid: owner === 0 },
      })),
    );
    const camera = { zoom: 1, pan: { x: 0, y: 0 }, size: { width: 1000, height: 500 } };
    return edgeChips(routes, placed, camera, faces, selected);
  }

  it('chips that would count as many dependents name the owners', () => {
    const texts = (dependents: readonly (readonly number[])[]): readonly string[] =>
      chipsOf(dependents).map(({ text }) => text);
    expect(
      texts([
        [2, 3],
        [4, 5],
      ]),
    ).toEqual(['2 dependents of Node one', '2 dependents of Node two']);
    expect(
      texts([
        [2, 3, 4],
        [4, 5],
      ]),
    ).toEqual(['3 dependents', '2 dependents']);
  });

  it('while an object is selected, only its lines have chips, not even those of wrong references', () => {
    expect(chipsOf([[2], [3]], 'two')).toEqual([
      expect.objectContaining({ far: 'below-1', isOfSelected: true }),
    ]);
    // One that has left the map.
    expect(chipsOf([[2], [3]], 'nobody').map(({ invalid }) => invalid)).toEqual([true, false]);
  });
});
