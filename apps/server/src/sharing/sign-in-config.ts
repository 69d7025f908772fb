import { readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { isLoopback } from '../base/loopback.ts';
import { whyUnreadable } from '../base/read-file.ts';

export type SignInConfig =
  | { readonly mode: 'token' }
  | ({ readonly mode: 'proxy' } & ProxyConfig)
  | ({ readonly mode: 'oidc' } & OidcConfig);

/** How a proxy says who sends a request. */
export interface ProxyConfig {
  /** Lower case. */
  readonly userHeader: string;
  readonly groupsHeader: string;
  /** The value of its header `x-gcscope-proxy-secret`. */
  readonly secret?: string | undefined;
}

/** An OpenID Connect provider, and how its claims become a user of the cluster, as the API server's flags say it. */
export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  readonly scopes: string;
  readonly usernameClaim: string;
  readonly usernamePrefix: string;
  readonly groupsClaim: string;
  readonly groupsPrefix: string;
}

/** Flags as typed. */
export interface SignInFlags {
  readonly signIn?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly trustedProxy?: readonly string[];
  readonly proxyUserHeader?: string;
  readonly proxyGroupsHeader?: string;
  readonly proxySecretFile?: string;
  readonly oidcIssuer?: string;
  readonly oidcClientId?: string;
  readonly oidcClientSecretFile?: string;
  readonly oidcScopes?: string;
  readonly oidcUsernameClaim?: string;
  readonly oidcUsernamePrefix?: string;
  readonly oidcGroupsClaim?: string;
  readonly oidcGroupsPrefix?: string;
}

/** Where certificate and key of this server are. */
interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** Certificate and key of this server, as PEM. */
export interface TlsConfig extends TlsFiles {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** Reads certificate and key as they are now. Throws what the filesystem says. */
export function readTlsFiles({ certFile, keyFile }: TlsFiles): TlsConfig {
  return { certFile, keyFile, cert: readFileSync(certFile), key: readFileSync(keyFile) };
}

/** The people who may connect, and how they sign in. */
export interface SharingConfig {
  readonly signIn?: SignInConfig | undefined;
  readonly tls?: TlsConfig | undefined;
  /** Addresses of the proxies that end TLS or name users. */
  readonly trustedProxies?: BlockList | undefined;
}

/** A setting as it was given: flag > environment > default. */
export type Pick = (flag: keyof SignInFlags, fallback?: string) => string;

/** Reads what concerns sign-in, and adds a sentence for each fault. */
export function readSharing(pick: Pick, faults: string[]): SharingConfig {
  const tls = readTls(pick('tlsCert'), pick('tlsKey'), faults);
  const trustedProxies = readProxies(pick('trustedProxy'), faults);
  const signIn = readSignIn(pick, trustedProxies !== undefined, faults);
  return { signIn, tls, trustedProxies };
}

function readSignIn(
  pick: Pick,
  isProxyTrusted: boolean,
  faults: string[],
): SignInConfig | undefined {
  const mode = pick('signIn');
  switch (mode) {
    case '':
    case 'none':
      return undefined;
    case 'token':
      return { mode };
    case 'proxy':
      return { mode, ...readProxy(pick, isProxyTrusted, faults) };
    case 'oidc':
      return { mode, ...readOidc(pick, faults) };
    default:
      faults.push(`--sign-in ${mode}: write token, proxy, oidc or none.`);
      return undefined;
  }
}

function readProxy(pick: Pick, isProxyTrusted: boolean, faults: string[]): ProxyConfig {
  const secret = readSecret('--proxy-secret-file', pick('proxySecretFile'), faults);
  if (!isProxyTrusted && secret === undefined) {
    faults.push(
      '--sign-in proxy: say which proxy may name users, with --trusted-proxy ADDRESS or --proxy-secret-file FILE.',
    );
  }
  return {
    userHeader: readHeader(
      '--proxy-user-header',
      pick('proxyUserHeader', 'x-forwarded-user'),
      faults,
    ),
    groupsHeader: readHeader(
      '--proxy-groups-header',
      pick('proxyGroupsHeader', 'x-forwarded-groups'),
      faults,
    ),
    secret,
  };
}

function readOidc(pick: Pick, faults: string[]): OidcConfig {
  const issuer = pick('oidcIssuer');
  const clientId = pick('oidcClientId');
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  const isLocal = url?.protocol === 'http:' && isLoopback(url.hostname);
  if (url?.protocol !== 'https:' && !isLocal) {
    faults.push(
      `${`--oidc-issuer ${issuer}`.trim()}: write the https URL of your OpenID Connect provider.`,
    );
  }
  if (clientId === '')
    faults.push(
      '--sign-in oidc: give the id of the client that is registered there, with --oidc-client-id.',
    );
  const clientSecret = readSecret(
    '--oidc-client-secret-file',
    pick('oidcClientSecretFile'),
    faults,
  );
  const usernameClaim = pick('oidcUsernameClaim', 'sub');
  // As the API server does it: a name of its own per issuer, unless it is an address.
  const prefix = pick('oidcUsernamePrefix', usernameClaim === 'email' ? '-' : `${issuer}#`);
  return {
    issuer,
    clientId,
    clientSecret,
    scopes: pick('oidcScopes', 'openid profile email groups'),
    usernameClaim,
    usernamePrefix: prefix === '-' ? '' : prefix,
    groupsClaim: pick('oidcGroupsClaim', 'groups'),
    groupsPrefix: pick('oidcGroupsPrefix'),
  };
}

function readTls(cert: string, key: string, faults: string[]): TlsConfig | undefined {
  if (cert === '' && key === '') return undefined;
  if (cert === '' || key === '') {
    faults.push('TLS needs both --tls-cert FILE and --tls-key FILE.');
    return undefined;
  }
  const files = [readFile('--tls-cert', cert, faults), readFile('--tls-key', key, faults)] as const;
  const names = { certFile: cert, keyFile: key };
  return files[0] && files[1] ? { ...names, cert: files[0], key: files[1] } : undefined;
}

function readProxies(text: string, faults: string[]): BlockList | undefined {
  if (text === '') return undefined;
  const list = new BlockList();
  for (const each of text.split(',').map((part) => part.trim())) {
    if (addRange(list, each)) continue;
    faults.push(`--trusted-proxy ${each}: write an IP address or a range, such as 10.0.0.0/8.`);
  }
  return list;
}

/** Whether it is an address or a range; then the list has it. */
function addRange(list: BlockList, text: string): boolean {
  const [address = '', bits = ''] = text.split('/', 2);
  const version = isIP(address);
  if (version === 0) return false;
  const longest = version === 4 ? 32 : 128;
  const size = text.includes('/') ? Number(/^\d{1,3}$/.test(bits) ? bits : Number.NaN) : longest;
  if (!(size >= 1 && size <= longest)) return false;
  list.addSubnet(address, size, version === 4 ? 'ipv4' : 'ipv6');
  return true;
}

function readHeader(flag: string, name: string, faults: string[]): string {
  if (!/^[A-Za-z0-9-]+$/.test(name))
    faults.push(`${flag} ${name}: it is not the name of a header.`);
  return name.toLowerCase();
}

function readSecret(flag: string, file: string, faults: string[]): string | undefined {
  if (file === '') return undefined;
  const secret = readFile(flag, file, faults)?.toString('utf8').trim();
  if (secret !== '') return secret;
  faults.push(`${flag} ${file}: the file is empty.`);
  return undefined;
}

function readFile(flag: string, file: string, faults: string[]): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    faults.push(`${flag} ${file}: the file cannot be read: ${whyUnreadable(error)}.`);
    return undefined;
  }
}
