import { describe, expect, it } from 'vitest';
import { finalizerOwner } from '../../src/meta/known-finalizers.ts';

const SNAPSHOT = 'snapshot.storage.kubernetes.io';

/** Finalizers, each with the rule that knows it. */
const FINALIZERS = [
  ['FN-01', 'orphan'],
  ['FN-02', 'foregroundDeletion'],
  ['FN-03', 'kubernetes'],
  ['FN-04', 'customresourcecleanup.apiextensions.k8s.io'],
  ['FN-05', 'kubernetes.io/pvc-protection'],
  ['FN-06', 'kubernetes.io/pv-protection'],
  ['FN-07', 'batch.kubernetes.io/job-tracking'],
  ['FN-08', 'service.kubernetes.io/load-balancer-cleanup'],
  ['FN-09', 'external-attacher/ebs-csi-aws-com'],
  ['FN-10', 'external-provisioner.volume.kubernetes.io/finalizer'],
  ['FN-11', 'kubernetes.io/pv-controller'],
  ['FN-12', `${SNAPSHOT}/volumesnapshotcontent-bound-protection`],
  ['FN-13', `${SNAPSHOT}/volumesnapshot-bound-protection`],
  ['FN-13', `${SNAPSHOT}/volumesnapshot-as-source-protection`],
  ['FN-13', `${SNAPSHOT}/pvc-as-source-protection`],
  ['FN-14', 'resources-finalizer.argocd.argoproj.io'],
  ['FN-14', 'resources-finalizer.argocd.argoproj.io/foreground'],
  ['FN-14', 'post-delete-finalizer.argocd.argoproj.io'],
  ['FN-15', 'finalizers.fluxcd.io'],
  ['FN-16', 'finalizer.managedresource.crossplane.io'],
  ['FN-17', 'in-use.crossplane.io'],
  ['FN-17', 'composite.apiextensions.crossplane.io'],
  ['FN-18', 'acme.cert-manager.io/finalizer'],
  ['FN-18', 'finalizer.acme.cert-manager.io'],
  ['FN-19', 'istio-finalizer.install.istio.io'],
  ['FN-20', 'restores.velero.io/external-resources-finalizer'],
  ['FN-21', 'machine.cluster.x-k8s.io'],
  ['FN-21', 'awscluster.infrastructure.cluster.x-k8s.io'],
  ['FN-22', 'cephblockpool.ceph.rook.io'],
  ['FN-23', 'karpenter.sh/termination'],
  ['FN-24', 'elbv2.k8s.aws/resources'],
  ['FN-24', 'group.ingress.k8s.aws/shop'],
  ['FN-25', 'tigera.io/operator-cleanup'],
  ['FN-25', 'operator.tigera.io/apiserver-controller'],
  ['FN-26', 'wrangler.cattle.io/cluster-agent'],
  ['FN-26', 'controller.cattle.io/namespace-auth'],
  ['FN-27', 'longhorn.io'],
  ['FN-28', 'kopf.zalando.org/KopfFinalizerMarker'],
  ['FN-28', 'example.com/finalizer'],
  ['API-35', 'example.com/hold'],
  ['API-35', 'hold'],
  ['API-35', 'my-finalizer'],
  ['API-35', 'a.finalizer.example.com/hold'],
  ['API-35', '__proto__'],
] as const;

/** Finalizers that may end in anything. */
const OPEN_END = /^(external-attacher\/|.*argoproj\.io\/|group\.ingress|operator\.tigera|wrangler)/;

