/** How a connection to an API server is secured. Each distinct value has a pool of connections. */
export interface TransportSecurity {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  /** Name to expect in the certificate, when it is not the server's host. */
  readonly servername?: string;
  /** Whether the certificate is verified. */
  readonly verify: boolean;
  /** URL of an HTTP proxy. */
  readonly proxy?: string;
}

/** The user and the connection of requests. Never logged. */
export interface Credentials {
  readonly security: TransportSecurity;
  readonly headers: ReadonlyMap<string, string | readonly string[]>;
}

/** The headers of a request: its own, and those that say who asks. */
export function requestHeaders(
  { headers }: Pick<Credentials, 'headers'>,
  own: Readonly<Record<string, string>>,
): Record<string, string | string[]> {
  const given = [...headers].map(([name, value]) => {
    return [name, typeof value === 'string' ? value : [...value]] as const;
  });
  return { 'user-agent': 'gcscope', ...own, ...Object.fromEntries(given) };
}

/** No credentials could be had. Its message is one sentence without secrets. */
export class CredentialsError extends Error {
  override readonly name = 'CredentialsError';
}

/** Gives the credentials of the moment: tokens run out and files are replaced, so ask for every request. */
export interface CredentialSource {
  /** Rejects with a `CredentialsError`. Simultaneous calls share one answer. */
  current(): Promise<Credentials>;
  /** The server refused the credentials: whatever is cached is dropped. */
  renew(): void;
}

/** For a server that needs no credentials. */
export const NO_CREDENTIALS: CredentialSource = {
  current: () => Promise.resolve({ security: { verify: true }, headers: new Map() }),
  renew: () => undefined,
};
