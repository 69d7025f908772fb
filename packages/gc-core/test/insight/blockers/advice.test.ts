import { describe, expect, it } from 'vitest';
import type { ClusterView } from '../../../src/insight/cluster-view.ts';
import type { ApiObject } from '../../../src/meta/object-meta.ts';
import { simulationView } from '../../../src/scenario/simulation-view.ts';
import type { KindHealth } from '../../../src/wire/frames.ts';
import type { Advice, ReportedCause } from '../../../src/wire/terminating.ts';
import { ASKED, about, after, going, type Known, terminatingIn } from '../../support/evidence.ts';
import { seenBy } from '../../support/explanations.ts';
import { blocking } from '../../support/forecasts.ts';
import { ownedBy } from '../../support/nodes.ts';
import type { Plain } from '../../support/plain.ts';
import { objectOf } from '../../support/simulate.ts';
import { unreadKind } from '../../support/unread-kind.ts';
import { DEFINITION } from '../../support/widgets.ts';

const READS = 'None. The command only reads.';
const CLUSTER_SCOPED = { namespace: '' };

/** Advice that only reads. */
function reads(text: string, command: string): Plain<Advice> {
  return { text, command: `kubectl --context test ${command}`, risk: READS, reads: true };
}

/** The worst of what holds the first object. */
function causeIn(
  objects: readonly ApiObject[],
  seconds: number,
  facts: Known = {},
  isRead: (kind: string) => boolean = () => true,
  unserved?: string,
): Omit<Plain<ReportedCause>, 'object'> & { readonly object: string } {
  const { mapping } = simulationView(seenBy('v1.36'));
  const changed: Partial<ClusterView> = {
    isRead: ({ kind }) => isRead(kind),
    ...(unserved && {
      mapping: (apiVersion, kind) => (kind === unserved ? 'unserved' : mapping(apiVersion, kind)),
    }),
  };
  const report = terminatingIn(objects, after(seconds), facts, changed);
  const [cause] = about(report, objects[0]?.metadata.name ?? '').rootCauses;
  if (!cause) throw new Error('nothing holds it');
  return { ...cause, object: cause.object.name };
}

describe('a finalizer of another controller', () => {
  it.each([
    [299, 'slow'],
    [300, 'blocked'],
  ])('[FN-05] [API-35] of Kubernetes, after %i s: %s', (seconds, state) => {
    const held = going('a', { finalizers: ['kubernetes.io/pvc-protection'] });
    expect(causeIn([held], seconds)).toEqual({
      type: 'finalizer',
      state,
      object: 'a',
      text: 'ConfigMap `shop/a` has the finalizer `kubernetes.io/pvc-protection`: kube-controller-manager removes it once no Pod uses the claim.',
      rules: ['FN-05', 'API-35'],
      advice: [
        reads(
          'Look at the object: its status or events may say more.',
          'get configmaps/a -n shop -o yaml',
        ),
        {
          text: 'Remove the finalizer yourself, if its controller never will.',
          command: `kubectl --context test patch configmaps/a -n shop --type=json -p '[{"op":"test","path":"/metadata/uid","value":"a-uid"},{"op":"test","path":"/metadata/finalizers/0","value":"kubernetes.io/pvc-protection"},{"op":"remove","path":"/metadata/finalizers/0"}]'`,
          risk: "The finalizer's work is then not done: the volume may be taken from a running Pod.",
        },
      ],
    });
  });

  it('[API-35] of a product that is not there is blocked at once', () => {
    const held = going('a', { finalizers: ['orphan', 'example.com/hold'] });
    const cause = causeIn([held], 1);
    expect([cause.state, cause.rules, cause.text]).toEqual([
      'blocked',
      ['API-35'],
      'ConfigMap `shop/a` has the finalizer `example.com/hold`: only the controller of example.com removes it; the API server serves none of its API groups, so it does not seem to be installed.',
    ]);
    expect(cause.advice[1]?.command).toContain('"/metadata/finalizers/1"');
  });
});

