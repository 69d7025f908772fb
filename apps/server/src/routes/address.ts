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

/** The address of a server; `publicUrl` is the one by which people reach it, if it is not that of this machine. */
export function serverAddress(
  host: string,
  port: number,
  publicUrl?: string,
  scheme: 'http' | 'https' = 'http',
): ServerAddress {
  const own = LOOPBACK_NAMES.map((name) => new URL(`${scheme}://${name}:${port}`));
  const named = host.includes(':') ? `[${host}]` : host;
  const shown = new URL(publicUrl ?? `${scheme}://${named}:${port}`);
  const all = [...own, shown];
  return {
    url: `${shown.origin}${shown.pathname}`.replace(/\/+$/, ''),
    hosts: new Set(all.map((url) => url.host)),
    origins: new Set(all.map((url) => url.origin)),
  };
}
