import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import type { RequestOptions } from 'node:https';
import type { Cluster, KubeConfig, User } from '@kubernetes/client-node';
import { type Clock, systemClock } from '../../base/clock.ts';
import { isLoopback } from '../../base/loopback.ts';
import { whyUnreadable } from '../../base/read-file.ts';
import { type Fields, fieldsOf, textOf } from '../answers/decode-meta.ts';
import { checkUser } from './check-user.ts';
import { ClusterConfigError, type ClusterEnvironment, type ClusterFlags } from './connection.ts';
import {
  type CredentialSource,
  type Credentials,
  CredentialsError,
  NO_CREDENTIALS,
} from './credentials.ts';
import { ExecPlugin } from './exec-plugin.ts';
import { impersonationHeaders } from './impersonation.ts';
import { type ChosenContext, chooseContext } from './kubeconfig-context.ts';
import { proxyFromEnvironment } from './proxy.ts';

/** The cluster that the configuration names. */
export interface ConfiguredCluster {
  readonly context: string;
  readonly server: string;
  readonly namespace: string;
  /** The arguments between `kubectl` and the verb that reach this cluster; empty if they are not known. */
  readonly kubectl: readonly string[];
  readonly credentials: CredentialSource;
  readonly warnings: readonly string[];
  /** The user for messages: the name in the kubeconfig, and the impersonated user. */
  readonly asker: { readonly user: string; readonly as?: string };
}

/**
 * Finds the cluster as kubectl does: `--kubeconfig`, `KUBECONFIG`, the pod's service account, `~/.kube/config`.
 * Reads files only; the cluster is not asked. Throws `ClusterConfigError`, with code `none` when nothing is configured.
 */
export async function loadKubeConfig(
  flags: ClusterFlags,
  environment: ClusterEnvironment,
  clock: Clock = systemClock,
): Promise<ConfiguredCluster> {
  const chosen = chooseContext(flags, environment);
  const server = serverOf(chosen);
  const headers = impersonationHeaders(flags, chosen.user);
  const namespace = flags.namespace ?? chosen.namespace;
  const { context, kubectl } = chosen;
  const about = { context, server: server.href.replace(/\/+$/, ''), namespace, kubectl };
  if (server.protocol === 'http:') {
    // A plain connection would show credentials to everybody on the way, so none are sent.
    return { ...about, credentials: NO_CREDENTIALS, warnings: [], asker: { user: '' } };
  }
  checkFiles(chosen);
  checkUser(chosen);
  const verify = chosen.cluster['insecure-skip-tls-verify'] !== true;
  const warnings = verify
    ? []
    : [
        `The certificate of ${about.server} is not verified (insecure-skip-tls-verify), so another server could answer in its place.`,
      ];
  const proxy = proxyOf(chosen, server, environment);
  const { KubeConfig: Config } = await import('@kubernetes/client-node');
  const create = (): KubeConfig => clientConfig(new Config(), chosen);
  const exec = fieldsOf(chosen.user.exec);
  // Credentials in the kubeconfig itself take precedence over the plugin, as in kubectl.
  const isAsked = exec && ['token', 'tokenFile', 'username'].every((each) => !chosen.user[each]);
  const plugin = isAsked ? new ExecPlugin(exec, clusterInfo(chosen), clock) : undefined;
  const credentials = new KubeConfigCredentials({ create, plugin, headers, verify, proxy });
  const as = headers.get('impersonate-user');
  const asker = { user: chosen.userName, ...(typeof as === 'string' ? { as } : {}) };
  return { ...about, credentials, warnings, asker };
}

function serverOf({ context, cluster }: ChosenContext): URL {
  const text = textOf(cluster.server);
  const server = URL.canParse(text) ? new URL(text) : undefined;
  if (
    server?.protocol === 'https:' ||
    (server?.protocol === 'http:' && isLoopback(server.hostname))
  ) {
    return server;
  }
  if (server?.protocol === 'http:') {
    throw new ClusterConfigError(
      `The server ${text} of the context ${context} is plain http, which would expose your credentials. Use its https address; plain http is allowed on 127.0.0.1 only, for kubectl proxy.`,
    );
  }
  const fault = server ? 'which is neither https nor http' : 'which is not a URL';
  throw new ClusterConfigError(
    `The server of the context ${context} is ${text === '' ? 'missing' : `${text}, ${fault}`}; write https://host:port.`,
  );
}

function checkFiles({ context, cluster, user }: ChosenContext): void {
  const named = [
    [cluster, 'certificate-authority'],
    [user, 'client-certificate'],
    [user, 'client-key'],
    [user, 'tokenFile'],
  ] as const;
  for (const [entry, field] of named) {
    const file = textOf(entry[field]);
    if (file === '' || textOf(entry[`${field}-data`]) !== '') continue;
    const why = fileFault(file);
    if (why !== undefined) {
      throw new ClusterConfigError(
        `gcscope cannot read the file ${file} (${field} of the context ${context}): ${why}; name another one in the kubeconfig.`,
      );
    }
  }
}

/** Checks that the file can be read, without reading it: some files can be read only once. */
function fileFault(file: string): string | undefined {
  try {
    accessSync(file, constants.R_OK);
    return statSync(file).isDirectory() ? 'it is a folder' : undefined;
  } catch (error) {
    return whyUnreadable(error);
  }
}

