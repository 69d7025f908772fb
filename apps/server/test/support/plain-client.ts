import { type ApiClientOptions, HttpApiClient } from '../../src/cluster/access/api-client.ts';
import { NO_CREDENTIALS } from '../../src/cluster/access/credentials.ts';

/** Reads a server that wants no credentials, without a time limit. */
export function plainClient(server: string, more: Partial<ApiClientOptions> = {}): HttpApiClient {
  return new HttpApiClient({ server, credentials: NO_CREDENTIALS, requestTimeout: 0, ...more });
}
