import { describe, expect, it } from 'vitest';
import type { ClusterView } from '../../../src/insight/cluster-view.ts';
import type { ApiObject, ObjectMeta } from '../../../src/meta/object-meta.ts';
import { RELEASES, type Release } from '../../../src/meta/releases.ts';
import type { KindHealth } from '../../../src/wire/frames.ts';
import type {
  NamespaceCondition,
  NamespaceStatus,
  TerminatingObject,
} from '../../../src/wire/terminating.ts';
import { ASKED, about, after, type Known, terminatingIn } from '../../support/evidence.ts';
import type { Plain } from '../../support/plain.ts';
import { objectOf } from '../../support/simulate.ts';
import { unreadKind } from '../../support/unread-kind.ts';

const namespace = objectOf(
  'shop',
  { namespace: '', deletionTimestamp: ASKED },
  { kind: 'Namespace' },
);

function inIt(name: string, kind = 'ConfigMap', more: Partial<ObjectMeta> = {}): ApiObject {
  return objectOf(name, more, { kind });
}

function condition(type: string, more: Partial<NamespaceCondition> = {}): NamespaceCondition {
  return { type, status: 'True', ...more };
}

/** What is said of the Namespace with these conditions, and with these finalizers of its spec. */
function said(
  objects: readonly ApiObject[],
  seconds: number,
  status: Partial<NamespaceStatus> | undefined,
  facts: Known = {},
  changed: Partial<ClusterView> = {},
): Plain<TerminatingObject> {
  const own: NamespaceStatus = { conditions: [], finalizers: ['kubernetes'], ...status };
  const namespaces = new Map(status === undefined ? [] : [['shop', own]]);
  return about(
    terminatingIn([namespace, ...objects], after(seconds), { namespaces, ...facts }, changed),
    'shop',
  );
}

function waysOf({ chain }: Plain<TerminatingObject>): string[] {
  return chain.map(({ object, waitsFor, rule }) => `${object.name}: ${waitsFor} ${rule}`);
}

function causesIn({ rootCauses }: Plain<TerminatingObject>): string[] {
  return rootCauses.map(
    ({ type, state, text, rules }) => `${type} ${state}: ${text} ${rules.join()}`,
  );
}

const SPOKEN = { conditions: [condition('Other', { status: 'False' })] };

