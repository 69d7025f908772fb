import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ConfiguredCluster } from '../../src/cluster/access/kube-config.ts';
import { CANARY, config, KubeconfigFolder } from '../support/kubeconfig-folder.ts';

describe('kubeconfig', () => {
  const home = new KubeconfigFolder();
  const { write, load } = home;

  async function headersOf(cluster: ConfiguredCluster): Promise<object> {
    return Object.fromEntries((await cluster.credentials.current()).headers);
  }

  it('reads ~/.kube/config: context, server, namespace, token', async () => {
    mkdirSync(join(home.path, '.kube'));
    write('.kube/config', config('home'));
    const cluster = await load({});
    expect(cluster).toMatchObject({
      context: 'home',
      server: 'https://home.example:6443',
      namespace: 'shop',
      kubectl: ['--kubeconfig', join(home.path, '.kube/config'), '--context', 'home'],
      warnings: [],
    });
    expect(await headersOf(cluster)).toEqual({ authorization: `Bearer ${CANARY}` });
    expect((await load({ namespace: 'other' })).namespace).toBe('other');
  });

  it('merges the files of KUBECONFIG: the first wins, missing ones are left out', async () => {
    const first = write('first', config('one', `{ token: ${CANARY} }`, 'https://first.example'));
    const second = write(
      'second',
      `${config('one', '{ token: other }', 'https://second.example')}`,
    );
    const third = write('third', config('two'));
    const env = { KUBECONFIG: [join(home.path, 'missing'), first, second, third].join(':') };
    expect(await load({}, env)).toMatchObject({ context: 'one', server: 'https://first.example' });
    expect(await headersOf(await load({}, env))).toEqual({ authorization: `Bearer ${CANARY}` });
    const two = await load({ context: 'two' }, env);
    expect(two.server).toBe('https://two.example:6443');
    // One flag does not name several files.
    expect(two.kubectl).toEqual(['--context', 'two']);
  });

  it('--kubeconfig replaces KUBECONFIG', async () => {
    const file = write('flag', config('flag'));
    const cluster = await load({ kubeconfig: relative('', file) }, { KUBECONFIG: '/missing' });
    expect(cluster.context).toBe('flag');
    expect(cluster.kubectl).toEqual(['--kubeconfig', file, '--context', 'flag']);
  });

  it('finds the cluster it runs in, and reads its token anew', async () => {
    mkdirSync(join(home.path, 'sa'));
    write('sa/token', 'in-cluster-token');
    write('sa/ca.crt', 'CA');
    write('sa/namespace', 'tools\n');
    const cluster = await load(
      {},
      { KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '443' },
    );
    expect(cluster).toMatchObject({
      context: 'in-cluster',
      server: 'https://[fd00::1]',
      namespace: 'tools',
      // A person copies the command to another machine, which has no context of this name.
      kubectl: [],
    });
    expect(await headersOf(cluster)).toEqual({ authorization: 'Bearer in-cluster-token' });
    expect((await cluster.credentials.current()).security).toEqual({ verify: true, ca: 'CA' });
  });

  it('explains why plain http is not taken; on loopback it is, and no credentials go over it', async () => {
    const far = write('far', config('far', `{ token: ${CANARY} }`, 'http://far.example:8080'));
    await expect(load({ kubeconfig: far })).rejects.toThrow(
      /plain http, which would expose your credentials/,
    );
    const near = write('near', config('near', `{ token: ${CANARY} }`, 'http://127.0.0.1:8001'));
    expect(await headersOf(await load({ kubeconfig: near }))).toEqual({});
  });

  it('paths are relative to the file they stand in, data wins over a file', async () => {
    write('ca.crt', 'CA FROM FILE');
    const data = Buffer.from('KEY FROM DATA').toString('base64');
    const file = write(
      'config',
      config('one', `{ tokenFile: token, client-key-data: ${data}, client-key: gone }`).replace(
        'server:',
        'tls-server-name: kube, certificate-authority: ca.crt, server:',
      ),
    );
    write('token', 'from-file\n');
    const cluster = await load({ kubeconfig: file });
    expect(cluster.warnings).toEqual([]);
    expect(await cluster.credentials.current()).toEqual({
      headers: new Map([['authorization', 'Bearer from-file']]),
      security: { verify: true, ca: 'CA FROM FILE', key: 'KEY FROM DATA', servername: 'kube' },
    });
  });

  it('warns of a cluster that is not verified, and refuses what contradicts itself', async () => {
    const insecure = (more: string, user?: string): string =>
      write('config', config('one', user).replace('server:', `${more}, server:`));
    const skip = 'insecure-skip-tls-verify: true';
    expect((await load({ kubeconfig: insecure(skip) })).warnings).toEqual([
      'The certificate of https://one.example:6443 is not verified (insecure-skip-tls-verify), so another server could answer in its place.',
    ]);
    write('ca.crt', 'CA');
    await expect(
      load({ kubeconfig: insecure(`${skip}, certificate-authority: ca.crt`) }),
    ).rejects.toThrow(/has insecure-skip-tls-verify and a certificate-authority; remove one/);
    await expect(
      load({ kubeconfig: insecure(skip, '{ username: a, password: b, token: c }') }),
    ).rejects.toThrow(/has a username and a token; remove one/);
  });

  it('names the user as the kubeconfig does; over plain http the server learns no user', async () => {
    const kubeconfig = write('named', config('ann'));
    expect((await load({ kubeconfig })).asker).toEqual({ user: 'ann' });
    expect((await load({ kubeconfig, as: 'bob' })).asker).toEqual({ user: 'ann', as: 'bob' });
    const plain = write('plain', config('ann', undefined, 'http://127.0.0.1:8001'));
    expect((await load({ kubeconfig: plain, as: 'bob' })).asker).toEqual({ user: '' });
  });

  it('impersonates by flag or by kubeconfig, groups, uid and extra included', async () => {
    const file = write(
      'config',
      config(
        'one',
        `{ token: t, as: ann, as-groups: [a, b], as-uid: "7", as-user-extra: { "scopes.example/x": [y] } }`,
      ),
    );
    expect(await headersOf(await load({ kubeconfig: file }))).toEqual({
      authorization: 'Bearer t',
      'impersonate-user': 'ann',
      'impersonate-group': ['a', 'b'],
      'impersonate-uid': '7',
      'impersonate-extra-scopes.example%2fx': ['y'],
    });
    const flags = { kubeconfig: file, as: 'bob', asGroup: ['dev'] };
    expect(await headersOf(await load(flags))).toEqual({
      authorization: 'Bearer t',
      'impersonate-user': 'bob',
      'impersonate-group': ['dev'],
    });
  });
});
