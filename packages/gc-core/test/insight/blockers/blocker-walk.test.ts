import { describe, expect, it } from 'vitest';
import { CLEANUP_FINALIZER } from '../../../src/meta/finalizers.ts';
import type { ApiObject, ObjectMeta } from '../../../src/meta/object-meta.ts';
import type { KindHealth } from '../../../src/wire/frames.ts';
import type { TerminatingObject, TerminatingReport } from '../../../src/wire/terminating.ts';
import {
  ASKED,
  about,
  going,
  type Known,
  LATE,
  SOON,
  terminatingIn,
} from '../../support/evidence.ts';
import { blocking } from '../../support/forecasts.ts';
import type { Plain } from '../../support/plain.ts';
import { objectOf } from '../../support/simulate.ts';
import { definition } from '../../support/widgets.ts';

const HOLD = 'example.com/hold';

/** In foreground deletion, and blocking the owners. */
function waiting(name: string, ...owners: readonly string[]): ApiObject {
  const ownerReferences = owners.map((each) => blocking(each));
  return going(name, { finalizers: ['foregroundDeletion'], ownerReferences });
}

/** `<object> <rule>: <what it waits for>`, link by link. */
function wayOf(report: Plain<TerminatingReport>, name: string): string[] {
  return about(report, name).chain.map(
    ({ object, rule, waitsFor }) => `${object.name} ${rule}: ${waitsFor}`,
  );
}

/** `<state> <text>` of each root cause. */
function causesIn(report: Plain<TerminatingReport>, name: string): string[] {
  return about(report, name).rootCauses.map(({ state, text }) => `${state} ${text}`);
}

describe('the chain from a deletion to its root cause', () => {
  it('[FG-02] is followed through thousands of owners, and its first fifty links are listed', () => {
    const chain = Array.from({ length: 2000 }, (_, at) =>
      at === 0 ? waiting('0') : waiting(String(at), String(at - 1)),
    );
    const held = going('leaf', { finalizers: [HOLD], ownerReferences: [blocking('1999')] });
    const way = wayOf(terminatingIn([...chain, held], SOON), '0');
    expect(way).toHaveLength(52);
    expect(way[50]).toBe(
      '50 FG-02: 1,950 more objects wait in a row, down to ConfigMap `shop/leaf`.',
    );
    expect(way[51]).toMatch(/^leaf API-35/);
  });

  it('[FG-02] ends at a blocker that is not yet being deleted, [FG-01] or at the object itself', () => {
    const child = objectOf('child', { ownerReferences: [blocking('owner')] });
    const report = terminatingIn([waiting('owner'), child], SOON);
    expect(wayOf(report, 'owner')).toEqual([
      'owner FG-02: Waits for ConfigMap `shop/child`, which blocks it.',
    ]);
    expect(causesIn(report, 'owner')).toEqual([
      'slow The collector deletes ConfigMap `shop/child`, or removes its reference, at its next check.',
    ]);
    const alone = 'No dependent blocks it any more: the collector removes its own finalizer next.';
    const free = terminatingIn([waiting('owner')], SOON);
    expect([wayOf(free, 'owner'), causesIn(free, 'owner')]).toEqual([
      [`owner FG-01: ${alone}`],
      [`slow ${alone}`],
    ]);
  });

  it('[FG-01] [CL-06] ends at kinds that cannot be read, if nothing else may block the object', () => {
    const unreadKinds = (owner?: string): string[] => (owner === 'owner-uid' ? ['Secret'] : []);
    const text =
      'Not verified: dependents of kind Secret may block its deletion, and gcscope has no current data on them.';
    for (const isQueued of [() => true, () => false]) {
      const hidden = (at: string): Plain<TerminatingObject> =>
        about(terminatingIn([waiting('owner')], at, {}, { unreadKinds, isQueued }), 'owner');
      expect(hidden(SOON)).toMatchObject({
        state: 'slow',
        chain: [{ waitsFor: text, rule: 'FG-01' }],
        rootCauses: [{ type: 'kind', text, rules: ['FG-01', 'CL-06'] }],
      });
      const late = hidden(LATE);
      expect(late.state).toBe('unknown');
      expect(late.rootCauses[0]?.advice?.map((each) => each.text)).toEqual([
        'Look at the object.',
        'If none of its hidden dependents blocks it, restart kube-controller-manager: its collector then checks every object again. This command shows how your cluster runs kube-controller-manager.',
      ]);
    }
    const child = objectOf('child', { ownerReferences: [blocking('owner')] });
    const seen = terminatingIn([waiting('owner'), child], SOON, {}, { unreadKinds });
    expect(about(seen, 'owner').rootCauses[0]?.type).toBe('work');
  });

  it('[FG-06] [GB-38] ends at a restart, if nothing makes the collector check an owner that nothing blocks', () => {
    const forgotten = (at: string): unknown =>
      about(terminatingIn([waiting('owner')], at, {}, { isQueued: () => false }), 'owner')
        .rootCauses;
    expect(forgotten(SOON)).toMatchObject([
      {
        type: 'work',
        state: 'slow',
        text: 'No dependent blocks it any more: the collector removes its own finalizer at its next check, at the latest when it restarts.',
        rules: ['FG-01', 'FG-06', 'GB-38'],
        advice: [{ text: 'Wait, or look at the object.' }],
      },
    ]);
    expect(forgotten(LATE)).toMatchObject([
      {
        state: 'unknown',
        advice: [
          {
            text: 'Restart kube-controller-manager: its collector then checks every object again. This command shows how your cluster runs kube-controller-manager.',
            command:
              'kubectl --context test get pods -n kube-system -l component=kube-controller-manager',
          },
        ],
      },
    ]);
  });

  it('[OR-07] counts the dependents that the collector orphans', () => {
    const orphaning = going('owner', { finalizers: ['orphan'] });
    const children = ['a', 'b'].map((name) =>
      objectOf(name, { ownerReferences: [blocking('owner')] }),
    );
    expect(causesIn(terminatingIn([orphaning, ...children], SOON), 'owner')).toEqual([
      'slow The collector removes the reference to it from 2 objects, then its finalizer `orphan`.',
    ]);
  });

  it('names each root cause once, and only the first twenty', () => {
    const blockers = Array.from({ length: 25 }, (_, at) =>
      going(`b${at}`, { finalizers: [HOLD], ownerReferences: [blocking('top')] }),
    );
    const report = terminatingIn([waiting('top'), ...blockers], SOON);
    expect(about(report, 'top').rootCauses).toHaveLength(20);
    const shared = [waiting('top'), waiting('l', 'top'), waiting('r', 'top')];
    const leaf = going('leaf', {
      finalizers: [HOLD],
      ownerReferences: [blocking('l'), blocking('r')],
    });
    expect(about(terminatingIn([...shared, leaf], SOON), 'top').rootCauses).toHaveLength(1);
  });
});

