import { addStatefulSet } from './stateful.ts';
import { addDaemonSet, addDeployment, addService } from './workloads.ts';
import { DAY, type WorldBuilder } from './world-builder.ts';

const SYSTEM_NAMESPACES = ['default', 'kube-system', 'kube-public', 'kube-node-lease'];
const OWN_NAMESPACES = ['shop', 'payments', 'monitoring', 'operators'];

function addNamespaces(world: WorldBuilder): void {
  for (const name of [...SYSTEM_NAMESPACES, ...OWN_NAMESPACES]) {
    const age = (SYSTEM_NAMESPACES.includes(name) ? 143 : 120) * DAY;
    const labels = { 'kubernetes.io/metadata.name': name };
    const body = { spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } };
    world.add('v1', 'Namespace', name, { age, labels }, body);
    world.add('v1', 'ServiceAccount', 'default', { namespace: name, age });
    world.add('v1', 'ConfigMap', 'kube-root-ca.crt', { namespace: name, age }, { data: {} });
  }
}

function addClusterScoped(world: WorldBuilder): void {
  const age = 143 * DAY;
  for (const name of ['standard', 'fast']) {
    const body = { provisioner: 'csi.example.com', reclaimPolicy: 'Delete' };
    world.add('storage.k8s.io/v1', 'StorageClass', name, { age }, body);
  }
  world.add('storage.k8s.io/v1', 'CSIDriver', 'csi.example.com', { age });
  world.add('networking.k8s.io/v1', 'IngressClass', 'nginx', { age });
  for (const name of ['system-cluster-critical', 'system-node-critical', 'shop-frontend']) {
    world.add('scheduling.k8s.io/v1', 'PriorityClass', name, { age }, { value: 1 });
  }
}

function addKubeSystem(world: WorldBuilder): void {
  const [namespace, age] = ['kube-system', 143 * DAY];
  const dns = { name: 'coredns', replicas: 2, image: 'registry.k8s.io/coredns:1.12', past: 1 };
  addDeployment(world, { namespace, age, ...dns });
  addService(world, namespace, 'kube-dns', 53, age, { app: 'coredns' });
  addDaemonSet(world, namespace, 'kube-proxy', 'registry.k8s.io/kube-proxy:v1.36.0', age);
  for (const name of ['coredns', 'kube-proxy']) {
    world.add('v1', 'ConfigMap', name, { namespace, age });
    world.add('v1', 'ServiceAccount', name, { namespace, age });
  }
  for (const name of ['kube-controller-manager', 'kube-scheduler']) {
    world.add('coordination.k8s.io/v1', 'Lease', name, { namespace, age });
  }
}

function addMonitoring(world: WorldBuilder): void {
  const [namespace, age] = ['monitoring', 75 * DAY];
  const grafana = { name: 'grafana', replicas: 1, image: 'grafana:11.4', past: 2, port: 3000 };
  addDeployment(world, { namespace, age, ...grafana });
  const prometheus = { name: 'prometheus', replicas: 2, image: 'prometheus:3.1', storage: '50Gi' };
  addStatefulSet(world, { namespace, age, ...prometheus });
  addService(world, namespace, 'prometheus', 9090, age);
  addDaemonSet(world, namespace, 'node-exporter', 'node-exporter:1.9', age);
  for (const name of ['grafana-dashboards', 'prometheus-rules']) {
    world.add('v1', 'ConfigMap', name, { namespace, age });
  }
}

/** The namespaces, what is cluster-scoped, and the parts that every cluster has. */
export function addPlatform(world: WorldBuilder): void {
  addNamespaces(world);
  addClusterScoped(world);
  addKubeSystem(world);
  addMonitoring(world);
}