describe('a dependent that is never deleted', () => {
  it('[CL-03] [DM-10] [FG-02] is told with all ways out', () => {
    const gone = ownedBy('x', { apiVersion: 'no.such/v1' });
    const owner = going('owner', { finalizers: ['foregroundDeletion'] });
    const child = objectOf('child', { ownerReferences: [blocking('owner'), gone] });
    expect(causeIn([owner, child], 1)).toEqual({
      type: 'reference',
      state: 'blocked',
      object: 'child',
      text: 'ConfigMap `shop/child` blocks its owner, and the collector never deletes it: the API server does not serve ConfigMap in no.such/v1, so the collector cannot look up ConfigMap `shop/x` and leaves the object alone.',
      rules: ['CL-03', 'DM-10', 'FG-02'],
      advice: [
        {
          text: 'Keep ConfigMap `shop/child`: remove its reference to ConfigMap `shop/owner`.',
          command: `kubectl --context test patch configmaps/child -n shop --type=json -p '[{"op":"test","path":"/metadata/uid","value":"child-uid"},{"op":"test","path":"/metadata/ownerReferences/0","value":{"apiVersion":"v1","kind":"ConfigMap","name":"owner","uid":"owner-uid","blockOwnerDeletion":true}},{"op":"remove","path":"/metadata/ownerReferences/0"}]'`,
          risk: 'ConfigMap `shop/child` loses this owner, and stays when ConfigMap `shop/owner` is deleted.',
        },
        {
          text: 'Or delete ConfigMap `shop/owner` in the background instead: then it does not wait.',
          command: `echo '{"apiVersion":"v1","kind":"DeleteOptions","propagationPolicy":"Background","preconditions":{"uid":"owner-uid"}}' | kubectl --context test delete --raw /api/v1/namespaces/shop/configmaps/owner -f -`,
          risk: 'The collector deletes its dependents afterwards, in no particular order.',
        },
        {
          text: 'Or delete both: remove the reference that the collector cannot follow.',
          command: `kubectl --context test patch configmaps/child -n shop --type=json -p '[{"op":"test","path":"/metadata/uid","value":"child-uid"},{"op":"test","path":"/metadata/ownerReferences/1","value":{"apiVersion":"no.such/v1","kind":"ConfigMap","name":"x","uid":"x-uid"}},{"op":"remove","path":"/metadata/ownerReferences/1"}]'`,
          risk: 'From then on the collector decides about ConfigMap `shop/child` by its other references.',
        },
      ],
    });
  });
});

describe('a Pod', () => {
  const pod = going('pod', { deletionGracePeriodSeconds: 30 }, 'Pod');

  it.each([
    [
      -10,
      'slow',
      'has 30 s to stop, until 2026-01-01T00:00:00Z (10 s left). Once its containers have ended, its kubelet sends the final DELETE.',
    ],
    [-172_800, 'slow', 'has 30 s to stop, until 2026-01-01T00:00:00Z (172800 s left).'],
    [0, 'slow', 'is past its grace period by 0 s, and its kubelet has not confirmed the end'],
    [299, 'slow', 'is past its grace period by 299 s, and its kubelet has not confirmed the end'],
    [
      300,
      'blocked',
      'is past its grace period by 300 s, and its kubelet has not confirmed the end',
    ],
  ])('[API-51] [API-54] %i s after its grace period: %s', (seconds, state, words) => {
    const cause = causeIn([pod], seconds);
    expect(cause).toMatchObject({ type: 'kubelet', state, object: 'pod' });
    expect(cause.text).toContain(`Pod \`shop/pod\` ${words}`);
    expect(cause.rules).toEqual(['API-51', 'API-54']);
    expect(cause.advice).toEqual([
      reads(
        'See which node it runs on, and whether that node is ready.',
        'describe pods/pod -n shop',
      ),
      {
        text: 'If the node is gone for good, remove the Pod without its kubelet.',
        command: `echo '{"apiVersion":"v1","kind":"DeleteOptions","gracePeriodSeconds":0,"preconditions":{"uid":"pod-uid"}}' | kubectl --context test delete --raw /api/v1/namespaces/shop/pods/pod -f -`,
        risk: 'Its containers may still run on that node, and a new Pod of the same name may write to the same storage.',
      },
    ]);
  });
});

describe('a kind that is no longer served', () => {
  it.each([{}, { deletionTimestamp: ASKED, finalizers: ['example.com/hold'] }])(
    '[MO-13] keeps the owner waiting until the collector restarts, also if the dependent is being deleted',
    (more) => {
      const owner = going('owner', { finalizers: ['foregroundDeletion'] });
      const gear = objectOf(
        'gear',
        { ...more, ownerReferences: [blocking('owner')] },
        { kind: 'Secret' },
      );
      const cause = causeIn([owner, gear], 1, {}, () => true, 'Secret');
      expect(cause).toMatchObject({
        type: 'kind',
        state: 'blocked',
        object: 'gear',
        text: 'The API server no longer serves Secret in `v1`, so the collector cannot look up Secret `shop/gear`. ConfigMap `shop/owner` waits until the collector restarts and forgets this object.',
        rules: ['MO-13', 'AD-04', 'DM-10', 'FG-02'],
      });
      expect(cause.advice.map(({ command }) => command)).toEqual([
        'kubectl --context test get crd,apiservice',
        expect.stringContaining('"propagationPolicy":"Background"'),
        'kubectl --context test get pods -n kube-system -l component=kube-controller-manager',
      ]);
    },
  );
});

describe('an object in deletion of a kind that is no longer served', () => {
  it('has no command that kubectl would refuse, but one that leads to what served the kind', () => {
    const held = going('a', { finalizers: ['example.com/hold'] }, 'Secret');
    expect(causeIn([held], 1, {}, () => true, 'Secret').advice).toEqual([
      reads(
        'Find out whether the CustomResourceDefinition or the APIService of the kind is missing, and bring it back.',
        'get crd,apiservice',
      ),
    ]);
  });
});

