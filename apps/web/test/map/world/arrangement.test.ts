import type { NodeRecord } from '@gcscope/gc-core/wire';
import { type Layout, layoutOpened, type Size } from '@gcscope/picture';
import { describe, expect, it, vi } from 'vitest';
import { GraphStore } from '../../../src/data/graph-store.ts';
import { filtered, NO_FILTER, wholeGraph } from '../../../src/data/selection.ts';
import { placeIn } from '../../../src/map/view/card-place.ts';
import { Arrangement } from '../../../src/map/world/arrangement.ts';
import { ownedBy, record } from '../../support/record.ts';

vi.mock('@gcscope/picture', async (original) => {
  const picture = await original<typeof import('@gcscope/picture')>();
  return { ...picture, layoutOpened: vi.fn(picture.layoutOpened) };
});

const VIEW = { width: 1440, height: 900 };

/** An owner with dependents that stand side by side. */
function tree(namespace: string, name: string, dependents: number): NodeRecord[] {
  const owner = record({ uid: name, kind: 'Deployment', name, namespace });
  return [
    owner,
    ...Array.from({ length: dependents }, (_, at) =>
      record({ uid: `${name}-${at}`, name: `${name}-${at}`, namespace, owners: [ownedBy(owner)] }),
    ),
  ];
}

/** The layout after one rollout after the other in the first of these namespaces, which outgrows its place. */
function grown(isFitted: boolean): Layout {
  const names = ['shop', 'payments', 'monitoring', 'operators', 'kube-system', 'default'];
  const store = new GraphStore(
    names.flatMap((name) => [0, 1, 2].flatMap((at) => tree(name, `${name}${at}`, 3))),
  );
  const arrangement = new Arrangement();
  const selector = wholeGraph();
  arrangement.arrange(store, selector, VIEW, isFitted);
  for (let at = 0; at < 12; at++) {
    store.apply({ upserts: tree('shop', `more${at}`, 3), removes: [] });
    arrangement.arrange(store, selector, VIEW, isFitted);
  }
  return arrangement.layout;
}

function areaOf({ bounds }: Layout): number {
  return bounds.width * bounds.height;
}

it('a namespace that outgrows its place leaves no holes behind while everything is in view', () => {
  const [kept, packed] = [grown(false), grown(true)];
  expect(packed.uids).toEqual(kept.uids);
  expect(areaOf(packed) * 1.1).toBeLessThan(areaOf(kept));
});

/** A world of many namespaces, one of which outgrows its place while something else is looked at; then with everything in view. */
function torn(): { readonly kept: Layout; readonly closed: Layout; readonly anew: Layout } {
  const names = Array.from({ length: 60 }, (_, at) => `shop-${at}`);
  const trees = names.flatMap((name) => [0, 1, 2].flatMap((at) => tree(name, `${name}${at}`, 3)));
  const store = new GraphStore(trees);
  const arrangement = new Arrangement();
  const selector = wholeGraph();
  const arranged = (isFitted: boolean): Layout => {
    arrangement.arrange(store, selector, VIEW, isFitted);
    return arrangement.layout;
  };
  arranged(true);
  const more = [0, 1, 2, 3].flatMap((at) => tree('shop-0', `more${at}`, 5));
  store.apply({ upserts: more, removes: [] });
  const [kept, closed] = [arranged(false), arranged(true)];
  const fresh = new Arrangement();
  fresh.arrange(store, selector, VIEW, true);
  return { kept, closed, anew: fresh.layout };
}

it('the hole of a namespace that left its place closes once everything is in view again', () => {
  const { kept, closed, anew } = torn();
  expect(areaOf(closed)).toBeLessThan(areaOf(kept));
  expect(areaOf(closed)).toBeLessThan(areaOf(anew) * 1.03);
});

/** A world whose first namespace goes, a few objects at a time: its layout at the end, and one made from what is left. */
function shrunk(isFitted: boolean): {
  readonly followed: Layout;
  readonly anew: Layout;
  readonly hasMoved: boolean;
} {
  const shop = tree('shop', 'owner', 300);
  const store = new GraphStore([...shop, ...tree('default', 'web', 3), ...tree('kube', 'dns', 3)]);
  const arrangement = new Arrangement();
  const selector = wholeGraph();
  arrangement.arrange(store, selector, VIEW, isFitted);
  let hasMoved = false;
  for (let from = 0; from < shop.length; from += 20) {
    store.apply({ upserts: [], removes: shop.slice(from, from + 20).map(({ uid }) => uid) });
    arrangement.arrange(store, selector, VIEW, isFitted);
    hasMoved ||= arrangement.hasMoved;
  }
  const fresh = new Arrangement();
  fresh.arrange(store, selector, VIEW, true);
  return { followed: arrangement.layout, anew: fresh.layout, hasMoved };
}

it('a world that lost most of its objects is packed anew while everything is in view', () => {
  const [kept, packed] = [shrunk(false), shrunk(true)];
  expect(areaOf(packed.followed)).toBe(areaOf(packed.anew));
  expect(areaOf(kept.followed)).toBeGreaterThan(areaOf(kept.anew));
  expect([kept.hasMoved, packed.hasMoved]).toEqual([false, true]);
});