describe('what keeps a Namespace', () => {
  it.each([
    [1, 'deletes the 1 object in the Namespace'],
    [2, 'deletes the 2 objects in the Namespace'],
  ])('[NS-08] %i that is still whole goes with the next pass', (count, words) => {
    const objects = ['a', 'b'].slice(0, count).map((name) => inIt(name));
    const described = said(objects, 10, SPOKEN);
    const text = `The namespace controller ${words} in its next pass, and then the Namespace.`;
    expect(causesIn(described)).toEqual([`work slow: ${text} NS-08`]);
    expect(waysOf(described)).toEqual([`shop: ${text} NS-08`]);
  });

  it('[NS-14] when nothing is left, the next pass ends it', () => {
    const described = said([], 10, SPOKEN);
    const text = 'The namespace controller deletes it in its next pass, as it is empty.';
    expect([causesIn(described), waysOf(described)]).toEqual([
      [`work slow: ${text} NS-14`],
      [`shop: ${text} NS-14`],
    ]);
  });

  it('[NS-07] while a Pod is left only Pods are waited for', () => {
    const held = { deletionTimestamp: ASKED, finalizers: ['example.com/hold'] };
    const described = said([inIt('pod', 'Pod', held), inIt('map', 'ConfigMap', held)], 10, SPOKEN);
    expect(waysOf(described)[0]).toBe(
      'shop: Waits for Pod `shop/pod`, which is still in it. NS-07',
    );
    expect(described.rootCauses.map(({ object }) => object.name)).toEqual(['pod']);
    // A Pod of another group is none.
    const other = { ...inIt('odd', 'Widget', held), apiVersion: 'gc.example.com/v1' };
    expect(waysOf(said([other], 10, SPOKEN))[0]).toContain('NS-08');
  });

  it('[NS-06] [NS-16] each API group that discovery could not read, once', () => {
    const message =
      'Discovery failed for some groups, 3 failing: metrics.k8s.io/v1beta1: x, metrics.k8s.io/v1beta1, a.b/v12 c.d/v2alpha10';
    const described = said([], 10, {
      conditions: [condition('NamespaceDeletionDiscoveryFailure', { message })],
    });
    expect(described.rootCauses.map(({ type, text }) => `${type} ${text.split(' ')[0]}`)).toEqual([
      'discovery metrics.k8s.io/v1beta1',
      'discovery a.b/v12',
      'discovery c.d/v2alpha10',
    ]);
    expect(waysOf(described)[0]).toMatch(
      /^shop: metrics\.k8s\.io\/v1beta1 cannot be discovered.* NS-06$/,
    );
    const unnamed = said([], 10, {
      conditions: [condition('NamespaceDeletionDiscoveryFailure', { message: 'it failed' })],
    });
    expect(unnamed.rootCauses[0]?.text).toMatch(/^an API group cannot be discovered.*: it failed$/);
    // A condition that says False, or another one, is no fault.
    const conditions = [
      condition('NamespaceDeletionDiscoveryFailure', { status: 'False', message: 'a/v1' }),
    ];
    expect(said([], 10, { conditions }).rootCauses[0]?.type).toBe('work');
  });

  it('[NS-06] and what the API server says of its APIService', () => {
    const message = 'Discovery failed: metrics.k8s.io/v1beta1: stale GroupVersion discovery';
    const failure = condition('NamespaceDeletionDiscoveryFailure', { message });
    const saidOf = (available: Partial<NamespaceCondition>): string | undefined => {
      const conditions = [condition('Available', available)];
      const apiServices = new Map([['v1beta1.metrics.k8s.io', { conditions, finalizers: [] }]]);
      return said([], 10, { conditions: [failure] }, { apiServices }).rootCauses[0]?.text;
    };
    const missing = 'service/metrics-server in "kube-system" is not present';
    const start = `metrics.k8s.io/v1beta1 cannot be discovered, so the namespace controller cannot know whether anything is left: ${message}`;
    const end = '. The API server says of its APIService: ';
    expect(saidOf({ status: 'False', reason: 'ServiceNotFound', message: missing })).toBe(
      `${start}${end}${missing}`,
    );
    expect(saidOf({ status: 'False', reason: 'ServiceNotFound' })).toBe(
      `${start}${end}ServiceNotFound`,
    );
    expect(saidOf({ status: 'True', message: 'all checks passed' })).toBe(start);
  });

  it('[NS-06] without its status: what this program could not discover either', () => {
    const health = (more: Partial<KindHealth>): KindHealth => ({
      group: 'a.b',
      version: 'v1',
      resource: '*',
      kind: '*',
      namespaced: true,
      state: 'degraded',
      objects: 0,
      since: ASKED,
      ...more,
    });
    const kinds = [
      health({ message: 'no answer' }),
      health({ group: 'fine', state: 'synced' }),
      health({ group: 'whole', version: '*' }),
      health({ group: 'one', resource: 'things' }),
    ];
    const described = said([], 10, undefined, { kinds });
    expect(causesIn(described)).toEqual([
      'discovery blocked: a.b/v1 cannot be discovered, so the namespace controller cannot know whether anything is left: no answer NS-06,NS-16',
    ]);
    const silent = said([], 10, undefined, { kinds: [health({})] });
    expect(silent.rootCauses[0]?.text).toMatch(/anything is left: $/);
    expect(said([], 10, undefined).rootCauses).toMatchObject([{ type: 'work', rules: ['NS-14'] }]);
  });

  it.each([
    [
      'webhook',
      'admission Webhook "x" denied',
      'A webhook fails or refuses, so the namespace controller cannot delete all of its content: ',
    ],
    [
      'kind',
      'cannot list x',
      'The namespace controller cannot list or delete all of its content: ',
    ],
  ])('[NS-10] [NS-16] content that cannot be deleted: a %s', (type, message, words) => {
    const described = said([], 10, {
      conditions: [condition('NamespaceDeletionContentFailure', { message })],
    });
    expect(causesIn(described)).toEqual([`${type} blocked: ${words}${message} NS-10,NS-16`]);
    expect(described.rootCauses[0]?.advice).toEqual([
      {
        text: 'See which webhooks take part in deletions.',
        command:
          'kubectl --context test get validatingwebhookconfigurations,mutatingwebhookconfigurations',
        risk: 'None. The command only reads.',
        reads: true,
      },
    ]);
    const reason = { conditions: [condition('NamespaceDeletionContentFailure', { reason: 'R' })] };
    expect(said([], 10, reason).rootCauses[0]?.text).toMatch(/: R$/);
    const bare = { conditions: [condition('NamespaceDeletionContentFailure')] };
    expect(said([], 10, bare).rootCauses[0]?.text).toMatch(/: $/);
  });

  it.each([
    [299, 'slow'],
    [300, 'blocked'],
  ])('[NS-01] [FN-03] another finalizer of its spec, after %i s: %s', (seconds, state) => {
    const status = { ...SPOKEN, finalizers: ['kubernetes', 'example.com/x'] };
    const described = said([], seconds, status);
    expect(causesIn(described)).toEqual([
      `finalizer ${state}: \`spec.finalizers\` contains \`example.com/x\`: the component that set it has to remove it. FN-03,NS-01`,
    ]);
    expect(described.rootCauses[0]?.advice).toEqual([]);
  });

  it.each([
    [10, 'work', 'slow'],
    [11, 'namespace-controller', 'unknown'],
    [299, 'namespace-controller', 'unknown'],
    [300, 'namespace-controller', 'blocked'],
  ])('[NS-12] [NS-16] a controller silent for %i s: %s, %s', (seconds, type, state) => {
    const described = said([], seconds, { conditions: [] });
    expect(described.rootCauses.map((each) => `${each.type} ${each.state}`)).toEqual([
      `${type} ${state}`,
    ]);
    if (type === 'work') return;
    expect(causesIn(described)[0]).toContain(
      'The namespace controller does not seem to run: it has set no condition on this Namespace. NS-12,NS-16',
    );
    expect(described.rootCauses[0]?.advice).toEqual([
      {
        text: 'See whether kube-controller-manager runs.',
        command:
          'kubectl --context test get pods -n kube-system -l component=kube-controller-manager',
        risk: 'None. The command only reads.',
        reads: true,
      },
    ]);
    // A controller that has nothing left to remove need not speak.
    expect(said([], seconds, { finalizers: [] }).rootCauses[0]?.type).toBe('work');
  });

  it.each<[Release, string]>([
    ['v1.4', 'work'],
    ['v1.13', 'work'],
    ['v1.17', 'namespace-controller'],
  ])('[NS-12] [NS-16] %s without conditions: %s', (release, type) => {
    const view = { release: RELEASES[release] };
    const described = said([inIt('map')], 300, { conditions: [] }, {}, view);
    expect(described.rootCauses.map((each) => each.type)).toEqual([type]);
  });
});