describe('a kind that cannot be read', () => {
  const health = unreadKind();
  const owner = going('owner', { finalizers: ['foregroundDeletion'] });
  const unread = ownedBy('s', { kind: 'Secret' });
  const child = objectOf('child', { ownerReferences: [blocking('owner'), unread] });
  const isRead = (kind: string): boolean => kind !== 'Secret';
  const causeWith = (...kinds: readonly KindHealth[]): ReturnType<typeof causeIn> =>
    causeIn([owner, child], 1, { kinds }, isRead);
  const definitionOf = (name: string): ApiObject => objectOf(name, CLUSTER_SCOPED, DEFINITION);

  it('[CL-06] since when, and why', () => {
    expect(causeWith(health)).toEqual({
      type: 'kind',
      state: 'unknown',
      object: 'child',
      text: 'Secrets may not be listed. gcscope has not read Secret since 2026-01-01T00:00:00Z.',
      rules: ['CL-06'],
      advice: [reads('Look at the object.', 'get configmaps/child -n shop -o yaml')],
    });
  });

  it('[CL-06] [NS-16] because a webhook fails; a command that changes the definition tests its uid', () => {
    const message = 'conversion Webhook for x failed';
    const failing = { ...health, group: '', kind: '*', resource: 'secrets', message };
    const cause = causeIn(
      [owner, child, definitionOf('secrets.')],
      1,
      { kinds: [failing] },
      isRead,
    );
    expect(cause).toMatchObject({
      type: 'webhook',
      state: 'blocked',
      text: `Kinds of the core group may not be listed. gcscope has not read * since 2026-01-01T00:00:00Z. ${message}.`,
      rules: ['CL-06', 'NS-16'],
    });
    expect(cause.advice).toEqual([
      reads(
        'See which service the conversion webhook calls, and bring it back.',
        "get crd/secrets. -o jsonpath='{.spec.conversion}'",
      ),
      {
        text: 'Or turn conversion off, if the service is gone for good.',
        command: `kubectl --context test patch customresourcedefinitions.apiextensions.k8s.io/secrets. --type=json -p '[{"op":"test","path":"/metadata/uid","value":"secrets.-uid"},{"op":"replace","path":"/spec/conversion","value":{"strategy":"None"}}]'`,
        risk: 'Objects that were stored in another version are read without conversion: fields that only that version has are lost.',
      },
    ]);
    // Without its uid nothing is changed.
    expect(causeWith(failing).advice).toEqual(cause.advice.slice(0, 1));
  });

  it('[CL-06] is told of the kind of the reference alone, and only while it is not in sync', () => {
    const others = [
      { ...health, group: 'apps' },
      { ...health, kind: 'Pod', resource: 'pods' },
      { ...health, state: 'synced' as const },
    ];
    for (const kinds of [[], others]) {
      expect(causeWith(...kinds)).toMatchObject({
        type: 'work',
        text: 'The collector deletes ConfigMap `shop/child`, or removes its reference, at its next check.',
      });
    }
    expect(causeIn([owner, child], 1, { kinds: [health] }).type).toBe('work');
  });
});

describe('an API group that cannot be discovered', () => {
  it('[NS-06] [NS-16] is told with its APIService', () => {
    const namespace = going('shop', { namespace: '' }, 'Namespace');
    const message = 'Discovery failed: m.example.com/v1beta1: no answer';
    const failure = { type: 'NamespaceDeletionDiscoveryFailure', status: 'True', message };
    const namespaces = new Map([['shop', { conditions: [failure], finalizers: ['kubernetes'] }]]);
    const service = objectOf('v1beta1.m.example.com', CLUSTER_SCOPED, {
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
    });
    const { advice } = causeIn([namespace, service], 1, { namespaces });
    expect(advice).toEqual([
      reads(
        'See why its API server does not answer, and bring it back.',
        "get apiservice/v1beta1.m.example.com -o jsonpath='{.status.conditions}'",
      ),
      {
        text: 'Or delete the APIService, if its API server is gone for good.',
        command: `echo '{"apiVersion":"v1","kind":"DeleteOptions","preconditions":{"uid":"v1beta1.m.example.com-uid"}}' | kubectl --context test delete --raw /apis/apiregistration.k8s.io/v1/apiservices/v1beta1.m.example.com -f -`,
        risk: 'm.example.com/v1beta1 is no longer served. If a CustomResourceDefinition defines it, the APIService comes back by itself.',
      },
    ]);
    // Without its uid nothing is deleted.
    expect(causeIn([namespace], 1, { namespaces }).advice).toEqual(advice.slice(0, 1));
  });
});

describe('work that comes next', () => {
  it.each([
    [299, 'slow', '', 'Wait, or look at the object.'],
    [
      300,
      'unknown',
      ' gcscope sees no reason why this has not happened yet.',
      'Look at the object.',
    ],
  ])('[API-61] after %i s: %s', (seconds, state, words, advice) => {
    expect(causeIn([going('a')], seconds)).toEqual({
      type: 'work',
      state,
      object: 'a',
      text: `Nothing blocks it any more.${words}`,
      rules: ['API-61'],
      advice: [reads(advice, 'get configmaps/a -n shop -o yaml')],
    });
  });
});
