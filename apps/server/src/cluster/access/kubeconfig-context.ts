import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Fields, textOf } from '../answers/decode-meta.ts';
import { ClusterConfigError, type ClusterEnvironment, type ClusterFlags } from './connection.ts';
import { ANOTHER, type MergedKubeconfig, readKubeconfigs } from './kubeconfig-files.ts';

/** A context with what it names. */
export interface ChosenContext {
  readonly context: string;
  readonly namespace: string;
  readonly cluster: Fields;
  readonly user: Fields;
  /** The name of the user in the kubeconfig; empty if it has none. */
  readonly userName: string;
  /** The arguments before the verb that make kubectl choose this context too. */
  readonly kubectl: readonly string[];
}

/** The context by kubectl's order: `--kubeconfig`, `KUBECONFIG`, the pod's service account, `~/.kube/config`. Throws `ClusterConfigError`. */
export function chooseContext(flags: ClusterFlags, environment: ClusterEnvironment): ChosenContext {
  const named = flags.kubeconfig !== undefined || (environment.env.KUBECONFIG ?? '') !== '';
  if (!named && flags.context === undefined) {
    const inCluster = chooseInCluster(environment);
    if (inCluster) return inCluster;
  }
  const config = readKubeconfigs(flags.kubeconfig, environment);
  if (!config) {
    const { context } = flags;
    throw new ClusterConfigError(
      context === undefined
        ? 'No cluster is configured: give --kubeconfig, set KUBECONFIG or create ~/.kube/config.'
        : `There is no kubeconfig with the context ${context}: give --kubeconfig, set KUBECONFIG or create ~/.kube/config, or leave out --context.`,
      'none',
    );
  }
  return chooseInFiles(flags, config);
}

function chooseInCluster({ env, serviceAccount }: ClusterEnvironment): ChosenContext | undefined {
  const host = env.KUBERNETES_SERVICE_HOST ?? '';
  const port = env.KUBERNETES_SERVICE_PORT ?? '443';
  const tokenFile = join(serviceAccount, 'token');
  if (host === '' || !existsSync(tokenFile)) return undefined;
  const namespaceFile = join(serviceAccount, 'namespace');
  return {
    context: 'in-cluster',
    namespace: existsSync(namespaceFile) ? readFileSync(namespaceFile, 'utf8').trim() : 'default',
    cluster: {
      server: `https://${host.includes(':') ? `[${host}]` : host}:${port}`,
      'certificate-authority': join(serviceAccount, 'ca.crt'),
    },
    user: { tokenFile },
    userName: 'the service account of the Pod',
    kubectl: [],
  };
}

function chooseInFiles(flags: ClusterFlags, config: MergedKubeconfig): ChosenContext {
  const files = config.files.join(', ');
  const known = [...config.contexts.keys()].join(', ');
  const context = flags.context ?? config.currentContext;
  if (context === '') {
    throw new ClusterConfigError(
      known === ''
        ? `The kubeconfig ${files} names no context, so no cluster; ${ANOTHER}.`
        : `The kubeconfig ${files} has no current context; choose one with --context: ${known}.`,
    );
  }
  const entry = config.contexts.get(context);
  if (!entry) {
    throw new ClusterConfigError(
      known === ''
        ? `The context ${context} is not in ${files}, which names none; ${ANOTHER}.`
        : `The context ${context} is not in ${files}; choose one with --context: ${known}.`,
    );
  }
  const clusterName = textOf(entry.cluster);
  const cluster = config.clusters.get(clusterName);
  if (!cluster) {
    throw new ClusterConfigError(
      `The context ${context} names the cluster ${clusterName || '""'}, which is not in ${files}; add it there, or choose another context with --context.`,
    );
  }
  const userName = textOf(entry.user);
  const user = userName === '' ? {} : config.users.get(userName);
  if (!user) {
    throw new ClusterConfigError(
      `The context ${context} names the user ${userName}, who is not in ${files}; add the user there, or choose another context with --context.`,
    );
  }
  const namespace = textOf(entry.namespace) || 'default';
  return {
    context,
    namespace,
    cluster,
    user,
    userName,
    kubectl: kubectlArguments(config.files, context),
  };
}

/**
 * `--kubeconfig` takes one file. Of several files the command names only the context; where it is pasted, `KUBECONFIG` must be the same.
 */
function kubectlArguments(files: readonly string[], context: string): string[] {
  const [file, ...more] = files;
  const isOne = file !== undefined && more.length === 0;
  return [...(isOne ? ['--kubeconfig', resolve(file)] : []), '--context', context];
}