describe('a Namespace with kinds that cannot be read', () => {
  const kinds = [unreadKind(), unreadKind({ group: 'apps', kind: 'Deployment', state: 'stale' })];
  const text =
    'Not verified: objects in it of kind Secret and Deployment.apps may block its deletion, and gcscope has no current data on them.';

  it('[NS-14] [NS-16] is not called empty', () => {
    const described = said([], 10, SPOKEN, { kinds });
    expect([causesIn(described), waysOf(described), described.state]).toEqual([
      [`kind slow: ${text} NS-14,NS-16`],
      [`shop: ${text} NS-14`],
      'slow',
    ]);
    expect(said([], 300, SPOKEN, { kinds }).state).toBe('unknown');
    expect(said([], 300, undefined, { kinds }).rootCauses[0]?.text).toBe(text);
  });

  it('[NS-14] [NS-16] says once that the kinds of a group are not known, whatever versions it has', () => {
    const group = { group: 'a.b', resource: '*', kind: '*', state: 'degraded' } as const;
    const versions = [unreadKind({ ...group }), unreadKind({ ...group, version: 'v1beta1' })];
    const [cause] = said([], 10, SPOKEN, { kinds: versions }).rootCauses;
    expect(cause?.text).toBe(
      'Not verified: objects in it of kind *.a.b may block its deletion, and gcscope has no current data on them.',
    );
  });

  it('[NS-12] names the command that reads its conditions, and what they say', () => {
    const command = "kubectl --context test get namespaces/shop -o jsonpath='{.status.conditions}'";
    const conditions = [
      condition('NamespaceContentRemaining', { message: 'widgets.a.b has 1 resource instances' }),
      condition('NamespaceFinalizersRemaining', { status: 'False', message: 'None' }),
    ];
    const [cause] = said([], 300, { conditions }, { kinds }).rootCauses;
    expect(cause?.advice).toEqual([
      {
        text: 'Read its conditions: the namespace controller says there what is left.',
        command,
        risk: 'None. The command only reads.',
        reads: true,
        outcome: 'They say: widgets.a.b has 1 resource instances.',
      },
    ]);
    const [silent] = said([], 300, SPOKEN, { kinds }).rootCauses;
    expect(silent?.advice).toEqual([expect.not.objectContaining({ outcome: expect.anything() })]);
  });

  it('[NS-08] is known to wait for what can be read, but not why that takes long', () => {
    const objects = [inIt('map')];
    expect(said(objects, 10, SPOKEN, { kinds }).rootCauses[0]?.type).toBe('work');
    expect(causesIn(said(objects, 300, SPOKEN, { kinds }))).toEqual([
      `kind unknown: ${text} NS-14,NS-16`,
    ]);
    const held = [inIt('map', 'ConfigMap', { deletionTimestamp: ASKED, finalizers: ['a.b/c'] })];
    expect(said(held, 300, SPOKEN, { kinds }).rootCauses[0]?.type).toBe('finalizer');
  });

  it.each<[string, Partial<KindHealth>, string]>([
    ['is cluster-scoped', { namespaced: false }, 'work'],
    ['is no longer served', { state: 'gone' }, 'work'],
    ['is read', { state: 'synced' }, 'work'],
    ['is read in it', { state: 'synced', namespaces: ['shop'] }, 'work'],
    ['is read elsewhere', { state: 'synced', namespaces: ['far'] }, 'kind'],
    ['is left out', { state: 'unsupported' }, 'kind'],
  ])('[NS-14] by a kind that %s', (_, more, type) => {
    expect(said([], 10, SPOKEN, { kinds: [unreadKind(more)] }).rootCauses[0]?.type).toBe(type);
  });
});

