import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { createCertificate } from '../../../../tools/real-cluster/src/certificate.ts';
import { describeReal } from '../../../../tools/real-cluster/src/describe-real.ts';
import { runKubectl } from '../../../../tools/real-cluster/src/kubectl.ts';
import { RealCluster } from '../../../../tools/real-cluster/src/real-cluster.ts';
import { ownEnvironment } from '../../src/cluster/access/connect.ts';
import { loadKubeConfig } from '../../src/cluster/access/kube-config.ts';
import { ObjectRequests } from '../../src/writes/scenario-cluster/object-requests.ts';
import { ConnectProxy } from './support/connect-proxy.ts';

const REVIEW = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
const API = 'client.authentication.k8s.io/v1';

type Fields = Readonly<Record<string, unknown>>;

/** A user and a cluster as a kubeconfig has them, and whether the server is reached with them. */
interface Case {
  readonly user?: Fields;
  readonly cluster?: Fields;
  /** What `exec.command` prints, as shell. */
  readonly plugin?: string;
  readonly reaches: boolean;
}

describeReal('credentials, as kubectl has them', () => {
  let cluster: RealCluster;
  let proxy: ConnectProxy;
  let folder: string;
  let cases: ReadonlyMap<string, Case>;

  beforeAll(async () => {
    cluster = await RealCluster.start();
    proxy = await ConnectProxy.start();
    folder = join(cluster.folder, 'credentials');
    await mkdir(folder);
    cases = await allCases();
  });
  afterAll(async () => {
    await proxy?.stop();
    await cluster?.stop();
  });

  async function allCases(): Promise<ReadonlyMap<string, Case>> {
    const token = cluster.viewerToken;
    const person = cluster.clientCertificate('jane', ['team', 'gcscope:viewers']);
    const stranger = createCertificate({ name: 'jane' });
    const files: Readonly<Record<string, string>> = {
      token: `${token}\n`,
      'jane.crt': person.cert,
      'jane.key': person.key,
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const base64 = (text: string): string => Buffer.from(text).toString('base64');
    const wrongAuthority = base64(stranger.cert);
    const none = { 'certificate-authority-data': undefined };
    const status = (fields: Fields, more: Fields = {}): string =>
      `cat <<'END'\n${JSON.stringify({ apiVersion: API, kind: 'ExecCredential', status: fields, ...more })}\nEND`;
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const past = new Date(Date.now() - 3_600_000).toISOString();
    const certificate = { clientCertificateData: person.cert, clientKeyData: person.key };
    const info = `case "$KUBERNETES_EXEC_INFO" in *'"server":"${cluster.server}"'*certificate-authority-data*) ;; *) exit 1;; esac\n`;
    const on = (plugin: string, reaches = true, exec: Fields = {}): Case => ({
      user: {
        exec: { apiVersion: API, command: './plugin.sh', interactiveMode: 'Never', ...exec },
      },
      plugin,
      reaches,
    });
    return new Map<string, Case>([
      ['a token', { user: { token }, reaches: true }],
      ['a wrong token', { user: { token: 'wrong' }, reaches: false }],
      ['a token file', { user: { tokenFile: 'token' }, reaches: true }],
      [
        'a token file before a token',
        { user: { token: 'wrong', tokenFile: 'token' }, reaches: true },
      ],
      ['a missing token file', { user: { tokenFile: 'none' }, reaches: false }],
      ['nobody', { user: {}, reaches: false }],
      ['a password', { user: { username: 'jane', password: 'secret' }, reaches: false }],
      [
        'a password and a token',
        { user: { username: 'jane', password: 'secret', token }, reaches: false },
      ],
      [
        'a certificate in files',
        { user: { 'client-certificate': 'jane.crt', 'client-key': 'jane.key' }, reaches: true },
      ],
      [
        'a certificate in data',
        {
          user: {
            'client-certificate-data': base64(person.cert),
            'client-key-data': base64(person.key),
          },
          reaches: true,
        },
      ],
      [
        'a certificate of another authority',
        {
          user: {
            'client-certificate-data': base64(stranger.cert),
            'client-key-data': base64(stranger.key),
          },
          reaches: false,
        },
      ],
      [
        'a certificate without its key',
        { user: { 'client-certificate-data': base64(person.cert) }, reaches: false },
      ],
      [
        'a certificate and a token',
        {
          user: { 'client-certificate': 'jane.crt', 'client-key': 'jane.key', token },
          reaches: true,
        },
      ],
      [
        'impersonation of a user',
        { user: { token: cluster.adminToken, as: 'bob' }, reaches: true },
      ],
      [
        'impersonation with groups, uid and extra',
        {
          user: {
            token: cluster.adminToken,
            as: 'bob',
            'as-groups': ['one', 'two'],
            'as-uid': 'u1',
            'as-user-extra': { 'example.com/Scope': ['a', 'b'] },
          },
          reaches: true,
        },
      ],
      [
        'impersonation of groups alone',
        { user: { token: cluster.adminToken, 'as-groups': ['one'] }, reaches: false },
      ],
      ['a proxy', { user: { token }, cluster: { 'proxy-url': proxy.url }, reaches: true }],
      [
        'a proxy that is not there',
        { user: { token }, cluster: { 'proxy-url': 'http://127.0.0.1:1' }, reaches: false },
      ],
      [
        'another name in the certificate',
        { user: { token }, cluster: { 'tls-server-name': 'kubernetes.default' }, reaches: true },
      ],
      [
        'a wrong name in the certificate',
        { user: { token }, cluster: { 'tls-server-name': 'other.example' }, reaches: false },
      ],
      [
        'an unknown authority',
        {
          user: { token },
          cluster: { 'certificate-authority-data': wrongAuthority },
          reaches: false,
        },
      ],
      ['no authority', { user: { token }, cluster: none, reaches: false }],
      [
        'no verification',
        {
          user: { token },
          cluster: { ...none, 'insecure-skip-tls-verify': true },
          reaches: true,
        },
      ],
      [
        'no verification, and an authority',
        { user: { token }, cluster: { 'insecure-skip-tls-verify': true }, reaches: false },
      ],
      [
        'no compression',
        { user: { token }, cluster: { 'disable-compression': true }, reaches: true },
      ],
      ['a plugin', on(status({ token }))],
      ['a plugin whose answer expires later', on(status({ token, expirationTimestamp: later }))],
      ['a plugin whose answer has expired', on(status({ token, expirationTimestamp: past }))],
      [
        'a plugin whose expiry is no time',
        on(status({ token, expirationTimestamp: 'soon' }), false),
      ],
      ['a plugin that gives a certificate', on(status(certificate))],
      [
        'a plugin that gives a certificate without its key',
        on(status({ clientCertificateData: person.cert }), false),
      ],
      ['a plugin that gives nothing', on(status({}), false)],
      ['a plugin that fails', on(`${status({ token })}\nexit 3`, false)],
      ['a plugin that prints no JSON', on('echo hello', false)],
      [
        'a plugin that answers in another version',
        on(status({ token }, { apiVersion: `${API}beta1` }), false),
      ],
      ['a plugin that answers with another kind', on(status({ token }, { kind: 'Token' }), false)],
      [
        'a plugin of the version before',
        on(status({ token }, { apiVersion: `${API}beta1` }), true, {
          apiVersion: `${API}beta1`,
          interactiveMode: undefined,
        }),
      ],
      [
        'a plugin of a version that is gone',
        on(status({ token }, { apiVersion: `${API}alpha1` }), false, {
          apiVersion: `${API}alpha1`,
        }),
      ],
      ['a plugin of no version', on(status({ token }), false, { apiVersion: undefined })],
      [
        'a plugin that does not say whether it asks',
        on(status({ token }), false, { interactiveMode: undefined }),
      ],
      ['a plugin that must ask', on(status({ token }), false, { interactiveMode: 'Always' })],
      [
        'a plugin that asks if it can',
        on(status({ token }), true, { interactiveMode: 'IfAvailable' }),
      ],
      [
        'a plugin with arguments and variables',
        on(
          `[ "$1 $2" = "a b" ] || exit 1\n${status({ token: '@' }).replace('cat', 'sed "s/@/$TOKEN/"')}`,
          true,
          { args: ['a', 'b'], env: [{ name: 'TOKEN', value: token }] },
        ),
      ],
      [
        'a plugin that is told of the cluster',
        on(`${info}${status({ token })}`, true, { provideClusterInfo: true }),
      ],
      ['a plugin that is not told of the cluster', on(`${info}${status({ token })}`, false)],
      ['a plugin that is not installed', on('', false, { command: 'no-such-plugin' })],
      [
        'a token and a plugin that fails',
        { ...on('exit 1'), user: { ...on('').user, token }, reaches: true },
      ],
      [
        'a plugin and a token',
        { ...on(status({ token })), user: { ...on('').user, token: 'wrong' }, reaches: false },
      ],
    ]);
  }

  async function kubeconfigOf({ user = {}, cluster: more = {}, plugin }: Case): Promise<string> {
    const authority = (await readFile(cluster.caFile)).toString('base64');
    const server = { server: cluster.server, 'certificate-authority-data': authority, ...more };
    const config = {
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'c',
      clusters: [{ name: 'c', cluster: server }],
      users: [{ name: 'c', user }],
      contexts: [{ name: 'c', context: { cluster: 'c', user: 'c' } }],
    };
    const file = join(folder, 'config');
    await writeFile(file, stringify(JSON.parse(JSON.stringify(config))));
    if (plugin !== undefined)
      await writeFile(join(folder, 'plugin.sh'), `#!/bin/sh\n${plugin}\n`, { mode: 0o755 });
    return file;
  }

  /** Whom the server takes kubectl for; `undefined` if it refuses, or is not reached. */
  async function asKubectl(kubeconfig: string): Promise<unknown> {
    const { code, stdout } = await runKubectl(['auth', 'whoami', '-o', 'json'], kubeconfig);
    return code === 0 ? JSON.parse(stdout).status.userInfo : undefined;
  }

  async function asGcscope(kubeconfig: string): Promise<unknown> {
    try {
      const { server, credentials } = await loadKubeConfig({ kubeconfig }, ownEnvironment());
      const requests = new ObjectRequests({ server, credentials, requestTimeout: 30_000 });
      const path = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
      const { code, body } = await requests.send('POST', path, REVIEW);
      await requests.close();
      return code === 201 ? (body.status as { userInfo: unknown }).userInfo : undefined;
    } catch (error) {
      if (
        error instanceof Error &&
        /^(ClusterConfigError|ClusterUnreachableError)$/.test(error.name)
      )
        return undefined;
      throw error;
    }
  }

  it('give gcscope and kubectl the same user, or neither', async () => {
    const differences: string[] = [];
    for (const [name, each] of cases) {
      const kubeconfig = await kubeconfigOf(each);
      const [kubectl, gcscope] = [await asKubectl(kubeconfig), await asGcscope(kubeconfig)];
      const said = JSON.stringify(kubectl);
      if (said !== JSON.stringify(gcscope)) {
        differences.push(`${name}: kubectl is ${said}, gcscope ${JSON.stringify(gcscope)}`);
      } else if ((kubectl !== undefined) !== each.reaches) {
        differences.push(`${name}: both are ${said}`);
      }
      await rm(join(folder, 'plugin.sh'), { force: true });
    }
    expect(differences).toEqual([]);
    expect(proxy.connections).toBeGreaterThanOrEqual(2);
  });
});