/** Number of moves of namespaces while one Deployment after the other rolls out. */
function movesOf(arrangement: Arrangement, store: GraphStore, names: readonly string[]): number {
  let times = 0;
  const follow = (upserts: NodeRecord[], removes: string[]): void => {
    store.apply({ upserts, removes });
    arrangement.arrange(store, wholeGraph(), VIEW, true);
    if (arrangement.hasMoved) times++;
  };
  for (const name of names) {
    const [, ...surge] = tree('shop', name, 6);
    follow(surge, []);
    follow(
      [],
      surge.slice(2).map(({ uid }) => uid),
    );
  }
  return times;
}

it('once each Deployment has rolled out, rollouts move no namespace any more', () => {
  const names = Array.from({ length: 8 }, (_, at) => `web${at}`);
  const store = new GraphStore([
    ...names.flatMap((name) => tree('shop', name, 2)),
    ...['payments', 'monitoring'].flatMap((name) => tree(name, name, 3)),
  ]);
  const arrangement = new Arrangement();
  arrangement.arrange(store, wholeGraph(), VIEW, true);
  movesOf(arrangement, store, names);
  const { namespaces } = arrangement.layout;
  expect(movesOf(arrangement, store, names)).toBe(0);
  expect(arrangement.layout.namespaces.map(({ x, y }) => [x, y])).toEqual(
    namespaces.map(({ x, y }) => [x, y]),
  );
});

/** Places of namespaces, by name. */
function placesOf({ namespaces }: Layout): Map<string, readonly number[]> {
  return new Map(namespaces.map(({ namespace, x, y }) => [namespace, [x, y]]));
}

/** Layouts of a small world before two CronJobs of its first namespace run, which has so many trees, and then while they run and after that, three times. */
function whileJobsRun(trees: number, view: Size = VIEW): readonly Layout[] {
  const summary = { verdict: 'waits', rule: 'API-35', blockedBy: 'x' } as const;
  const stuck = tree('payments', 'ledger', 3).map((each) => ({
    ...each,
    beingDeleted: true,
    summary,
  }));
  const cronJobs = ['settle', 'report'].map((name) =>
    record({ uid: name, kind: 'CronJob', name, namespace: 'payments' }),
  );
  const others = ['shop', 'monitoring', 'operators', 'kube-system', 'default'];
  const store = new GraphStore([
    ...[...stuck, ...cronJobs],
    ...Array.from({ length: trees }, (_, at) => tree('payments', `web${at}`, 5)).flat(),
    ...others.flatMap((name, at) =>
      Array.from({ length: 6 - at }, (_, which) => tree(name, `${name}${which}`, 4)).flat(),
    ),
  ]);
  const arrangement = new Arrangement();
  const arranged = (): Layout => {
    arrangement.arrange(store, wholeGraph(), view, true);
    return arrangement.layout;
  };
  const layouts = [arranged()];
  for (let run = 0; run < 3; run++) {
    const started = cronJobs.flatMap((cronJob) => {
      const name = `${cronJob.name}-${run}`;
      const owners = [ownedBy(cronJob)];
      const job = record({ uid: name, kind: 'Job', name, namespace: 'payments', owners });
      return [job, record({ uid: `${name}-pod`, namespace: 'payments', owners: [ownedBy(job)] })];
    });
    store.apply({ upserts: started, removes: [] });
    layouts.push(arranged());
    store.apply({ upserts: [], removes: started.map(({ uid }) => uid) });
    layouts.push(arranged());
  }
  return layouts;
}

describe('a namespace that gains and loses four objects, again and again', () => {
  const sizes = [2, 3, 4, 5, 6, 7, 8, 9];

  it.each([900, 600])('stays where it is among the others (in a view %i px high)', (height) => {
    const inOrder = ({ namespaces }: Layout): readonly string[] =>
      [...namespaces].sort((a, b) => a.y - b.y || a.x - b.x).map(({ namespace }) => namespace);
    let outgrew = 0;
    for (const trees of sizes) {
      const [first, ...later] = whileJobsRun(trees, { width: 1440, height }) as [Layout, Layout];
      if (areaOf(later[0]) > areaOf(first)) outgrew++;
      for (const each of later) expect(inOrder(each)).toEqual(inOrder(first));
    }
    expect(outgrew).toBeGreaterThan(2);
  });

  it('moves nothing once it has had room for them', () => {
    for (const trees of sizes) {
      const [, first, ...later] = whileJobsRun(trees) as [Layout, Layout];
      for (const each of later) expect(placesOf(each)).toEqual(placesOf(first));
    }
  });
});

