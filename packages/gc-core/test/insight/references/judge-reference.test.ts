import { describe, expect, it } from 'vitest';
import type { ClusterView } from '../../../src/insight/cluster-view.ts';
import type { ApiObject } from '../../../src/meta/object-meta.ts';
import { simulationView } from '../../../src/scenario/simulation-view.ts';
import { explained, linesOf, seenBy, summary } from '../../support/explanations.ts';
import { ownedBy } from '../../support/nodes.ts';
import { child, clusterNode, objectOf } from '../../support/simulate.ts';
import { unreadKind } from '../../support/unread-kind.ts';

const owner = objectOf('owner');
const KEPT =
  'AD-14 One existing owner keeps it; the collector removes its invalid references at the next check. [child]';
const DELETED = 'AD-17 No owner keeps it: the collector deletes it. [child]';
const unserved = ownedBy('x', { apiVersion: 'no.such/v1', kind: 'Thing' });
const UNSERVED =
  'The API server does not serve Thing in no.such/v1, so the collector cannot look up Thing `shop/x` and leaves the object alone.';

/** What is said of the child. */
function said(objects: readonly ApiObject[], changed: Partial<ClusterView> = {}): string[] {
  return linesOf(explained(seenBy('v1.36', ...objects), 'child', changed));
}

const waiting = objectOf('owner', { deletionTimestamp: 'x', finalizers: ['foregroundDeletion'] });

describe('what each reference is worth', () => {
  it('[CL-09] it lives, [CL-05] it does not exist', () => {
    expect(said([owner, child(ownedBy('gone'), ownedBy('owner'), ownedBy('lost'))])).toEqual([
      'Stays, because its owner ConfigMap `shop/owner` exists. At the next check, the collector removes 2 references.',
      KEPT,
      'CL-09 Owner ConfigMap `shop/owner` exists. [owner]',
      'CL-05 ConfigMap `shop/gone` does not exist. [gone]',
      'CL-05 ConfigMap `shop/lost` does not exist. [lost]',
    ]);
  });

  it('[CL-08] it waits for its dependents, which is said first', () => {
    const text =
      'wner ConfigMap `shop/owner` is being deleted in the foreground and waits for its dependents.';
    expect(said([waiting, child(ownedBy('gone'), ownedBy('owner'))])).toEqual([
      `Goes, because o${text}`,
      DELETED,
      `CL-08 O${text} [owner]`,
      'CL-05 ConfigMap `shop/gone` does not exist. [gone]',
    ]);
    const leaf = objectOf('leaf', { ownerReferences: [ownedBy('child')] });
    expect(said([waiting, child(ownedBy('owner')), leaf])[1]).toBe(
      'AD-15 An owner waits for it, and it has dependents itself: the collector deletes it in the foreground. [child]',
    );
  });

  it('[CL-03] its kind is not served, which is said first', () => {
    expect(said([owner, child(ownedBy('owner'), unserved)])).toEqual([
      `Stays: t${UNSERVED.slice(1)}`,
      `CL-03 ${UNSERVED} [x]`,
      'CL-09 Owner ConfigMap `shop/owner` exists. [owner]',
    ]);
    // Another version of a kind that is served is another kind.
    const other = ownedBy('owner', { apiVersion: 'no.such/v1' });
    expect(said([owner, child(ownedBy('owner'), other)])[0]).toContain(
      'does not serve ConfigMap in no.such/v1',
    );
  });

  it('[CL-04] it cannot own what is cluster-scoped', () => {
    const simulation = seenBy('v1.36', owner, clusterNode('child', [ownedBy('owner')]));
    const text =
      ' cluster-scoped object cannot have a namespaced owner, so the collector cannot look up ConfigMap `owner` and never deletes the object.';
    expect(linesOf(explained(simulation, 'child'))).toEqual([
      `Stays: a${text}`,
      `CL-04 A${text} [owner]`,
    ]);
  });

  it('[CL-07] another object has its name', () => {
    const simulation = seenBy('v1.36', owner, child(ownedBy('owner', { uid: 'old' })));
    const { because } = explained(simulation, 'child');
    expect(because[1]).toMatchObject({
      rule: 'CL-07',
      text: 'ConfigMap `shop/owner` has the uid `owner-uid`, but the reference names the uid `old`.',
      uids: ['owner-uid'],
    });
  });
});

