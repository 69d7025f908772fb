import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { bundleToJSON, type SerializedBundle } from '@sigstore/bundle';
// Not its index: that would load nock, which replaces node:http for every test.
import { fulcioHandler, initializeCA, initializeCTLog } from '@sigstore/mock/dist/fulcio/index.js';
import { initializeTLog, rekorHandler } from '@sigstore/mock/dist/rekor/index.js';
import type { Handler } from '@sigstore/mock/dist/shared.types.js';
import { initializeTSA, tsaHandler } from '@sigstore/mock/dist/timestamp/index.js';
import { generateKeyPair } from '@sigstore/mock/dist/util/key.js';
import { DSSEBundleBuilder, FulcioSigner, RekorWitness, TSAWitness } from '@sigstore/sign';

/** The name of the transparency log, in its proofs. */
const LOG = 'https://log.invalid';

/**
 * An hour from now, when the roots made here have been valid for a while. In whole seconds: the mock leaves out zeros at
 * the end of a fraction, which the verifier does not read.
 */
const TIME = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000);

/** The signer, as the token of a CI job names it. */
interface Job {
  readonly identity: string;
  readonly issuer: string;
}

/** The keys of such services, as `trusted_root.json` has them. */
export type TrustedKeys = Readonly<
  Record<'certificateAuthorities' | 'ctlogs' | 'tlogs' | 'timestampAuthorities', readonly object[]>
>;

/** The services of Sigstore on a local port, with keys of their own. */
interface MockSigstore {
  /** What one must trust to believe them. */
  readonly trustedRoot: TrustedKeys;
  /** Signs as `npm publish --provenance` does: with a new key that is certified, entered in the log, and thrown away. */
  readonly sign: (content: string, job: Job, type?: string) => Promise<SerializedBundle>;
  readonly close: () => void;
}

/**
 * Starts a certificate authority, its log, a transparency log and a timestamp authority. What they sign, they sign at the
 * same time; the transparency log may be later, by so many milliseconds.
 */
export async function mockSigstore(logDelay = 0): Promise<MockSigstore> {
  const ctLog = await initializeCTLog(generateKeyPair(), TIME);
  const authority = await initializeCA(generateKeyPair(), ctLog, TIME);
  const log = await initializeTLog(LOG, generateKeyPair(), new Date(TIME.getTime() + logDelay));
  const timestamps = await initializeTSA(generateKeyPair(), TIME);
  const handlers = [fulcioHandler(authority), rekorHandler(log), tsaHandler(timestamps)];
  const server = createServer((request, response) => void answer(handlers, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    trustedRoot: {
      certificateAuthorities: [authorityOf([authority.rootCertificate])],
      ctlogs: [logOf(ctLog.publicKey)],
      tlogs: [logOf(log.publicKey)],
      timestampAuthorities: [authorityOf([timestamps.intCertificate, timestamps.rootCertificate])],
    },
    async sign(content, job, type = 'application/vnd.in-toto+json') {
      const builder = new DSSEBundleBuilder({
        signer: new FulcioSigner({
          fulcioBaseURL: url,
          identityProvider: { getToken: async () => tokenOf(job) },
        }),
        witnesses: [
          new RekorWitness({ rekorBaseURL: url, entryType: 'intoto' }),
          new TSAWitness({ tsaBaseURL: url }),
        ],
        certificateChain: true,
      });
      return bundleToJSON(await builder.create({ data: Buffer.from(content), type }));
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answer(
  handlers: readonly Handler[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const handler = handlers.find(({ path }) => path === request.url);
  const result = await handler?.fn(await text(request));
  response.writeHead(result?.statusCode ?? 404, { 'content-type': result?.contentType ?? '' });
  response.end(result?.response);
}

/** A token of OpenID Connect without signature: the mock verifies none. */
function tokenOf({ identity, issuer }: Job): string {
  const claims = { sub: identity, iss: issuer, aud: 'sigstore' };
  return [{ alg: 'none' }, claims, '']
    .map((part) => Buffer.from(part === '' ? '' : JSON.stringify(part)).toString('base64url'))
    .join('.');
}

function authorityOf(chain: readonly ArrayBufferView[]): object {
  const certificates = chain.map(({ buffer, byteOffset, byteLength }) => ({
    rawBytes: Buffer.from(buffer, byteOffset, byteLength).toString('base64'),
  }));
  return { certChain: { certificates } };
}

function logOf(key: Buffer): object {
  return {
    baseUrl: LOG,
    logId: { keyId: createHash('sha256').update(key).digest('base64') },
    hashAlgorithm: 'SHA2_256',
    publicKey: { rawBytes: key.toString('base64'), keyDetails: 'PKIX_ECDSA_P256_SHA_256' },
  };
}
