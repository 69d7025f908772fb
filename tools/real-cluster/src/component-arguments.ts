/** Where the three processes listen on 127.0.0.1. */
export interface ClusterPorts {
  readonly etcd: number;
  readonly apiServer: number;
  readonly controllerManager: number;
}

/** What a test may want otherwise; unset means the component's own default. */
export interface ControllerManagerOptions {
  /** Names for `--controllers`; by default the garbage collector and {@link WORKLOAD_CONTROLLERS}. */
  readonly controllers?: readonly string[];
  /** Requests a second and controller; the collector gets twice as many. Default 20. */
  readonly kubeApiQps?: number;
  /** Workers of each of the collector's two queues. Default 20; 1 makes the order of work fixed. */
  readonly concurrentGcSyncs?: number;
  /** `-v` of the controller manager's log. Default 5, the level of the collector's own steps. */
  readonly verbosity?: number;
}

/** Enough for workloads, namespaces and the built-in roles to behave as in any cluster. */
export const WORKLOAD_CONTROLLERS: readonly string[] = [
  'namespace-controller',
  'deployment-controller',
  'replicaset-controller',
  'statefulset-controller',
  'job-controller',
  'cronjob-controller',
  'daemonset-controller',
  'serviceaccount-controller',
  'clusterrole-aggregation-controller',
];

/** File names are relative: every process runs in the cluster's folder. */
export function etcdArguments(ports: ClusterPorts): string[] {
  const url = `http://127.0.0.1:${ports.etcd}`;
  return [
    '--data-dir=etcd',
    `--listen-client-urls=${url}`,
    `--advertise-client-urls=${url}`,
    '--listen-peer-urls=http://127.0.0.1:0',
    '--unsafe-no-fsync',
    '--log-level=warn',
  ];
}

/** See {@link etcdArguments}. */
export function apiServerArguments(ports: ClusterPorts): string[] {
  return [
    `--etcd-servers=http://127.0.0.1:${ports.etcd}`,
    '--bind-address=127.0.0.1',
    `--secure-port=${ports.apiServer}`,
    '--cert-dir=pki',
    '--service-account-issuer=https://kubernetes.default.svc',
    '--service-account-key-file=sa.key',
    '--service-account-signing-key-file=sa.key',
    '--service-cluster-ip-range=10.0.0.0/24',
    '--authorization-mode=RBAC',
    '--token-auth-file=tokens.csv',
    '--client-ca-file=client-ca.crt',
    // Pods must not wait for the ServiceAccount of their namespace.
    '--disable-admission-plugins=ServiceAccount',
    '--enable-admission-plugins=OwnerReferencesPermissionEnforcement',
    '--audit-policy-file=audit-policy.json',
    '--audit-log-path=audit.jsonl',
    // In megabytes; it is read by the byte, and must not begin anew.
    '--audit-log-maxsize=100000',
  ];
}

/** See {@link etcdArguments}. */
export function controllerManagerArguments(
  ports: ClusterPorts,
  kubeconfig: string,
  options: ControllerManagerOptions,
): string[] {
  const controllers = options.controllers ?? [
    'garbage-collector-controller',
    ...WORKLOAD_CONTROLLERS,
  ];
  const { kubeApiQps, concurrentGcSyncs, verbosity = 5 } = options;
  return [
    `--kubeconfig=${kubeconfig}`,
    `--authentication-kubeconfig=${kubeconfig}`,
    `--authorization-kubeconfig=${kubeconfig}`,
    '--bind-address=127.0.0.1',
    `--secure-port=${ports.controllerManager}`,
    '--cert-dir=pki',
    '--leader-elect=false',
    // Each controller under its own name, so that the audit log tells who did it.
    '--use-service-account-credentials=true',
    '--service-account-private-key-file=sa.key',
    `--controllers=${controllers.join(',')}`,
    `-v=${verbosity}`,
    ...(kubeApiQps === undefined
      ? []
      : [`--kube-api-qps=${kubeApiQps}`, `--kube-api-burst=${2 * kubeApiQps}`]),
    ...(concurrentGcSyncs === undefined ? [] : [`--concurrent-gc-syncs=${concurrentGcSyncs}`]),
  ];
}
