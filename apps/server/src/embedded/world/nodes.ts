import { DAY, plainReference, SECOND, type WorldBuilder } from './world-builder.ts';

/** The nodes that take Pods. */
export const WORKERS: readonly string[] = ['worker-1', 'worker-2', 'worker-3'];

const CONTROL_PLANE = 'control-plane-1';

function addNode(world: WorldBuilder, name: string, controlPlane: boolean): void {
  const age = 143 * DAY - world.pick(3600) * SECOND;
  const ready = {
    type: 'Ready',
    status: 'True',
    reason: 'KubeletReady',
    lastTransitionTime: world.ago(age),
  };
  const role = controlPlane ? 'control-plane' : 'worker';
  const taints = [{ key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' }];
  const node = world.add('v1', 'Node', name, {
    age,
    labels: { 'kubernetes.io/hostname': name, [`node-role.kubernetes.io/${role}`]: '' },
    spec: controlPlane ? { taints } : {},
    status: { conditions: [ready] },
  });
  // Node is cluster-scoped, so its dependents may live in any namespace (CL-12).
  const ownerReferences = [plainReference(node)];
  world.add('coordination.k8s.io/v1', 'Lease', name, {
    namespace: 'kube-node-lease',
    age,
    ownerReferences,
  });
  world.add('storage.k8s.io/v1', 'CSINode', name, { age, ownerReferences });
  if (!controlPlane) return;
  const staticPods = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler'];
  for (const component of staticPods) {
    const container = { name: component, image: `registry.k8s.io/${component}:v1.36.0` };
    world.add('v1', 'Pod', `${component}-${name}`, {
      namespace: 'kube-system',
      age,
      labels: { component, tier: 'control-plane' },
      ownerReferences: [{ ...plainReference(node), controller: true }],
      spec: { nodeName: name, restartPolicy: 'Always', containers: [container] },
      status: { phase: 'Running', conditions: [ready] },
    });
  }
}

/** The machines, with their leases, CSINodes and, on the control plane, static Pods. */
export function addNodes(world: WorldBuilder): void {
  addNode(world, CONTROL_PLANE, true);
  for (const name of WORKERS) addNode(world, name, false);
}