describe('what cannot be verified', () => {
  const mapping: ClusterView['mapping'] = (apiVersion, kind) =>
    kind === 'Widget' ? 'unknown' : simulationView(seenBy('v1.36')).mapping(apiVersion, kind);
  const widget = ownedBy('w', { apiVersion: 'gc.example.com/v1', kind: 'Widget' });
  const secret = ownedBy('s', { kind: 'Secret' });
  const late: ClusterView['provesAbsence'] = () => false;

  it('[CL-06] says why: not discovered, not read, or unknown', () => {
    const isRead: ClusterView['isRead'] = ({ kind }) => kind !== 'Secret';
    expect(said([child(widget)], { mapping })).toEqual([
      'Not verified: the API group of Widget.gc.example.com could not be discovered.',
      'CL-06 Whether the object stays depends on its owner Widget `shop/w`. [w]',
    ]);
    expect(said([child(secret)], { isRead })).toEqual([
      'Not verified: gcscope cannot read Secrets.',
      'CL-06 Whether the object stays depends on its owner Secret `shop/s`. [s]',
    ]);
    expect(said([child(ownedBy('new'))], { provesAbsence: late })).toEqual([
      "Not verified: gcscope's data on ConfigMaps is older than the reference.",
      'CL-06 Whether the object stays depends on its owner ConfigMap `shop/new`. [new]',
    ]);
  });

  it('[CL-06] says once which kinds may not be read, then since when, why, and what to do', () => {
    const isRead: ClusterView['isRead'] = ({ kind }) => !['Secret', 'Pod'].includes(kind);
    const message = 'You may not list this kind. Ask your administrator.';
    const kindHealth: ClusterView['kindHealth'] = ({ kind }) => unreadKind({ kind, message });
    const pod = ownedBy('p', { kind: 'Pod' });
    const since = 'since 2026-01-01T00:00:00Z';
    expect(said([child(secret)], { isRead, kindHealth })).toEqual([
      'Not verified: Secrets may not be listed.',
      'CL-06 Whether the object stays depends on its owner Secret `shop/s`. [s]',
      `CL-06 gcscope has not read Secret ${since}. ${message} []`,
    ]);
    const both = said([child(secret, pod)], { isRead, kindHealth });
    expect([both[0], ...both.slice(3)]).toEqual([
      'Not verified: Secrets and Pods may not be listed.',
      `CL-06 gcscope has not read Secret and 1 more kind ${since}. ${message} []`,
    ]);
    const namespaces = ['far'];
    const only: ClusterView['kindHealth'] = () => unreadKind({ state: 'synced', namespaces });
    expect(said([child(secret)], { isRead, kindHealth: only }).slice(0, 2)).toEqual([
      'Not verified: Secrets are read in the namespace far only.',
      'CL-06 Whether the object stays depends on its owner Secret `shop/s`. [s]',
    ]);
    namespaces.push('near');
    expect(said([child(secret)], { isRead, kindHealth: only })[0]).toBe(
      'Not verified: Secrets are read in 2 namespaces only.',
    );
  });

  it('[CL-06] offers a command that looks for each owner, and says what its answers mean', () => {
    const isRead: ClusterView['isRead'] = ({ kind }) => kind !== 'Secret';
    const simulation = seenBy('v1.36', child(ownedBy('new')));
    const kubectl = ['--context', 'big'];
    const alone = explained(simulation, 'child', { provesAbsence: late, kubectl });
    expect(alone.unread).toEqual([]);
    expect(alone.advice).toEqual([
      {
        text: 'Look whether ConfigMap `shop/new` exists.',
        command: "kubectl --context big get configmaps/new -n shop -o jsonpath='{.metadata.uid}'",
        risk: 'None. The command only reads.',
        reads: true,
        outcome:
          'If it prints `new-uid`, the owner exists, and keeps the object unless it is being deleted itself. If it prints another uid or NotFound, the owner does not exist: the collector deletes the object.',
      },
    ]);
    const both = explained(seenBy('v1.36', child(ownedBy('new'), secret)), 'child', {
      provesAbsence: late,
      isRead,
    });
    expect(both.unread).toEqual(['Secret']);
    expect(both.advice?.map(({ command }) => command)).toEqual([
      "kubectl get configmaps/new -n shop -o jsonpath='{.metadata.uid}'",
      "kubectl get secrets/s -n shop -o jsonpath='{.metadata.uid}'",
    ]);
    expect(both.advice?.[0]?.outcome).toMatch(
      'the owner does not exist: only another owner can keep the object.',
    );
    // Nothing is there to look for where the server does not know the kind.
    expect(explained(seenBy('v1.36', child(widget)), 'child', { mapping }).advice).toBeUndefined();
  });

  it('[AD-08] [CL-06] says once since when, of an object and an owner of one kind', () => {
    const own = objectOf('child', { ownerReferences: [secret] }, { kind: 'Secret' });
    const isRead: ClusterView['isRead'] = ({ kind }) => kind !== 'Secret';
    expect(said([own], { isRead, kindHealth: () => unreadKind() })).toEqual([
      'Not verified: Secrets may not be listed.',
      'AD-08 The data on Secret `shop/child` may be out of date. [child]',
      'CL-06 Whether the object stays depends on its owner Secret `shop/s`. [s]',
      'CL-06 gcscope has not read Secret since 2026-01-01T00:00:00Z. []',
    ]);
  });

  it('[AD-14] [CL-06] beside an owner that keeps it, says of the other why it is not known', () => {
    const isRead: ClusterView['isRead'] = ({ kind }) => kind !== 'Secret';
    const references = child(ownedBy('owner'), secret);
    expect(said([owner, references], { isRead, kindHealth: () => unreadKind() })).toContain(
      'CL-06 Secret `shop/s` cannot be verified: Secrets may not be listed. [s]',
    );
  });

  it('[AD-14] a living owner is enough, whatever else cannot be read', () => {
    const isRead: ClusterView['isRead'] = ({ kind }) => kind !== 'Secret';
    expect(said([owner, child(secret, ownedBy('owner'))], { isRead })[0]).toMatch(/^Stays/);
  });

  it('[CL-06] of several, each kind once; what is only late is no excuse for what is not read', () => {
    const isRead: ClusterView['isRead'] = ({ kind }) => kind !== 'Secret';
    const references = [ownedBy('new'), secret, ownedBy('newer')];
    const [sentence] = said([child(...references)], { isRead, provesAbsence: late });
    expect(sentence).toBe(
      "Not verified: gcscope's data on ConfigMaps is older than the reference, and gcscope cannot read Secrets.",
    );
  });

  it('[CL-06] the first that is unknown is said first', () => {
    const isRead: ClusterView['isRead'] = ({ kind }) => kind !== 'Secret';
    const rules = said([child(ownedBy('gone'), secret)], { isRead }).map((each) =>
      each.slice(0, 6),
    );
    expect(rules.slice(1)).toEqual(['CL-06 ', 'CL-05 ']);
  });

  it('[CL-08] a waiting owner of a kind that is not read may have stopped waiting', () => {
    const secretOwner = { ...waiting, kind: 'Secret' };
    const isRead: ClusterView['isRead'] = ({ kind }) => kind !== 'Secret';
    const objects = [secretOwner, child(ownedBy('owner', { kind: 'Secret' }))];
    expect(said(objects, { isRead })[0]).toBe('Not verified: gcscope cannot read Secrets.');
  });

  it('[CL-11] a uid that lives under another name cannot live under this one, whatever was observed', () => {
    const renamed = ownedBy('ownr', { uid: 'owner-uid' });
    const changed = { provesAbsence: late };
    expect(summary(seenBy('v1.36', owner, child(renamed)), 'child', changed).rule).toBe('AD-17');
    const otherKind = ownedBy('owner', { kind: 'Secret' });
    expect(summary(seenBy('v1.36', owner, child(otherKind)), 'child', changed)).toEqual({
      verdict: 'not verified',
      rule: 'CL-06',
    });
  });

  it('[CL-06] of two references with one name, the uid that lives elsewhere says nothing of the other', () => {
    const elsewhere = ownedBy('n', { uid: 'owner-uid' });
    const references = [ownedBy('n', { uid: 'new' }), elsewhere];
    for (const order of [references, references.toReversed()]) {
      const simulation = seenBy('v1.36', owner, child(...order));
      expect(summary(simulation, 'child', { provesAbsence: late }).verdict).toBe('not verified');
    }
  });
});