describe('owners that wait for each other', () => {
  const InTurn = 'which waits for it in turn: neither goes by itself.';

  it('[FG-02] are blocked, and each names the other', () => {
    const report = terminatingIn([waiting('a', 'b'), waiting('b', 'a')], SOON);
    const text = `ConfigMap \`shop/b\` waits for ConfigMap \`shop/a\`, ${InTurn}`;
    expect(causesIn(report, 'a')).toEqual([`blocked ${text}`]);
    expect(causesIn(report, 'b')).toEqual([`blocked ${text}`]);
    expect(wayOf(report, 'b')).toEqual(['b FG-02: Waits for ConfigMap `shop/a`, which blocks it.']);
    expect(about(report, 'a').rootCauses).toMatchObject([
      {
        type: 'reference',
        rules: ['FG-02', 'DM-10'],
        object: { name: 'a' },
        advice: [
          {
            text: 'Delete one of them in the background instead: it goes at once, and no longer blocks the others.',
            command: `echo '{"apiVersion":"v1","kind":"DeleteOptions","propagationPolicy":"Background","preconditions":{"uid":"a-uid"}}' | kubectl --context test delete --raw /api/v1/namespaces/shop/configmaps/a -f -`,
            risk: 'The collector deletes its dependents afterwards, in no particular order.',
          },
        ],
      },
    ]);
  });

  it('[FG-02] may be one owner that waits for itself', () => {
    const report = terminatingIn([waiting('a', 'a')], SOON);
    expect(causesIn(report, 'a')).toEqual(['blocked ConfigMap `shop/a` waits for itself.']);
  });
});

