import { performance } from 'node:perf_hooks';
import { AppsV1Api, CoreV1Api, KubeConfig, makeInformer } from '@kubernetes/client-node';

/**
 * The informers of `@kubernetes/client-node` for the kinds of `loaded-kinds.ts`, in a process of their own: `argv[2]` is the
 * kubeconfig. Prints how many objects they have once all were listed, and in how many milliseconds, loading the library left out.
 */
const config = new KubeConfig();
config.loadFromFile(process.argv[2] ?? '');
// Without this it refuses HTTP.
config.clusters = config.clusters.map((cluster) => ({ ...cluster, skipTLSVerify: true }));
const core = config.makeApiClient(CoreV1Api);
const apps = config.makeApiClient(AppsV1Api);
const informers = [
  makeInformer(config, '/api/v1/namespaces', () => core.listNamespace()),
  makeInformer(config, '/apis/apps/v1/deployments', () => apps.listDeploymentForAllNamespaces()),
  makeInformer(config, '/apis/apps/v1/replicasets', () => apps.listReplicaSetForAllNamespaces()),
  makeInformer(config, '/api/v1/pods', () => core.listPodForAllNamespaces()),
  makeInformer(config, '/api/v1/configmaps', () => core.listConfigMapForAllNamespaces()),
];
const began = performance.now();
for (const informer of informers) {
  informer.on('error', (error) => {
    throw new Error('A list failed.', { cause: error });
  });
}
await Promise.all(informers.map((informer) => informer.start()));
const counts = informers.map((informer) => informer.list().length);
const objects = counts.reduce((sum, count) => sum + count, 0);
process.stdout.write(`${objects} ${Math.round(performance.now() - began)}\n`);
process.exit(0);
