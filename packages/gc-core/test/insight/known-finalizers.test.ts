import { describe, expect, it } from 'vitest';
import { finalizerOwner } from '../../src/insight/known-finalizers.ts';

const SNAPSHOT = 'snapshot.storage.kubernetes.io';

describe('who removes a finalizer', () => {
  it.each([
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
    ['API-35', '__proto__'],
  ])('[%s] %s', (rule, finalizer) => {
    expect(finalizerOwner(finalizer, undefined).rule).toBe(rule);
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
