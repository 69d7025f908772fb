import { fieldsOf, textOf } from '../answers/decode-meta.ts';
import { ClusterConfigError } from './connection.ts';
import type { ChosenContext } from './kubeconfig-context.ts';

const V1 = 'client.authentication.k8s.io/v1';
const EXEC_VERSIONS: readonly string[] = [V1, 'client.authentication.k8s.io/v1beta1'];
const MODES: readonly unknown[] = ['Never', 'IfAvailable'];

/** Refuses what kubectl refuses to read credentials from. Throws `ClusterConfigError`. */
export function checkUser(chosen: ChosenContext): void {
  const { context, cluster, user } = chosen;
  const authority = `${textOf(cluster['certificate-authority'])}${textOf(cluster['certificate-authority-data'])}`;
  if (cluster['insecure-skip-tls-verify'] === true && authority !== '') {
    throw new ClusterConfigError(
      `The cluster of the context ${context} has insecure-skip-tls-verify and a certificate-authority; remove one of them.`,
    );
  }
  const token = `${textOf(user.token)}${textOf(user.tokenFile)}`;
  if (textOf(user.username) !== '' && token !== '') {
    throw new ClusterConfigError(
      `The user of the context ${context} has a username and a token; remove one of them.`,
    );
  }
  checkPlugin(chosen);
}

function checkPlugin({ context, user }: ChosenContext): void {
  const exec = fieldsOf(user.exec);
  if (!exec) return;
  const { apiVersion, interactiveMode } = exec;
  const plugin = `The credentials plugin of the context ${context}`;
  if (textOf(exec.command) === '') {
    throw new ClusterConfigError(`${plugin} has no command; name one in the kubeconfig.`);
  }
  if (!EXEC_VERSIONS.includes(textOf(apiVersion))) {
    throw new ClusterConfigError(
      `${plugin} has ${textOf(apiVersion) === '' ? 'no apiVersion' : `the apiVersion ${textOf(apiVersion)}`}; write ${V1}, and update the plugin if it cannot answer in it.`,
    );
  }
  if (interactiveMode === 'Always') {
    throw new ClusterConfigError(
      `${plugin} needs your input, which gcscope cannot pass on. Log in first, and set interactiveMode to IfAvailable or Never.`,
    );
  }
  const isOptional = apiVersion !== V1 && (interactiveMode ?? '') === '';
  if (!isOptional && !MODES.includes(interactiveMode)) {
    throw new ClusterConfigError(
      `${plugin} has no interactiveMode; set it to Never, IfAvailable or Always.`,
    );
  }
}