describe('the definition of a kind', () => {
  const defined = definition({ deletionTimestamp: ASKED });
  const custom = (name: string, kind: string, more: Partial<ObjectMeta> = {}): ApiObject =>
    objectOf(name, more, { apiVersion: 'gc.example.com/v1', kind });
  const said = (objects: readonly ApiObject[], facts: Known = {}): [string[], string[]] => {
    const report = terminatingIn([defined, ...objects], SOON, facts);
    const { name } = defined.metadata;
    return [wayOf(report, name), causesIn(report, name)];
  };

  it.each([
    [0, 'The API server deletes it next, as no object of its kind is left.'],
    [1, 'The API server deletes the 1 object of its kind, then the definition.'],
    [2, 'The API server deletes the 2 objects of its kind, then the definition.'],
  ])('[FN-04] waits for its objects: %i', (count, text) => {
    const objects = ['a', 'b'].slice(0, count).map((name) => custom(name, 'Widget'));
    const others = [custom('other', 'Sprocket'), objectOf('map')];
    expect(said([...objects, ...others])).toEqual([
      [`widgets.gc.example.com FN-04: ${text}`],
      [`slow ${text}`],
    ]);
  });

  it('[FN-04] waits for an object of its kind that a finalizer blocks', () => {
    const held = { deletionTimestamp: ASKED, finalizers: [HOLD] };
    const [way, leaves] = said([
      custom('a', 'Widget', held),
      custom('b', 'Widget'),
      custom('c', 'Sprocket', held),
    ]);
    expect(way[0]).toBe(
      'widgets.gc.example.com FN-04: Waits for Widget `shop/a`, an object of its kind.',
    );
    expect(leaves).toHaveLength(1);
  });

  it('[FN-04] waits for objects of its kind that gcscope cannot read', () => {
    const health: KindHealth = {
      group: 'gc.example.com',
      version: 'v1',
      resource: 'widgets',
      kind: 'Widget',
      namespaced: true,
      state: 'backoff',
      objects: 0,
      since: ASKED,
      message: 'No answer.',
    };
    const text = `All objects of the defined kind have to go first, and Widgets cannot be listed at the moment. gcscope has not read Widget.gc.example.com since ${ASKED}. No answer.`;
    expect(said([], { kinds: [health] })).toEqual([
      [`widgets.gc.example.com FN-04: ${text}`],
      [`unknown ${text}`],
    ]);
    const elsewhere = { ...health, state: 'synced', namespaces: ['far'] } as const;
    expect(said([], { kinds: [elsewhere] })[1]).toEqual([
      'unknown All objects of the defined kind have to go first, and Widgets are read in the namespace far only.',
    ]);
    const kinds: KindHealth[] = [
      { ...health, group: 'other.com' },
      { ...health, resource: 'sprockets' },
      { ...health, state: 'synced' },
    ];
    expect(said([], { kinds })[1]).toEqual([
      'slow The API server deletes it next, as no object of its kind is left.',
    ]);
  });

  // As a server of 1.36.3 says it.
  const Failed =
    'could not list instances: storage is (re)initializing: failed to list gc.example.com/v2, Kind=Widget: conversion webhook for gc.example.com/v1, Kind=Widget failed: connection refused';

  it.each([
    [Failed, 'webhook', 'get crd/widgets.gc.example.com'],
    ['could not list instances: etcdserver: request timed out', 'kind', 'get customresourcedef'],
  ])(
    '[FN-04] its condition says why its objects cannot be deleted: %s',
    (message, type, command) => {
      const condition = { type: 'Terminating', status: 'True', reason: 'InstanceDeletionFailed' };
      const status = { finalizers: [], conditions: [{ ...condition, message }] };
      const definitions = new Map([[defined.metadata.name, status]]);
      const objects = [defined, custom('a', 'Widget')];
      const report = terminatingIn(objects, SOON, { definitions });
      const [cause] = about(report, defined.metadata.name).rootCauses;
      expect(cause).toMatchObject({
        type,
        state: 'blocked',
        text: `The API server cannot delete the objects of its kind: ${message}`,
        rules: ['FN-04'],
      });
      expect(cause?.advice[0]?.command).toContain(command);
      const inProgress = {
        ...status,
        conditions: [{ ...condition, reason: 'InstanceDeletionInProgress' }],
      };
      const going = new Map([[defined.metadata.name, inProgress]]);
      expect(said([], { definitions: going })[1]).toEqual([
        'slow The API server deletes it next, as no object of its kind is left.',
      ]);
    },
  );

  it('[FN-04] is not meant where an object of another kind has its finalizer', () => {
    const map = going('map', { finalizers: [CLEANUP_FINALIZER] });
    expect(causesIn(terminatingIn([map], SOON), 'map')[0]).toContain(`has the finalizer`);
    const held = { ...defined, metadata: { ...defined.metadata, finalizers: [HOLD] } };
    const report = terminatingIn([held], SOON);
    expect(causesIn(report, defined.metadata.name)[0]).toContain('example.com/hold');
  });
});
