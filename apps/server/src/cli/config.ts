import { isIP } from 'node:net';
import { readGroupResources } from '../base/group-resources.ts';
import { isLoopback } from '../base/loopback.ts';
import { readSharing, type SharingConfig, type SignInFlags } from '../sharing/sign-in-config.ts';

export interface ServeConfig extends SharingConfig {
  readonly host: string;
  readonly port: number;
  /** Address of a proxy before it. */
  readonly publicUrl?: string | undefined;
  /** Where metrics and probes are served beside the pages; any address, as they name no objects. */
  readonly metricsAddress?: BindAddress | undefined;
  readonly openBrowser: boolean;
  /** Kinds that are not read, as `group/resource`. */
  readonly ignored: readonly string[];
  /** Objects that are kept at most; by default as many as there is memory for. */
  readonly maxObjects?: number | undefined;
}

/** Where a server listens. */
export interface BindAddress {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
}

/** Flags as typed. */
export interface ServeFlags extends SignInFlags {
  readonly host?: string;
  readonly port?: string;
  readonly publicUrl?: string;
  readonly metricsAddress?: string;
  readonly openBrowser?: boolean;
  readonly maxObjects?: string;
  readonly ignore?: string;
  /** `false` when `--no-secrets` was given. */
  readonly secrets?: boolean;
}

/** The configuration is faulty; the message names every fault, one sentence a line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const SECRETS = '/secrets';
/** Flag > environment > default. Throws one `ConfigError` with all faults. */
export function readServeConfig(
  flags: ServeFlags,
  env: Readonly<Record<string, string | undefined>>,
): ServeConfig {
  const faults: string[] = [];
  const given = { ...flags, noSecrets: flags.secrets === false ? 'true' : undefined };
  const setting = (flag: keyof typeof given, fallback = ''): Setting => {
    const words = flag.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const name = `--${words}`;
    const variable = `GCSCOPE_${words.toUpperCase().replaceAll('-', '_')}`;
    const [value, set] = [given[flag], env[variable]];
    if (value !== undefined) return { value: [value].flat().join(','), from: name };
    return set ? { value: set, from: variable } : { value: fallback, from: name };
  };
  const sharing = readSharing((flag, fallback) => setting(flag, fallback).value, faults);
  const port = readPort(setting('port', '7070'), faults);
  const publicUrl = readUrl(setting('publicUrl'), faults);
  const host = readHost(setting('host', '127.0.0.1'), missingToShare(sharing, publicUrl), faults);
  const metricsAddress = readBindAddress(setting('metricsAddress'), faults);
  const noSecrets = readSwitch(setting('noSecrets', 'false'), faults);
  const maxObjects = readCount(setting('maxObjects'), faults);
  const ignored = readKinds(setting('ignore'), faults);
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return {
    host,
    port,
    openBrowser: flags.openBrowser ?? false,
    ignored: noSecrets ? [...ignored, SECRETS] : ignored,
    ...sharing,
    publicUrl,
    metricsAddress,
    maxObjects,
  };
}

/** A value and where it was given, for the sentence about it. */
interface Setting {
  readonly value: string;
  readonly from: string;
}

/** The settings that are missing before other machines may connect. */
function missingToShare(
  { signIn, tls, trustedProxies }: SharingConfig,
  publicUrl: string | undefined,
): readonly string[] {
  return [
    ...(signIn ? [] : ['--sign-in token, proxy or oidc']),
    ...(tls || trustedProxies
      ? []
      : [
          '--tls-cert FILE with --tls-key FILE, or --trusted-proxy ADDRESS of a proxy that terminates TLS',
        ]),
    ...(publicUrl?.startsWith('https:')
      ? []
      : ['--public-url https://NAME, by which people reach it']),
  ];
}

function readHost({ value, from }: Setting, missing: readonly string[], faults: string[]): string {
  const host = value.replace(/^\[(.*)\]$/, '$1');
  if (isLoopback(host)) return host;
  if (isIP(host) === 0)
    faults.push(`${from} ${value}: write an IP address of this machine, or localhost.`);
  else if (missing.length > 0) {
    faults.push(
      `${from} ${value}: beyond this machine gcscope listens only with sign-in and TLS. Also set ${missing.join('; ')}. ` +
        'Or use 127.0.0.1 and reach it through kubectl port-forward or ssh -L.',
    );
  }
  return host;
}

function readPort({ value, from }: Setting, faults: string[]): number {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  if (port >= 0 && port <= 65_535) return port;
  faults.push(`${from} ${value}: use a port from 0 (any free one) to 65535.`);
  return 0;
}

/** `:9090` is every address of the machine, as in other programs of the field. */
function readBindAddress({ value, from }: Setting, faults: string[]): BindAddress | undefined {
  if (value === '') return undefined;
  const [, written = '', digits = ''] = /^(.*):(\d{1,5})$/.exec(value) ?? [];
  const host = written === '' ? '::' : written.replace(/^\[(.*)\]$/, '$1');
  const port = digits === '' ? Number.NaN : Number(digits);
  if (port <= 65_535 && (isIP(host) !== 0 || host === 'localhost')) return { host, port };
  faults.push(
    `${from} ${value}: write an IP address and a port, such as 0.0.0.0:7071, or :7071 for all addresses.`,
  );
  return undefined;
}

function readUrl({ value, from }: Setting, faults: string[]): string | undefined {
  if (value === '') return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isPlain = url?.search === '' && url.hash === '' && url.username === '';
  if (url && isPlain && /^https?:$/.test(url.protocol)) return url.href;
  faults.push(`${from} ${value}: it is not a URL; write it as https://gcscope.example.com.`);
  return undefined;
}

function readCount({ value, from }: Setting, faults: string[]): number | undefined {
  if (value === '') return undefined;
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  faults.push(`${from} ${value}: write a whole number of objects from 1 to 999999999.`);
  return undefined;
}

function readKinds({ value, from }: Setting, faults: string[]): readonly string[] {
  if (value === '') return [];
  try {
    return readGroupResources(value);
  } catch (error) {
    faults.push(`${from}: ${(error as Error).message}`);
    return [];
  }
}

function readSwitch({ value, from }: Setting, faults: string[]): boolean {
  if (value === 'true' || value === '1') return true;
  if (value === 'false' || value === '0') return false;
  faults.push(`${from} ${value}: write true or false.`);
  return false;
}
