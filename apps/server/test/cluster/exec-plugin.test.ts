import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ConfiguredCluster } from '../../src/cluster/access/kube-config.ts';
import { CANARY, config, KubeconfigFolder } from '../support/kubeconfig-folder.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { until } from '../support/reflector-run.ts';

const API = 'client.authentication.k8s.io/v1';

function answerOf(status: object): string {
  return JSON.stringify({ apiVersion: API, kind: 'ExecCredential', status });
}

describe('a credentials plugin', () => {
  const home = new KubeconfigFolder();
  const clock = new ManualClock();

  /** A cluster whose user has a plugin with these lines of shell; `n` is how often it has run. */
  async function clusterWith(script: string, more = ''): Promise<ConfiguredCluster> {
    const runs = join(home.path, 'runs');
    const plugin = home.write(
      'plugin.sh',
      `#!/bin/sh\necho run >> "${runs}"\nn=$(wc -l < "${runs}" | tr -d ' ')\n${script}\n`,
    );
    chmodSync(plugin, 0o755);
    const exec = `apiVersion: ${API}, interactiveMode: Never, command: ./plugin.sh${more}`;
    const file = home.write('config', config('one', `{ exec: { ${exec} } }`));
    return home.load({ kubeconfig: file }, {}, clock);
  }

  /** A line that answers with a token that tells the runs apart. */
  function answer(expiry?: string): string {
    const expires = expiry === undefined ? '' : `,\\"expirationTimestamp\\":\\"${expiry}\\"`;
    return `echo "{\\"apiVersion\\":\\"${API}\\",\\"kind\\":\\"ExecCredential\\",\\"status\\":{\\"token\\":\\"t$n\\"${expires}}}"`;
  }

  const tokenOf = async (cluster: ConfiguredCluster): Promise<unknown> =>
    (await cluster.credentials.current()).headers.get('authorization');
  const faultOf = async (cluster: ConfiguredCluster): Promise<string> =>
    String(await cluster.credentials.current().catch((reason: unknown) => reason));
  const inMinutes = (minutes: number): string =>
    new Date(clock.now() + minutes * 60_000).toISOString();

  it('runs once for simultaneous requests, and without an expiry until the server refuses', async () => {
    const cluster = await clusterWith(
      `case "$KUBERNETES_EXEC_INFO" in *ExecCredential*) ;; *) exit 9;; esac\n${answer()}`,
    );
    const all = await Promise.all(Array.from({ length: 20 }, () => tokenOf(cluster)));
    expect(new Set(all)).toEqual(new Set(['Bearer t1']));
    clock.advance(36_000_000);
    expect(await tokenOf(cluster)).toBe('Bearer t1');
    // Many requests were under way with the token that is refused.
    for (let request = 0; request < 20; request++) {
      cluster.credentials.renew();
      expect(await tokenOf(cluster)).toBe('Bearer t2');
    }
  });

  it('runs again shortly before its answer expires, once', async () => {
    const cluster = await clusterWith(answer(inMinutes(10)));
    expect(await tokenOf(cluster)).toBe('Bearer t1');
    clock.advance(8.5 * 60_000);
    expect(await tokenOf(cluster)).toBe('Bearer t1');
    clock.advance(60_000);
    const all = await Promise.all(Array.from({ length: 20 }, () => tokenOf(cluster)));
    expect(new Set(all)).toEqual(new Set(['Bearer t2']));
  });

  it('that hangs is ended with all that it started', async () => {
    const cluster = await clusterWith(
      `sh -c 'echo $$ > "${home.path}/helper"; exec sleep 600' &\nwait`,
    );
    const fault = faultOf(cluster);
    const helper = join(home.path, 'helper');
    await until(() => existsSync(helper) && readFileSync(helper, 'utf8').endsWith('\n'));
    clock.advance(60_000);
    expect(await fault).toContain('the credentials plugin did not end within 60 s');
    const pid = readFileSync(helper, 'utf8').trim();
    await until(() => isOver(pid));
  });

  it('that has answered is not waited for because of a helper that goes on', async () => {
    const cluster = await clusterWith(`sleep 600 &\n${answer()}`);
    expect(await tokenOf(cluster)).toBe('Bearer t1');
  });

  it('that prints without end is ended', async () => {
    const cluster = await clusterWith('yes');
    expect(await faultOf(cluster)).toContain('the credentials plugin printed more than 1 MB');
  });

  it('that fails says why, without what it printed as its answer, and is not run again at once', async () => {
    const cluster = await clusterWith(`echo ${CANARY}\necho "log in first" >&2\nexit 1`);
    expect(await faultOf(cluster)).toBe(
      'CredentialsError: the credentials could not be read: Error: log in first',
    );
    clock.advance(9000);
    await faultOf(cluster);
    expect(readFileSync(join(home.path, 'runs'), 'utf8')).toBe('run\n');
    clock.advance(1000);
    await faultOf(cluster);
    expect(readFileSync(join(home.path, 'runs'), 'utf8')).toBe('run\nrun\n');
  });

  it.each([
    [`echo ${CANARY}`, 'its answer is not valid JSON'],
    ['echo "{}"', `does not answer with an ExecCredential of ${API}`],
    [`echo '${answerOf({})}'`, 'neither a token nor a certificate'],
    [
      `echo '${answerOf({ token: CANARY, expirationTimestamp: 'soon' })}'`,
      'an expirationTimestamp that is not a time',
    ],
  ])('that answers with %s is a sentence', async (script, message) => {
    const fault = await faultOf(await clusterWith(script));
    expect(fault).toContain(message);
    expect(fault).not.toContain(CANARY);
  });

  it('gives a certificate, and knows the cluster where it asks to', async () => {
    const cluster = await clusterWith(
      `case "$KUBERNETES_EXEC_INFO" in *one.example*) ;; *) exit 9;; esac
echo '${answerOf({ clientCertificateData: 'CERT', clientKeyData: 'KEY' })}'`,
      ', provideClusterInfo: true',
    );
    const { security, headers } = await cluster.credentials.current();
    expect(security).toMatchObject({ cert: 'CERT', key: 'KEY' });
    expect(headers.has('authorization')).toBe(false);
  });

  it.each([
    ['', /has no apiVersion; write client/],
    ['apiVersion: client.authentication.k8s.io/v1alpha1', /has the apiVersion .*v1alpha1; write /],
    [`apiVersion: ${API}, command: a`, /has no interactiveMode; set it to /],
    [
      `apiVersion: ${API}, command: a, interactiveMode: Always`,
      /needs your input, .* set interactiveMode to /,
    ],
    [`apiVersion: ${API}, interactiveMode: Never, command: ""`, /has no command; name one /],
  ])('that kubectl would not run is refused: %s', async (exec, message) => {
    const all = exec.includes('command') ? exec : `${exec === '' ? '' : `${exec}, `}command: a`;
    const file = home.write('config', config('one', `{ exec: { ${all} } }`));
    await expect(home.load({ kubeconfig: file })).rejects.toThrow(message);
  });

  it('that is not installed is named', async () => {
    const file = home.write(
      'config',
      config('one', `{ exec: { apiVersion: ${API}, interactiveMode: Never, command: no-plugin } }`),
    );
    expect(await faultOf(await home.load({ kubeconfig: file }))).toContain(
      'the credentials could not be read: the credentials plugin no-plugin is not installed;',
    );
  });
});

/** Whether the process has ended; a zombie has. */
function isOver(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8').includes('State:\tZ');
  } catch {
    return true;
  }
}
