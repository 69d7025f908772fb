import { describe, expect, it } from 'vitest';
import type { KindHealth } from '../../../src/wire/frames.ts';
import { about, objectsAt, terminatingIn } from '../../support/evidence.ts';

/** Names on the way to what holds an object. */
function way({ chain }: ReturnType<typeof about>): string[] {
  return chain.map(({ object }) => object.name);
}

describe('recorded on 1.36.3', () => {
  it('[FG-02] [API-35] a finalizer of another controller blocks a foreground deletion', () => {
    const objects = objectsAt('05-foreground-stuck-finalizer', 6);
    const report = terminatingIn(objects, '2026-11-21T12:05:07Z');
    const owner = about(report, 'owner');
    expect(owner).toMatchObject({ state: 'blocked', since: '2026-11-21T12:05:01Z' });
    expect(way(owner)).toEqual(['owner', 'held']);
    expect(owner.rootCauses).toMatchObject([{ type: 'finalizer', object: { name: 'held' } }]);
    expect(owner.rootCauses[0]?.text).toContain('`example.com/hold`');
    expect(owner.rootCauses[0]?.advice.at(-1)?.command).toBe(
      `kubectl --context test patch configmaps/held -n c05 --type=json -p '[{"op":"test","path":"/metadata/uid","value":"${owner.rootCauses[0]?.object.uid}"},{"op":"test","path":"/metadata/finalizers/0","value":"example.com/hold"},{"op":"remove","path":"/metadata/finalizers/0"}]'`,
    );
    expect(way(about(report, 'held'))).toEqual(['held']);
  });

  it('[CL-04] [DM-10] a blocking cluster-scoped dependent is never deleted', () => {
    const report = terminatingIn(objectsAt('07-cluster-scoped-child', 6), '2026-11-21T12:05:14Z');
    expect(report.objects).toHaveLength(1);
    const owner = about(report, 'owner');
    expect(owner).toMatchObject({ state: 'blocked' });
    expect(owner.rootCauses).toMatchObject([
      { type: 'reference', object: { name: 'c07-child' }, rules: ['CL-04', 'DM-10', 'FG-02'] },
    ]);
    // What freed it when it was recorded.
    expect(owner.rootCauses[0]?.advice[1]?.command).toMatch(
      /"propagationPolicy":"Background".* delete --raw \/api\/v1\/namespaces\/c07\/configmaps\/owner -f -$/,
    );
  });

  it('[FN-04] [NS-16] a missing conversion webhook blocks the deletion of a definition', () => {
    const message =
      'conversion webhook for gc.example.com/v1beta1, Kind=Sprocket failed: Post "https://no-such-webhook.default.svc:443/convert?timeout=30s": service "no-such-webhook" not found';
    const sprockets: KindHealth = {
      group: 'gc.example.com',
      version: 'v1',
      resource: 'sprockets',
      kind: 'Sprocket',
      namespaced: true,
      state: 'backoff',
      objects: 0,
      since: '2026-11-21T12:12:50Z',
      message,
    };
    const objects = objectsAt('14-broken-conversion', 60);
    const report = terminatingIn(objects, '2026-11-21T12:13:40Z', { kinds: [sprockets] });
    expect(report.objects).toHaveLength(1);
    const crd = about(report, 'sprockets.gc.example.com');
    expect(crd).toMatchObject({ state: 'blocked', chain: [{ rule: 'FN-04' }] });
    expect(crd.rootCauses).toMatchObject([{ type: 'webhook' }]);
    expect(crd.rootCauses[0]?.text).toContain('no-such-webhook');
    expect(crd.rootCauses[0]?.advice[1]?.command).toBe(
      `kubectl --context test patch customresourcedefinitions.apiextensions.k8s.io/sprockets.gc.example.com --type=json -p '[{"op":"test","path":"/metadata/uid","value":"${crd.object.uid}"},{"op":"replace","path":"/spec/conversion","value":{"strategy":"None"}}]'`,
    );
  });

  it('[NS-07] [NS-11] [API-51] a namespace waits for a Pod in its grace period: two conditions mislead', () => {
    const report = terminatingIn(objectsAt('22-namespace-deletion', 10.5), '2026-11-21T13:12:38Z');
    const namespace = about(report, 'c22');
    expect(namespace).toMatchObject({
      state: 'slow',
      rootCauses: [{ type: 'kubelet', object: { name: 'on-node' } }],
      misleading: [
        { type: 'NamespaceContentRemaining', rule: 'NS-11' },
        { type: 'NamespaceFinalizersRemaining', rule: 'NS-11' },
      ],
    });
    expect(way(namespace)).toEqual(['c22', 'on-node']);
  });

  it('[NS-06] [NS-16] discovery and a finalizer block the deletion of a Namespace', () => {
    const report = terminatingIn(objectsAt('23-namespace-stuck', 20), '2026-11-21T13:13:20Z');
    const namespace = about(report, 'c23');
    expect(namespace.state).toBe('blocked');
    expect(namespace.rootCauses.map(({ type, object }) => [type, object.name])).toEqual([
      ['discovery', 'c23'],
      ['finalizer', 'held'],
    ]);
    expect(namespace.rootCauses[0]?.advice.at(-1)?.command).toBe(
      `echo '{"apiVersion":"v1","kind":"DeleteOptions","preconditions":{"uid":"01fee764-9ca3-4a38-b69a-389e2ba3911b"}}' | kubectl --context test delete --raw /apis/apiregistration.k8s.io/v1/apiservices/v1beta1.metrics.gc.example.com -f -`,
    );
  });

  it('[NS-08] [API-35] once the APIService is gone, only the finalizer blocks it', () => {
    const report = terminatingIn(objectsAt('23-namespace-stuck', 35), '2026-11-21T13:13:40Z');
    const namespace = about(report, 'c23');
    expect(way(namespace)).toEqual(['c23', 'held']);
    expect(namespace.rootCauses).toMatchObject([{ type: 'finalizer', state: 'blocked' }]);
    expect(namespace.misleading).toEqual([]);
  });
});