describe('what the collector remembers as absent', () => {
  it('[CL-01] [CL-02] goes by it, in the namespace and without', () => {
    for (const [namespace, rule] of [
      ['', 'CL-01'],
      ['shop', 'CL-02'],
    ] as const) {
      const simulation = seenBy('v1.36', child(ownedBy('gone'), unserved));
      const { absentOwnerCache } = simulation.process.collector;
      absentOwnerCache.add({ ...unserved, namespace });
      expect(linesOf(explained(simulation, 'child'))).toEqual([
        'Goes, because ConfigMap `shop/gone` does not exist.',
        DELETED,
        'CL-05 ConfigMap `shop/gone` does not exist. [gone]',
        `${rule} The collector remembers Thing \`shop/x\` as absent. [x]`,
      ]);
      // What is absent anyway is told as such.
      absentOwnerCache.add({ ...ownedBy('gone'), namespace });
      expect(explained(simulation, 'child').because[1]?.rule).toBe('CL-05');
    }
  });

  it.each([
    ['v1.17', 'goes', 'CL-01'],
    ['v1.28', 'stays', 'CL-09'],
  ] as const)(
    '%s: a uid that was not found under one name is, or is not, asked for again [AC-02]',
    (release, verdict, rule) => {
      const references = [ownedBy('ownr', { uid: 'owner-uid' }), ownedBy('owner')];
      const said = explained(seenBy(release, owner, child(...references)), 'child');
      expect(said.verdict).toBe(verdict);
      expect(said.because.map((each) => each.rule)).toContain(rule);
    },
  );

  it('[CL-05] cannot be told where its memory cannot be seen', () => {
    const simulation = seenBy('v1.36', child(ownedBy('gone')));
    const changed = { isKnownAbsent: undefined } as unknown as Partial<ClusterView>;
    expect(explained(simulation, 'child', changed).because[1]?.rule).toBe('CL-05');
  });
});

