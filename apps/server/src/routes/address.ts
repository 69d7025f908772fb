/** Under which names this server may be called, and how it is linked to. */
export interface ServerAddress {
  /** Where people reach it, without a slash at the end. */
  readonly url: string;
  /** Values of `Host` that are answered, port included unless it is the scheme's own. */
  readonly hosts: ReadonlySet<string>;
  /** Origins whose pages are this program's own. */
  readonly origins: ReadonlySet<string>;
}

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/** The address of a server that listens on loopback; `publicUrl` is that of a proxy before it. */
export function serverAddress(host: string, port: number, publicUrl?: string): ServerAddress {
  const own = LOOPBACK_NAMES.map((name) => new URL(`http://${name}:${port}`));
  const shown = new URL(publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`);
  const all = [...own, shown];
  return {
    url: `${shown.origin}${shown.pathname}`.replace(/\/+$/, ''),
    hosts: new Set(all.map((url) => url.host)),
    origins: new Set(all.map((url) => url.origin)),
  };
}
