import { describe, expect, it } from 'vitest';
import type { GraphChange } from '../../src/graph/graph-change.ts';
import type { ObjectMeta } from '../../src/meta/object-meta.ts';
import { HeldEvents } from '../../src/simulation/held-events.ts';
import { identityOf, metaOf } from '../support/nodes.ts';

function version(name: string, resourceVersion: string): ObjectMeta {
  return metaOf(name, { resourceVersion });
}

function added(name: string): GraphChange {
  return { type: 'ADDED', identity: identityOf(name), meta: version(name, '1') };
}

function modified(name: string, to: number): GraphChange {
  return {
    type: 'MODIFIED',
    identity: identityOf(name),
    meta: version(name, String(to)),
    oldMeta: version(name, String(to - 1)),
  };
}

function deleted(name: string, at: number): GraphChange {
  return { type: 'DELETED', identity: identityOf(name), meta: version(name, String(at)) };
}

const { namespace } = identityOf('a');

/** The version that the store of the monitor of `k` shows. */
function shown(held: HeldEvents, name: string, live?: ObjectMeta): string | undefined {
  return held.stored('k', namespace, name, live)?.resourceVersion;
}

describe('events that are held back', () => {
  it('[PA-04] come in order within a kind; kinds stand as they began to wait', () => {
    const held = new HeldEvents();
    const changes = [added('a'), added('b'), modified('a', 2)];
    held.hold('k', changes[0] ?? added('x'));
    held.hold('l', changes[1] ?? added('x'));
    held.hold('k', changes[2] ?? added('x'));
    expect(held.kinds()).toEqual(['k', 'l']);
    expect([held.release('k'), held.kinds()]).toEqual([changes[0], ['k', 'l']]);
    expect([held.release('k'), held.kinds()]).toEqual([changes[2], ['l']]);
    expect(held.release('k')).toBeUndefined();
    expect(held.release('nobody')).toBeUndefined();
    expect([held.release('l'), held.kinds()]).toEqual([changes[1], []]);
  });

  it('[PA-04] what was added is not in the store yet, and comes event by event', () => {
    const held = new HeldEvents();
    held.hold('k', added('a'));
    held.hold('k', modified('a', 2));
    const live = version('a', '2');
    expect(shown(held, 'a', live)).toBeUndefined();
    held.release('k');
    expect(shown(held, 'a', live)).toBe('1');
    held.release('k');
    expect(shown(held, 'a', live)).toBe('2');
  });

  it('[PA-04] what was changed is in the store as it was; only the first change says how that is', () => {
    const held = new HeldEvents();
    held.hold('k', modified('a', 2));
    held.hold('k', modified('a', 3));
    expect(shown(held, 'a', version('a', '3'))).toBe('1');
  });

  it('[PA-04] what was deleted is still in the store, until its event comes', () => {
    const held = new HeldEvents();
    held.hold('k', deleted('a', 4));
    expect(shown(held, 'a')).toBe('4');
    held.release('k');
    expect(shown(held, 'a')).toBeUndefined();
  });

  it('[PA-04] what was made anew under one uid is absent between the two', () => {
    const held = new HeldEvents();
    held.hold('k', deleted('a', 4));
    held.hold('k', added('a'));
    held.release('k');
    expect(shown(held, 'a', version('a', '1'))).toBeUndefined();
  });

  it('[PA-04] what changes twice is as it was between, whatever else its kind waits for', () => {
    const held = new HeldEvents();
    for (const change of [modified('a', 2), modified('b', 7), modified('a', 3)]) {
      held.hold('k', change);
    }
    held.release('k');
    expect(shown(held, 'a', version('a', '3'))).toBe('2');
  });

  it('[PA-04] other events of a kind, other names, namespaces and kinds do not matter', () => {
    const held = new HeldEvents();
    held.hold('k', modified('a', 2));
    held.hold('k', modified('b', 7));
    held.release('k');
    expect(shown(held, 'a', version('a', '9'))).toBe('9');
    expect(shown(held, 'b', version('b', '7'))).toBe('6');
    const live = version('c', '9');
    expect(held.stored('k', namespace, 'c', live)).toBe(live);
    expect(held.stored('k', 'elsewhere', 'b', undefined)).toBeUndefined();
    expect(held.stored('l', namespace, 'b', undefined)).toBeUndefined();
    expect(shown(held, 'd')).toBeUndefined();
  });
});