describe('who removes a finalizer', () => {
  it.each(FINALIZERS)('[%s] %s', (rule, finalizer) => {
    const owner = finalizerOwner(finalizer, undefined);
    expect(owner.rule).toBe(rule);
    expect(owner.removedBy).toMatch(/remove/);
    expect(owner.risk).toMatch(/^[a-z].{10,}[^.]$/);
  });

  it.each(FINALIZERS.filter(([rule]) => rule !== 'FN-28' && rule !== 'API-35'))(
    '[%s] no more than a name like %s',
    (rule, finalizer) => {
      expect(finalizerOwner(`#${finalizer}`, undefined).rule).not.toBe(rule);
      const longer = finalizerOwner(`${finalizer}#`, undefined).rule;
      if (OPEN_END.test(finalizer)) expect(longer).toBe(rule);
      else expect(longer).not.toBe(rule);
    },
  );

  it.each([
    ['FN-12', `${SNAPSHOT}/volumesnapshotcontent-bound-protection`, 'snapshot.storage.k8s.io'],
    ['FN-13', `${SNAPSHOT}/pvc-as-source-protection`, 'snapshot.storage.k8s.io'],
    ['FN-14', 'resources-finalizer.argocd.argoproj.io', 'argoproj.io'],
    ['FN-15', 'finalizers.fluxcd.io', 'kustomize.toolkit.fluxcd.io'],
    ['FN-16', 'finalizer.managedresource.crossplane.io', 'pkg.crossplane.io'],
    ['FN-17', 'in-use.crossplane.io', 'apiextensions.crossplane.io'],
    ['FN-18', 'acme.cert-manager.io/finalizer', 'acme.cert-manager.io'],
    ['FN-19', 'istio-finalizer.install.istio.io', 'install.istio.io'],
    ['FN-20', 'restores.velero.io/external-resources-finalizer', 'velero.io'],
    ['FN-21', 'machine.cluster.x-k8s.io', 'cluster.x-k8s.io'],
    ['FN-22', 'cephblockpool.ceph.rook.io', 'ceph.rook.io'],
    ['FN-23', 'karpenter.sh/termination', 'karpenter.sh'],
    ['FN-24', 'elbv2.k8s.aws/resources', 'elbv2.k8s.aws'],
    ['FN-25', 'tigera.io/operator-cleanup', 'operator.tigera.io'],
    ['FN-26', 'wrangler.cattle.io/cluster-agent', 'management.cattle.io'],
    ['FN-27', 'longhorn.io', 'longhorn.io'],
    ['FN-28', 'example.com/finalizer', 'stable.example.com'],
  ])('[%s] %s is handled while %s is served', (_rule, finalizer, group) => {
    const handled = (...groups: string[]): string =>
      finalizerOwner(finalizer, new Set(groups)).handled;
    expect([handled('apps', group), handled('apps'), handled()]).toEqual(['yes', 'no', 'no']);
  });

  it.each(['external-attacher/x', 'external-provisioner.volume.kubernetes.io/finalizer'])(
    '[FN-09] [FN-10] %s: a driver need not serve a group',
    (finalizer) => {
      expect(finalizerOwner(finalizer, new Set()).handled).toBe('unknown');
    },
  );

  it("[FN-28] names the domain; Kubernetes' own say nothing about a product", () => {
    const by = (finalizer: string): string => finalizerOwner(finalizer, undefined).removedBy;
    expect(by('a.b.example.com/Finalizer')).toBe(
      'only the controller of a.b.example.com removes it',
    );
    for (const own of ['x.kubernetes.io/finalizer', 'x.k8s.io/finalizer', 'finalizer']) {
      expect(by(own)).toBe(
        'the component that set it has to remove it; its name does not say which one',
      );
      expect(finalizerOwner(own, new Set()).handled).toBe('unknown');
    }
  });

  it.each([
    ['part of Kubernetes', 'kubernetes.io/pvc-protection', [], 'yes'],
    ['a product that is installed', 'finalizers.fluxcd.io', ['source.toolkit.fluxcd.io'], 'yes'],
    ['a product that is gone', 'longhorn.io', ['apps'], 'no'],
    ['a product without a group of its own', 'external-attacher/x', ['apps'], 'unknown'],
    ['an operator that is installed', 'db.example.com/hold', ['stable.example.com'], 'yes'],
    ['an operator that is gone', 'db.example.com/hold', ['counterexample.com'], 'no'],
    ['nobody knows whom', 'hold', ['apps'], 'unknown'],
    ['while discovery is incomplete', 'longhorn.io', undefined, 'unknown'],
  ] as const)('of %s', (_, finalizer, groups, handled) => {
    expect(finalizerOwner(finalizer, groups && new Set(groups)).handled).toBe(handled);
  });
});