function proxyOf(
  chosen: ChosenContext,
  server: URL,
  environment: ClusterEnvironment,
): string | undefined {
  const configured = textOf(chosen.cluster['proxy-url']);
  const proxy = configured || proxyFromEnvironment(server, environment.env);
  if (!proxy) return undefined;
  if (URL.canParse(proxy) && /^https?:$/.test(new URL(proxy).protocol)) return proxy;
  throw new ClusterConfigError(
    `The proxy ${proxy} of the context ${chosen.context} is not an http or https URL; correct it.`,
  );
}

/** Hands the one context to client-node, fixed where it reads a kubeconfig otherwise than kubectl. */
function clientConfig(config: KubeConfig, { cluster, user }: ChosenContext): KubeConfig {
  const tokenFile = textOf(user.tokenFile);
  const provider = fieldsOf(user['auth-provider']);
  const asCluster: Cluster = {
    name: 'cluster',
    server: textOf(cluster.server),
    skipTLSVerify: cluster['insecure-skip-tls-verify'] === true,
    ...dataOrFile(cluster, 'certificate-authority', 'caData', 'caFile'),
    ...present('tlsServerName', textOf(cluster['tls-server-name'])),
  };
  const asUser: User = {
    name: 'user',
    ...dataOrFile(user, 'client-certificate', 'certData', 'certFile'),
    ...dataOrFile(user, 'client-key', 'keyData', 'keyFile'),
    ...(tokenFile === '' ? present('token', textOf(user.token)) : {}),
    ...present('username', textOf(user.username)),
    ...present('password', textOf(user.password)),
    ...(tokenFile === ''
      ? provider && { authProvider: provider }
      : { authProvider: { name: 'tokenFile', config: { tokenFile } } }),
  };
  config.loadFromClusterAndUser(asCluster, asUser);
  return config;
}

/** Data wins over a file, as in kubectl. */
function dataOrFile(entry: Fields, field: string, dataKey: string, fileKey: string): object {
  const data = textOf(entry[`${field}-data`]);
  return data === '' ? present(fileKey, textOf(entry[field])) : { [dataKey]: data };
}

function present(key: string, value: string): object {
  return value === '' ? {} : { [key]: value };
}

/** The cluster as a plugin is told of it. */
function clusterInfo({ cluster }: ChosenContext): Fields {
  const file = textOf(cluster['certificate-authority']);
  const data = textOf(cluster['certificate-authority-data']);
  const authority = data === '' && file !== '' ? readFileSync(file).toString('base64') : data;
  return {
    server: textOf(cluster.server),
    ...present('tls-server-name', textOf(cluster['tls-server-name'])),
    ...(cluster['insecure-skip-tls-verify'] === true ? { 'insecure-skip-tls-verify': true } : {}),
    ...present('certificate-authority-data', authority),
    ...present('proxy-url', textOf(cluster['proxy-url'])),
  };
}

interface CredentialParts {
  readonly create: () => KubeConfig;
  readonly plugin: ExecPlugin | undefined;
  /** Headers that impersonate. */
  readonly headers: ReadonlyMap<string, string | readonly string[]>;
  readonly verify: boolean;
  readonly proxy: string | undefined;
}

/** Credentials by client-node, which reads certificates and token files anew, and by a plugin. */
class KubeConfigCredentials implements CredentialSource {
  readonly #parts: CredentialParts;
  #config: KubeConfig;
  #pending: Promise<Credentials> | undefined;

  constructor(parts: CredentialParts) {
    this.#parts = parts;
    this.#config = parts.create();
  }

  current(): Promise<Credentials> {
    this.#pending ??= this.#read().finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  renew(): void {
    this.#parts.plugin?.renew();
    // client-node keeps the content of token files for a while.
    this.#config = this.#parts.create();
  }

  async #read(): Promise<Credentials> {
    try {
      return await this.#ask();
    } catch (error) {
      throw new CredentialsError(`the credentials could not be read: ${credentialsFault(error)}`);
    }
  }

  async #ask(): Promise<Credentials> {
    const options: RequestOptions = {};
    await this.#config.applyToHTTPSOptions(options);
    const { plugin, verify, proxy = '' } = this.#parts;
    const given = await plugin?.current();
    const headers = new Map<string, string | readonly string[]>();
    const authorization = new Map(Object.entries(options.headers ?? {})).get('Authorization');
    // A token file may end with a line break.
    if (typeof authorization === 'string') headers.set('authorization', authorization.trim());
    if (typeof options.auth === 'string') {
      headers.set('authorization', `Basic ${Buffer.from(options.auth).toString('base64')}`);
    }
    if (given && given.token !== '') headers.set('authorization', `Bearer ${given.token}`);
    for (const [name, value] of this.#parts.headers) headers.set(name, value);
    return {
      headers,
      security: {
        verify,
        ...present('ca', String(options.ca ?? '')),
        ...present('cert', given?.cert || String(options.cert ?? '')),
        ...present('key', given?.key || String(options.key ?? '')),
        ...present('servername', options.servername ?? ''),
        ...present('proxy', proxy),
      },
    };
  }
}

function credentialsFault(error: unknown): string {
  // A plugin's output may hold a token, and an error of the JSON parser quotes it.
  if (error instanceof SyntaxError) return 'its answer is not valid JSON';
  const [first = ''] = String(error).split('\n', 1);
  const missing = /spawn (.+) ENOENT$/.exec(first)?.[1];
  return missing === undefined
    ? first.slice(0, 300)
    : `the credentials plugin ${missing} is not installed; put it on the PATH of gcscope`;
}
