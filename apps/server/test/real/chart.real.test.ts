import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AuditReport } from '@gcscope/gc-core/wire';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';
import {
  buildChartTools,
  lintManifests,
  runChartTool,
} from '../../../../tools/chart/build-chart-tools.ts';
import { describeReal } from '../../../../tools/real-cluster/src/describe-real.ts';
import { runKubectl } from '../../../../tools/real-cluster/src/kubectl.ts';
import { RealCluster } from '../../../../tools/real-cluster/src/real-cluster.ts';
import { runCli } from '../cli/support/run-cli.ts';

const CHART = fileURLToPath(new URL('../../../../charts/gcscope', import.meta.url));
const DOCKERFILE = fileURLToPath(new URL('../../../../Dockerfile', import.meta.url));
const ACCOUNT = 'system:serviceaccount:tools:gcscope';
/** What no reader may do, as words of `kubectl auth can-i`. */
const REFUSED = [
  ['get', 'secrets'],
  ['list', 'secrets'],
  ['get', 'pods'],
  ['get', 'pods', '--subresource=log'],
  ['create', 'pods', '--subresource=exec'],
  ['create', 'serviceaccounts', '--subresource=token'],
  ['create', 'configmaps'],
  ['update', 'deployments.apps'],
  ['patch', 'deployments.apps'],
  ['delete', 'pods'],
  ['deletecollection', 'pods'],
  ['impersonate', 'users'],
  ['bind', 'clusterroles.rbac.authorization.k8s.io'],
  ['escalate', 'clusterroles.rbac.authorization.k8s.io'],
  ['list', 'widgets.example.com'],
] as const;

/** People reach it over https. */
const SHARED = ['signIn.tlsSecret=gcscope-tls', 'signIn.publicUrl=https://gc.example.com'];

interface Manifest {
  readonly kind: string;
  readonly spec: { readonly template: { readonly spec: object } };
}

async function render(...sets: readonly string[]): Promise<string> {
  const words = sets.flatMap((set) => ['--set', set]);
  const { code, stdout, stderr } = await runChartTool(
    ...['template', 'gcscope', CHART, '--namespace', 'tools', ...words],
  );
  if (code !== 0) throw new Error(stderr);
  return stdout;
}