describe('conditions that mislead', () => {
  const conditions = ['NamespaceContentRemaining', 'NamespaceFinalizersRemaining', 'Other'].map(
    (type) => condition(type, { status: 'False' }),
  );

  it('[NS-11] say that all is removed while Pods are left', () => {
    const described = said([inIt('pod', 'Pod')], 10, { conditions });
    const text =
      'The condition says False, as if the Namespace were empty. But the namespace controller counts no objects until all Pods are gone. 1 object is left, 1 Pod among them.';
    expect(described.misleading).toEqual([
      { type: 'NamespaceContentRemaining', rule: 'NS-11', text },
      { type: 'NamespaceFinalizersRemaining', rule: 'NS-11', text },
    ]);
    const more = [inIt('pod', 'Pod'), inIt('q', 'Pod'), inIt('map')];
    expect(said(more, 10, { conditions }).misleading[0]?.text).toContain(
      '3 objects are left, 2 Pods among them.',
    );
  });

  it('[NS-11] do not where no Pod is left, where they read True, or without a status', () => {
    expect(said([inIt('map')], 10, { conditions }).misleading).toEqual([]);
    const pod = [inIt('pod', 'Pod')];
    const remaining = { conditions: [condition('NamespaceContentRemaining')] };
    expect(said(pod, 10, remaining).misleading).toEqual([]);
    expect(said(pod, 10, undefined).misleading).toEqual([]);
  });
});
