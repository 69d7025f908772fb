import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeAnswer } from '../api-client.ts';
import { writeKubeconfig } from '../cluster-folder.ts';
import type { RealCluster } from '../real-cluster.ts';

const ACCOUNTS = '/api/v1/namespaces/kube-system/serviceaccounts';
/** Longer than any run. */
const SECONDS = 86_400;

/** The kubeconfig of a service account in kube-system, which is created unless it exists; with another server if asked. */
export async function serviceAccountKubeconfig(
  cluster: RealCluster,
  name: string,
  server: string = cluster.server,
): Promise<string> {
  const created = await cluster.request('POST', ACCOUNTS, { metadata: { name } });
  if (created.code !== 201 && created.code !== 409) {
    throw new Error(`Service account ${name}: ${describeAnswer(created)}`);
  }
  const answer = await cluster.request('POST', `${ACCOUNTS}/${name}/token`, {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: { expirationSeconds: SECONDS },
  });
  if (answer.code !== 201) throw new Error(`The token of ${name}: ${describeAnswer(answer)}`);
  const { token } = (answer.body as { readonly status: { readonly token: string } }).status;
  const file = join(cluster.folder, `${name}.kubeconfig`);
  await writeKubeconfig(file, name, token, server, readFileSync(cluster.caFile, 'utf8'));
  return file;
}