describeReal('image and chart', () => {
  let cluster: RealCluster;
  let folder: string;
  const kubectl = (words: readonly string[], input?: string) =>
    runKubectl(words, cluster.kubeconfigPath, input);
  const apply = async (manifest: string): Promise<void> => {
    const { code, stderr } = await kubectl(['apply', '-f', '-'], manifest);
    expect(stderr).toBe('');
    expect(code).toBe(0);
  };
  /** A kubeconfig of the account that the chart made. */
  const accountConfig = async (): Promise<string> => {
    const { stdout } = await kubectl(['create', 'token', 'gcscope', '--namespace', 'tools']);
    const config = parse(await readFile(cluster.kubeconfigPath, 'utf8'));
    config.users[0].user = { token: stdout.trim() };
    const file = join(folder, 'account.kubeconfig');
    await writeFile(file, stringify(config));
    return file;
  };
  /** Rights of the account beyond list and watch of a kind. */
  const grantedBeyondLists = async (): Promise<readonly string[]> => {
    const words = ['auth', 'can-i', '--list', '--no-headers', '--as', ACCOUNT];
    const { stdout } = await kubectl(words);
    const rows = stdout
      .trim()
      .split('\n')
      .filter((row) => !row.startsWith(' '));
    return rows
      .map((row) => row.replace(/ +(\[[^[]*\] +)*(?=\[[^[]*\]$)/, ' '))
      .filter((row) => !row.endsWith('[list watch]'))
      .toSorted();
  };
  const unreadBy = async (...words: readonly string[]): Promise<readonly string[]> => {
    const { out } = await runCli('audit -o json', ...words);
    return (JSON.parse(out) as AuditReport).unread;
  };

  beforeAll(async () => {
    await buildChartTools();
    folder = await mkdtemp(join(tmpdir(), 'gcscope-chart-'));
    cluster = await RealCluster.start();
    const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
    const tools = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'tools', labels } };
    await apply(stringify(tools));
  });
  afterAll(async () => {
    await cluster?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('pass their linters', async () => {
    const linted = await runChartTool('lint', CHART, '--strict');
    expect(linted).toMatchObject({ code: 0, stdout: expect.stringContaining('0 chart(s) failed') });
    const image = await runChartTool('lint-dockerfile', DOCKERFILE);
    expect(image).toEqual({ code: 0, stdout: '', stderr: '' });
    const faulty = join(folder, 'Dockerfile');
    await writeFile(faulty, 'FROM scratch\nCMD node server\n');
    expect(await runChartTool('lint-dockerfile', faulty)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(':2: JSONArgsRecommended'),
    });
  });

  it.each([
    [[]],
    [['namespaces={tools}']],
    [['rbac.secrets=true', 'rbac.allKinds=true']],
    [[...SHARED, 'signIn.mode=token', 'serviceMonitor.enabled=true']],
  ])('render manifests without faults that are known, with %j', async (sets) => {
    const file = join(folder, 'rendered.yaml');
    const rendered = await render(...sets);
    await writeFile(file, rendered);
    expect(await lintManifests(file)).toEqual([]);
    await writeFile(file, rendered.replaceAll('readOnlyRootFilesystem: true', ''));
    expect(await lintManifests(file)).toEqual([
      expect.stringContaining('writable root filesystem'),
    ]);
  });

  it.each([
    ['rbac.allKinds=true', 'rbac/secrets'],
    ['image.digest=latest', 'image/digest'],
    ['port=80', 'port'],
    ['replicas=2', 'replicas'],
    ['signIn.mode=password', 'signIn/mode'],
    ['signIn.mode=token,signIn.tlsSecret=tls', 'signIn/publicUrl'],
    ['signIn.mode=token,signIn.publicUrl=https://gc.example.com', 'signIn'],
    ['signIn.mode=token,signIn.tlsSecret=tls,signIn.publicUrl=http://a', 'signIn/publicUrl'],
    ['rbac.customResources[0].apiGroup=*,rbac.customResources[0].resources={x}', 'apiGroup'],
  ])('refuse the value %s', async (set, at) => {
    await expect(render(set)).rejects.toThrow(at);
  });

  it('grant what the reader needs and nothing more, on a real API server', async () => {
    await apply(await render());
    const kubeconfig = await accountConfig();
    // The authorizer sees a binding a moment later.
    await expect
      .poll(() => unreadBy('--kubeconfig', kubeconfig), { timeout: 60_000 })
      .toEqual(['Secret']);
    for (const words of REFUSED) {
      const { stdout } = await kubectl(['auth', 'can-i', ...words, '-A', '--as', ACCOUNT]);
      expect([...words, stdout.trim()]).toEqual([...words, 'no']);
    }
    expect(await grantedBeyondLists()).toEqual([
      'apiservices.apiregistration.k8s.io [list watch get]',
      'customresourcedefinitions.apiextensions.k8s.io [list watch get]',
      'namespaces [list watch get]',
      'persistentvolumes [list watch get]',
      // What the API server lets everybody ask about themselves.
      'selfsubjectaccessreviews.authorization.k8s.io [create]',
      'selfsubjectreviews.authentication.k8s.io [create]',
      'selfsubjectrulesreviews.authorization.k8s.io [create]',
    ]);
    await apply(await render('rbac.secrets=true'));
    await expect.poll(() => unreadBy('--kubeconfig', kubeconfig), { timeout: 60_000 }).toEqual([]);
  });

  it.each([
    ['token', 'yes'],
    ['oidc', 'no'],
  ])('grant questions about people for sign-in with %s, and none without', async (mode, tokens) => {
    const can = async (resource: string): Promise<string> => {
      const words = ['auth', 'can-i', 'create', resource, '-A', '--as', ACCOUNT];
      return (await kubectl(words)).stdout.trim();
    };
    const reviews = [
      'subjectaccessreviews.authorization.k8s.io',
      'tokenreviews.authentication.k8s.io',
    ];
    expect(await Promise.all(reviews.map(can))).toEqual(['no', 'no']);
    const oidc = ['signIn.oidc.issuer=https://idp.example.com', 'signIn.oidc.clientId=gcscope'];
    const shared = await render(...SHARED, ...oidc, `signIn.mode=${mode}`);
    await apply(shared);
    await expect
      .poll(() => Promise.all(reviews.map(can)), { timeout: 30_000 })
      .toEqual(['yes', tokens]);
    await kubectl(['delete', 'clusterrole,clusterrolebinding', 'gcscope-reviews']);
    await expect.poll(() => can(reviews[0] ?? ''), { timeout: 30_000 }).toBe('no');
  });

  it('start with flags that gcscope takes, and can be reached', async () => {
    const documents = parseAllDocuments(await render(...SHARED, 'signIn.mode=token')).map(
      (document) => document.toJS(),
    );
    const container = documents.find(({ kind }) => kind === 'Deployment').spec.template.spec
      .containers[0];
    const folder = container.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath);
    expect(folder).toContain('/etc/gcscope/tls');
    expect(container.args).toContain('--sign-in=token');
    const [service] = documents.filter(
      ({ kind, metadata }) => kind === 'Service' && metadata.name === 'gcscope',
    );
    expect(service.spec.ports).toEqual([
      { name: 'pages', port: 443, targetPort: 'pages', protocol: 'TCP' },
    ]);
    const flags = container.args.filter((arg: string) => !/^--tls-/.test(arg)).slice(1);
    const proxy = '--trusted-proxy=10.0.0.1';
    // What is wrong would be exit code 2; here nothing answers for a cluster.
    const { exitCode, err } = await runCli('serve', ...flags, proxy, '--kubeconfig', '/nowhere');
    expect([exitCode, err]).toEqual([2, expect.stringMatching(/^(?!.*--sign-in).*\/nowhere/)]);
  });

  it('make a Pod that the strictest Pod Security level admits', async () => {
    const deployment = parseAllDocuments(await render())
      .map((document) => document.toJS() as Manifest)
      .find(({ kind }) => kind === 'Deployment');
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'tried', namespace: 'tools' },
      spec: deployment?.spec.template.spec,
    };
    const dryRun = ['create', '--dry-run=server', '-f', '-'];
    expect(await kubectl(dryRun, stringify(pod))).toMatchObject({ code: 0, stderr: '' });
    const rooted = { ...pod, spec: { ...pod.spec, hostNetwork: true } };
    expect((await kubectl(dryRun, stringify(rooted))).stderr).toContain('PodSecurity');
  });
});