it('of objects that keep their first places only the references that they have now are drawn', () => {
  const [owner, other] = [record({ uid: 'owner' }), record({ uid: 'other', namespace: 'other' })];
  const before = { ...other, owners: [ownedBy(owner)] };
  const edgesOf = (now: NodeRecord): number => {
    const store = new GraphStore([owner, now]);
    const arrangement = new Arrangement();
    const whole = wholeGraph();
    const places = [owner, before];
    arrangement.arrange(store, (graph) => ({ ...whole(graph), places }), VIEW, true);
    return arrangement.edges.owners.length;
  };
  expect([edgesOf(before), edgesOf(other)]).toEqual([1, 0]);
});

describe('stacks that open', () => {
  const names = Array.from({ length: 12 }, (_, at) => `shop-${at}`);
  const pods = names.flatMap((name) =>
    Array.from({ length: 20 }, (_, at) => tree(name, `${name}/${at}`, 3)).flat(),
  );
  const idOf = (owner: string): string => `Pod,,${owner.split('/')[0]},${owner}`;

  function arranged(open: readonly string[], ...later: (readonly string[])[]): Layout {
    const store = new GraphStore(pods);
    const arrangement = new Arrangement();
    for (const each of [open, ...later]) {
      arrangement.stack({ open: each.map(idOf) });
      arrangement.arrange(store, wholeGraph(), VIEW, false);
    }
    return arrangement.layout;
  }

  it('lead to the layout that a link to them begins with, and back', () => {
    const [one, other] = ['shop-3/7', 'shop-8/1'];
    const linked = arranged([one, other]);
    expect(linked.uids).toContain(`${other}-2`);
    expect(arranged([], [other], [other, one])).toEqual(linked);
    expect(arranged([], [other], [other, one], [])).toEqual(arranged([]));
  });

  it('leave all before and above them where it was', () => {
    const owner = 'shop-3/7';
    const [closed, open] = [arranged([]), arranged([], [owner])];
    const { x: left, y: top } = placeIn(closed, owner) ?? { x: 0, y: 0 };
    const before = closed.uids.filter((uid) => {
      const { x, y } = placeIn(closed, uid) ?? { x: 0, y: 0 };
      return y < top || (x < left && y === top);
    });
    expect(before.length).toBeGreaterThan(50);
    for (const uid of before) expect(placeIn(open, uid)).toEqual(placeIn(closed, uid));
  });

  it('keep the places of their objects when one of these goes', () => {
    const store = new GraphStore([...pods, ...tree('shop-3', 'shop-3/many', 12)]);
    const arrangement = new Arrangement();
    arrangement.stack({ open: [idOf('shop-3/many')] });
    const layouts = [[], ['shop-3/many-0'], ['shop-3/many-5']].map((removes) => {
      store.apply({ upserts: [], removes });
      arrangement.arrange(store, wholeGraph(), VIEW, false);
      return arrangement.layout;
    });
    const places = layouts.map((each) => placeIn(each, 'shop-3/many-11'));
    expect(places).toEqual([places[0], places[0], places[0]]);
  });

  it('take the selected object out of its stack, and leave no trace of that', () => {
    const store = new GraphStore(pods);
    const arrangement = new Arrangement();
    const arrange = (): Layout => {
      arrangement.arrange(store, wholeGraph(), VIEW, false);
      return arrangement.layout;
    };
    arrangement.stack({ open: [] });
    const before = arrange();
    expect(arrangement.select('shop-3/7-1')).toBe(true);
    expect(placeIn(arrange(), 'shop-3/7-1')).toBeDefined();
    expect(arrangement.select(undefined)).toBe(true);
    expect(arrange()).toEqual(before);
  });

  it('are laid out for a selected object in a stack, not for one that is not on the map', () => {
    const store = new GraphStore(pods);
    const laidOutFor = (selected: string): number => {
      const arrangement = new Arrangement();
      arrangement.stack({ open: [] });
      arrangement.select(selected);
      vi.mocked(layoutOpened).mockClear();
      arrangement.arrange(store, wholeGraph(), VIEW, false);
      return vi.mocked(layoutOpened).mock.calls.length;
    };
    expect(['shop-3/7-1', 'shop-3/7', 'gone'].map(laidOutFor)).toEqual([1, 0, 0]);
  });
});

it('[NS-08] of more objects than come in one part, lines to what a Namespace waits for move nothing', () => {
  const space = { uid: 'space', apiVersion: 'v1', kind: 'Namespace', name: 'shop', namespace: '' };
  const held = record({ uid: 'held', namespace: 'shop', beingDeleted: true });
  const many = Array.from({ length: 20_000 }, (_, at) => record({ uid: `${at}`, name: `${at}` }));
  const arranged = (beingDeleted: boolean): Arrangement => {
    const arrangement = new Arrangement();
    const store = new GraphStore([record({ ...space, beingDeleted }), held, ...many]);
    arrangement.arrange(store, filtered(NO_FILTER), VIEW, true);
    return arrangement;
  };
  const { waits, layout } = arranged(true);
  expect(waits.map(({ dependent, owner }) => [layout.uids[dependent], layout.uids[owner]])).toEqual(
    [['held', 'space']],
  );
  expect(arranged(false).waits).toEqual([]);
  expect(layout.x).toEqual(arranged(false).layout.x);
});
