import { describe, expect, it } from 'vitest';
import type { ClusterFlags } from '../../src/cluster/access/connection.ts';
import { CANARY, config, KubeconfigFolder } from '../support/kubeconfig-folder.ts';

describe('a kubeconfig that will not do', () => {
  const home = new KubeconfigFolder();
  const { write, load } = home;

  it.each<[string, string, ClusterFlags, string]>([
    [
      'unknown context',
      config('one'),
      { context: 'nope' },
      'The context nope is not in FILE; choose one with --context: one.',
    ],
    [
      'unknown context, and no other',
      '',
      { context: 'nope' },
      'The context nope is not in FILE, which names none; give another one with --kubeconfig.',
    ],
    [
      'no current context',
      config('one').replace('current-context: one', ''),
      {},
      'The kubeconfig FILE has no current context; choose one with --context: one.',
    ],
    [
      'an empty file',
      '',
      {},
      'The kubeconfig FILE names no context, so no cluster; give another one with --kubeconfig.',
    ],
    [
      'no YAML',
      `users: [{ token: ${CANARY} }\nx: [`,
      {},
      'The kubeconfig FILE is not valid YAML (line 2); correct it there.',
    ],
    [
      'an alias of nothing',
      'users: *nobody',
      {},
      'The kubeconfig FILE has aliases that cannot be followed. Write out what they stand for.',
    ],
    [
      'a list instead of a map',
      '[1]',
      {},
      'The file FILE is not a kubeconfig; give another one with --kubeconfig.',
    ],
    [
      'clusters that are no list',
      'clusters: 5',
      {},
      'In the kubeconfig FILE, clusters is not a list; write it as one.',
    ],
    [
      'a nameless user',
      'users: [{ user: {} }]',
      {},
      'In the kubeconfig FILE, users[0] has no name; give it one.',
    ],
    [
      'a missing cluster',
      config('one').replace('clusters: [{ name: one', 'clusters: [{ name: two'),
      {},
      'The context one names the cluster one, which is not in FILE; add it there, or choose another context with --context.',
    ],
    [
      'a missing user',
      config('one').replace('users: [{ name: one', 'users: [{ name: two'),
      {},
      'The context one names the user one, who is not in FILE; add the user there, or choose another context with --context.',
    ],
    [
      'a server that is no URL',
      config('one', '{}', 'one.example'),
      {},
      'The server of the context one is one.example, which is not a URL; write https://host:port.',
    ],
    [
      'a server that is no web address',
      config('one', '{}', 'ftp://one.example'),
      {},
      'The server of the context one is ftp://one.example, which is neither https nor http; write https://host:port.',
    ],
    [
      'a missing certificate',
      config('one', '{ client-certificate: no.crt }'),
      {},
      'gcscope cannot read the file FOLDER/no.crt (client-certificate of the context one): it does not exist; name another one in the kubeconfig.',
    ],
    [
      'a folder as token file',
      config('one', '{ tokenFile: . }'),
      {},
      'gcscope cannot read the file FOLDER (tokenFile of the context one): it is a folder; name another one in the kubeconfig.',
    ],
    [
      'groups without a user',
      config('one'),
      { asGroup: ['dev'] },
      'You can impersonate groups only together with a user: also give --as.',
    ],
  ])('says in a sentence what is wrong: %s', async (_, text, flags, message) => {
    const file = write('config', text);
    const expected = message.replace('FILE', file).replace('FOLDER', home.path);
    await expect(load({ ...flags, kubeconfig: file })).rejects.toMatchObject({
      name: 'ClusterConfigError',
      code: 'invalid',
      message: expected,
    });
  });

  it('says that a file or everything is missing, and never falls back to localhost:8080', async () => {
    await expect(load({ kubeconfig: '/no/such/file' })).rejects.toThrow(
      'The kubeconfig /no/such/file given with --kubeconfig does not exist; correct the path.',
    );
    await expect(load({}, { KUBECONFIG: '/a:/b' })).rejects.toThrow(
      'KUBECONFIG names no file that exists (/a, /b); correct or unset it.',
    );
    await expect(load({})).rejects.toMatchObject({ name: 'ClusterConfigError', code: 'none' });
    await expect(load({ context: 'shop' })).rejects.toThrow(
      'There is no kubeconfig with the context shop: give --kubeconfig,',
    );
    await expect(load({ kubeconfig: home.path })).rejects.toThrow(
      `The kubeconfig ${home.path} cannot be read: it is a folder; give another one with --kubeconfig.`,
    );
  });
});
