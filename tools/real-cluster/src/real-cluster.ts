import { existsSync, readFileSync } from 'node:fs';
import type { OutgoingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { type ApiAnswer, ApiClient, describeAnswer } from './api-client.ts';
import { type AuditEvent, type AuditPart, readAuditLog } from './audit-log.ts';
import { buildRealCluster, type Series, USUAL_SERIES } from './build-real-cluster.ts';
import { createCertificate, type TestCertificate } from './certificate.ts';
import {
  type ClusterFolder,
  createClusterFolder,
  removeClusterFolder,
  VIEWER_GROUP,
  writeKubeconfig,
} from './cluster-folder.ts';
import {
  apiServerArguments,
  type ClusterPorts,
  type ControllerManagerOptions,
  controllerManagerArguments,
  etcdArguments,
} from './component-arguments.ts';
import { freePorts } from './free-ports.ts';
import { OwnedProcess } from './owned-process.ts';
import { atProcessEnd } from './process-end.ts';
import { waitFor } from './wait-for.ts';

const COLLECTOR = 'garbage-collector-controller';
const GRAPH = '/debug/controllers/garbage-collector-controller/graph';
const COLLECTING = 'Proceeding to collect garbage';

/**
 * A real etcd, kube-apiserver and kube-controller-manager on 127.0.0.1, owned by this process: it
 * ends with {@link stop} or with this process, whichever comes first.
 */
export class RealCluster {
  /** Temporary folder with all of the cluster; removed by {@link stop} unless GCSCOPE_KEEP=1. */
  readonly folder: string;
  /** `https://127.0.0.1:<port>` of the API server and of the controller manager. */
  readonly server: string;
  readonly controllerManagerServer: string;
  /** A user in system:masters. */
  readonly adminToken: string;
  readonly kubeconfigPath: string;
  /** A user who may get, list and watch every resource and nothing else. */
  readonly viewerToken: string;
  readonly viewerKubeconfigPath: string;
  /** PEM; what the API server's certificate is verified with. */
  readonly caFile: string;

  readonly #clientAuthority: ClusterFolder['clientAuthority'];
  readonly #binary: string;
  readonly #ports: ClusterPorts;
  #options: ControllerManagerOptions;
  /** In the order of their start; ended in the opposite order. */
  readonly #processes: OwnedProcess[] = [];
  readonly #withdrawCleanup: () => void;
  #api: ApiClient | undefined;
  /** What the API server said last while it was waited for; for error messages. */
  #latestAnswer = 'none';

  private constructor(
    binary: string,
    folder: ClusterFolder,
    ports: ClusterPorts,
    options: ControllerManagerOptions,
  ) {
    this.folder = folder.path;
    this.server = `https://127.0.0.1:${ports.apiServer}`;
    this.controllerManagerServer = `https://127.0.0.1:${ports.controllerManager}`;
    this.adminToken = folder.adminToken;
    this.viewerToken = folder.viewerToken;
    this.kubeconfigPath = join(folder.path, 'admin.kubeconfig');
    this.viewerKubeconfigPath = join(folder.path, 'viewer.kubeconfig');
    this.caFile = join(folder.path, 'pki', 'apiserver.crt');
    this.#clientAuthority = folder.clientAuthority;
    this.#binary = binary;
    this.#ports = ports;
    this.#options = options;
    this.#withdrawCleanup = atProcessEnd(() => {
      for (const process of this.#processes.toReversed()) process.signal('SIGKILL');
      removeClusterFolder(this.folder);
    });
  }

  /**
   * Builds the binary if need be and starts a cluster; when it resolves its collector, if it has one, is collecting
   * and the default namespace exists (about 5 s). Rejects with one sentence and the last lines of
   * the log of the process that failed; then nothing is left running.
   */
  static async start(
    options: ControllerManagerOptions = {},
    series: Series = USUAL_SERIES,
  ): Promise<RealCluster> {
    const binary = await buildRealCluster(series);
    const [etcd = 0, apiServer = 0, controllerManager = 0] = await freePorts(3);
    const ports = { etcd, apiServer, controllerManager };
    const cluster = new RealCluster(binary, await createClusterFolder(), ports, options);
    return cluster.preparedBy(async () => {
      await cluster.#startApiServer();
      await cluster.#startControllerManager();
      return cluster;
    });
  }

  /** What `prepare` makes of a new cluster; if it fails, the cluster is stopped. */
  async preparedBy<Made>(prepare: () => Promise<Made>): Promise<Made> {
    try {
      return await prepare();
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /**
   * Asks the API server as admin (another user: `Impersonate-User` or `authorization` in `headers`).
   * See {@link ApiClient.request}.
   */
  request(
    method: string,
    path: string,
    body?: unknown,
    headers?: OutgoingHttpHeaders,
  ): Promise<ApiAnswer> {
    if (this.#api === undefined) throw new Error('The real cluster is not running.');
    return this.#api.request(method, path, body, headers);
  }

  /** Asks the controller manager, by default as admin, over a connection of its own. */
  async requestControllerManager(path: string, token = this.adminToken): Promise<ApiAnswer> {
    const certificate = join(this.folder, 'pki', 'kube-controller-manager.crt');
    const ca = readFileSync(certificate, 'utf8');
    const client = new ApiClient(this.controllerManagerServer, token, ca);
    try {
      return await client.request('GET', path);
    } finally {
      client.close();
    }
  }

  /** A certificate with which the API server takes the bearer for this user. */
  clientCertificate(name: string, groups: readonly string[]): TestCertificate {
    return createCertificate({ name, groups, issuer: this.#clientAuthority });
  }

  /** The collector's own graph as DOT: of all objects, or what is around these uids. */
  async debugGraph(uids: readonly string[] = []): Promise<string> {
    const query = new URLSearchParams(uids.map((uid): [string, string] => ['uid', uid]));
    const answer = await this.requestControllerManager(`${GRAPH}?${query}`);
    if (answer.code !== 200) throw new Error(`The debug graph: ${describeAnswer(answer)}`);
    return String(answer.body);
  }

  /** Ends the controller manager and starts it anew: the collector learns new kinds at once. `changed` options hold from then on. */
  async restartControllerManager(changed: ControllerManagerOptions = {}): Promise<void> {
    this.#options = { ...this.#options, ...changed };
    await this.#processes.pop()?.kill();
    await this.#startControllerManager();
  }

  /** Ends the API server with SIGKILL, and starts it anew after `meanwhile`; resolves when it is ready. */
  crashApiServer(meanwhile?: () => Promise<void>): Promise<void> {
    return this.#crash('kube-apiserver', apiServerArguments(this.#ports), meanwhile);
  }

  /** The same with etcd; the API server goes on. */
  crashEtcd(): Promise<void> {
    return this.#crash('etcd', etcdArguments(this.#ports));
  }

  /** etcd forgets the history before now. */
  async compact(): Promise<void> {
    const etcd = `http://127.0.0.1:${this.#ports.etcd}/v3/kv`;
    const post = async (path: string, body: object): Promise<unknown> => {
      const answer = await fetch(`${etcd}/${path}`, { method: 'POST', body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`etcd ${path}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    };
    const { header } = (await post('range', { key: 'YQ==' })) as { header: { revision: string } };
    await post('compaction', { revision: header.revision, physical: true });
  }

  /** Stops all controllers until {@link resumeControllerManager}; their watches survive. */
  pauseControllerManager(): void {
    this.#processes.at(-1)?.signal('SIGSTOP');
  }

  /** Undoes {@link pauseControllerManager}. */
  resumeControllerManager(): void {
    this.#processes.at(-1)?.signal('SIGCONT');
  }

  /** Resolves when the API server is ready and the collector collects; at once if they do already. */
  async waitForReady(): Promise<void> {
    await this.#waitForApiServer();
    await this.#waitForControllerManager();
  }

  /** All requests but those for leases, events and health, in the order of their answers. */
  async auditEvents(): Promise<readonly AuditEvent[]> {
    return (await this.auditEventsSince(0)).events;
  }

  /** The part of the audit log that begins at this byte. */
  auditEventsSince(byte: number): Promise<AuditPart> {
    return readAuditLog(join(this.folder, 'audit.jsonl'), byte);
  }

  /** What the controller manager has written since its latest start. */
  controllerManagerLog(): string {
    return this.#processes.at(-1)?.log() ?? '';
  }

  /** Process ids of etcd, API server and controller manager. */
  pids(): number[] {
    return this.#processes.flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
  }

  /** Ends all processes with SIGKILL and removes the folder; does nothing the second time. */
  async stop(): Promise<void> {
    this.#api?.close();
    this.#api = undefined;
    // An API server whose etcd is gone takes long to end: the last one started goes first.
    for (const process of this.#processes.splice(0).toReversed()) await process.kill();
    if (existsSync(this.folder)) removeClusterFolder(this.folder);
    this.#withdrawCleanup();
  }

  async #startApiServer(): Promise<void> {
    this.#run('etcd', etcdArguments(this.#ports));
    this.#run('kube-apiserver', apiServerArguments(this.#ports));
    await this.#waitForApiServer();
    const ca = readFileSync(this.caFile, 'utf8');
    await writeKubeconfig(this.kubeconfigPath, 'admin', this.adminToken, this.server, ca);
    await writeKubeconfig(this.viewerKubeconfigPath, 'viewer', this.viewerToken, this.server, ca);
    await this.#bindViewer();
  }

  async #startControllerManager(): Promise<void> {
    const { kubeconfigPath } = this;
    this.#run(
      'kube-controller-manager',
      controllerManagerArguments(this.#ports, kubeconfigPath, this.#options),
    );
    await this.#waitForControllerManager();
  }

  async #crash(
    name: string,
    args: readonly string[],
    meanwhile: () => Promise<void> = async () => undefined,
  ): Promise<void> {
    const at = this.#processes.findIndex((process) => process.name === name);
    await this.#processes[at]?.kill();
    await meanwhile();
    this.#processes[at] = new OwnedProcess(this.#binary, name, args, this.folder);
    this.#api?.close();
    this.#api = undefined;
    await this.#waitForApiServer();
  }

  #run(name: string, args: readonly string[]): void {
    this.#processes.push(new OwnedProcess(this.#binary, name, args, this.folder));
  }

  async #waitForApiServer(): Promise<void> {
    // The server makes its certificate when it starts.
    await this.#waitFor('the certificate of kube-apiserver', () => existsSync(this.caFile));
    await this.#waitFor('kube-apiserver to be ready', async () => {
      this.#api ??= this.#newClient();
      if (await this.#answers('/readyz')) return true;
      // The certificate may have been read half-written: it is read anew.
      this.#api.close();
      this.#api = this.#newClient();
      return false;
    });
    await this.#waitFor('the namespace default', () => this.#answers('/api/v1/namespaces/default'));
  }

  async #waitForControllerManager(): Promise<void> {
    await this.#waitFor('kube-controller-manager to be healthy', async () => {
      const answer = await this.requestControllerManager('/healthz').catch(() => undefined);
      return answer?.code === 200;
    });
    const { controllers = [COLLECTOR] } = this.#options;
    if (!controllers.includes(COLLECTOR)) return;
    await this.#waitFor('the collector to collect', () =>
      this.controllerManagerLog().includes(COLLECTING),
    );
  }

  #newClient(): ApiClient {
    return new ApiClient(this.server, this.adminToken, readFileSync(this.caFile, 'utf8'));
  }

  /** While a server starts, no connection means: not yet. */
  async #answers(path: string): Promise<boolean> {
    try {
      const answer = await this.request('GET', path);
      this.#latestAnswer = describeAnswer(answer);
      return answer.code === 200;
    } catch (error) {
      this.#latestAnswer = String(error);
      return false;
    }
  }

  async #waitFor(what: string, isReached: () => Promise<boolean> | boolean): Promise<void> {
    const hopeless = (): string | undefined =>
      this.#processes.map((process) => process.failure()).find((failure) => failure !== undefined);
    try {
      await waitFor(what, async () => ((await isReached()) ? true : undefined), { hopeless });
    } catch (error) {
      if (hopeless() !== undefined) throw error;
      const lines = this.#processes.at(-1)?.lastLines() ?? '';
      throw new Error(`${String(error)} Latest answer: ${this.#latestAnswer}. ${lines}`);
    }
  }

  async #bindViewer(): Promise<void> {
    const rbac = '/apis/rbac.authorization.k8s.io/v1';
    const metadata = { name: 'gcscope-viewer' };
    const rules = [{ apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'watch'] }];
    const roleRef = {
      apiGroup: 'rbac.authorization.k8s.io',
      kind: 'ClusterRole',
      name: metadata.name,
    };
    const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: VIEWER_GROUP }];
    for (const [resource, object] of [
      ['clusterroles', { metadata, rules }],
      ['clusterrolebindings', { metadata, roleRef, subjects }],
    ] as const) {
      const answer = await this.request('POST', `${rbac}/${resource}`, object);
      if (answer.code !== 201) throw new Error(`Viewer's ${resource}: ${describeAnswer(answer)}`);
    }
  }
}