describe('more references than are shown', () => {
  it('[CL-05] [CL-09] are counted by what they come to, each with one of them', () => {
    const names = Array.from({ length: 24 }, (_, at) => `o${at}`);
    const others = names.slice(20, 22).map((name) => objectOf(name));
    expect(said([...others, child(...names.map((name) => ownedBy(name)))]).slice(-2)).toEqual([
      'CL-05 3 more references, for example: ConfigMap `shop/o19` does not exist. [o19]',
      'CL-09 1 more reference, for example: owner ConfigMap `shop/o21` exists. [o21]',
    ]);
  });
});

describe('the first generation', () => {
  const spoken = (objects: readonly ApiObject[], changed: Partial<ClusterView> = {}): string[] =>
    linesOf(explained(seenBy('v1.4', ...objects), 'child', changed));

  it('[PG-28] the first owner that is there keeps the object, and is said first', () => {
    expect(spoken([owner, child(ownedBy('gone'), ownedBy('owner'))])).toEqual([
      'Stays, because its owner ConfigMap `shop/owner` exists.',
      'PG-28 Owner ConfigMap `shop/owner` exists. [owner]',
      'PG-26 ConfigMap `shop/gone` does not exist. [gone]',
    ]);
  });

  it('[PG-24] a kind that cannot be looked up keeps it, too', () => {
    expect(spoken([child(unserved)])).toEqual([
      `Stays: t${UNSERVED.slice(1)}`,
      `PG-24 ${UNSERVED} [x]`,
    ]);
  });

  it('[PG-31] what cannot be seen is not verified', () => {
    const isRead: ClusterView['isRead'] = ({ kind }) => kind !== 'Secret';
    const references = [ownedBy('gone'), ownedBy('s', { kind: 'Secret' })];
    expect(spoken([child(...references)], { isRead })).toEqual([
      'Not verified: gcscope cannot read Secrets.',
      'PG-31 Whether the object stays depends on its owner Secret `shop/s`. [s]',
      'PG-26 ConfigMap `shop/gone` does not exist. [gone]',
    ]);
  });

  it('[PG-31] says of each owner why it is not verified, also of those that it does not come to', () => {
    const isRead: ClusterView['isRead'] = ({ kind }) => !['Secret', 'Pod'].includes(kind);
    const references = [ownedBy('s', { kind: 'Secret' }), ownedBy('p', { kind: 'Pod' })];
    expect(spoken([child(...references)], { isRead }).join()).toContain('gcscope cannot read Pod');
  });

  it('[PG-29] [PG-26] [PG-27] without an owner it goes, by its kind', () => {
    const text =
      'PG-29 None of its owners exists: the collector deletes it with the default policy of its kind. [child]';
    expect(spoken([child(ownedBy('gone'))])).toEqual([
      'Goes, because ConfigMap `shop/gone` does not exist.',
      text,
      'PG-26 ConfigMap `shop/gone` does not exist. [gone]',
    ]);
    const stale = child(ownedBy('owner', { uid: 'old' }));
    expect(spoken([owner, stale])[2]).toMatch(/^PG-27 .* names the uid `old`\. \[owner\]$/);
  });
});
