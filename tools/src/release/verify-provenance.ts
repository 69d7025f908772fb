import { createHash } from 'node:crypto';
import { visibleText } from '@gcscope/gc-core/wire';
import {
  type Bundle,
  type BundleWithDsseEnvelope,
  bundleFromJSON,
  isBundleWithDsseEnvelope,
  ValidationError,
} from '@sigstore/bundle';
import { type Signer, type TrustMaterial, toSignedEntity, Verifier } from '@sigstore/verify';

/** The signer that a release must have: `cosign verify` calls these certificate identity and certificate OIDC issuer. */
export interface ExpectedSigner {
  readonly identity: string;
  readonly issuer: string;
}

/** The reason why a file is not accepted as what was released, in one sentence. */
export class NotVerified extends Error {
  /** Words of a bundle are shown without characters that steer a terminal. */
  constructor(message: string) {
    super(visibleText(message));
  }
}

const NONE: ReadonlyMap<string, unknown> = new Map();

interface Statement {
  readonly subjects: readonly Subject[];
  readonly predicateType: unknown;
}
/** A file that a statement is about, by its digests in hexadecimal. */
interface Subject {
  readonly digest: ReadonlyMap<string, unknown>;
}

const IN_TOTO = 'application/vnd.in-toto+json';
// cosign writes the older one; what is read here is the same in both.
const STATEMENTS = ['https://in-toto.io/Statement/v1', 'https://in-toto.io/Statement/v0.1'];
const SLSA_PROVENANCE = 'https://slsa.dev/provenance/v1';
/** The digests that npm and cosign write. */
const ALGORITHMS = ['sha512', 'sha256'];

/** Reads a Sigstore bundle with a statement, as `npm publish --provenance` and `cosign attest-blob` write it. */
export function readBundle(text: string): BundleWithDsseEnvelope {
  const bundle = parseBundle(text);
  if (isBundleWithDsseEnvelope(bundle)) return bundle;
  throw new NotVerified(
    'The bundle holds a signature, but no statement on how the file was built.',
  );
}

/**
 * Throws {@link NotVerified} unless the bundle holds the SLSA provenance of this file, signed by the expected signer and
 * entered in the transparency log.
 */
export function verifyProvenance(
  file: Buffer,
  bundle: BundleWithDsseEnvelope,
  expected: ExpectedSigner,
  trust: TrustMaterial,
): void {
  checkSigner(verifiedSigner(bundle, trust), expected);
  const { payload, payloadType } = bundle.content.dsseEnvelope;
  const statement = readStatement(payload, payloadType);
  if (statement.predicateType !== SLSA_PROVENANCE) {
    throw new NotVerified(
      `The statement is ${statement.predicateType}, not the provenance ${SLSA_PROVENANCE}.`,
    );
  }
  if (!statement.subjects.some((subject) => isOf(subject, file))) {
    throw new NotVerified(
      'The provenance is of another file: no digest in it is the one of this file.',
    );
  }
}

function parseBundle(text: string): Bundle {
  try {
    return bundleFromJSON(JSON.parse(text));
  } catch (error) {
    throw new NotVerified(`The bundle is no Sigstore bundle in JSON: ${describeError(error)}.`);
  }
}

/** Returns the signer, after certificate, time, entry in the log and signature were found valid. */
function verifiedSigner(bundle: Bundle, trust: TrustMaterial): Signer {
  try {
    return new Verifier(trust).verify(toSignedEntity(bundle));
  } catch (error) {
    throw new NotVerified(`The bundle is not valid: ${describeError(error)}.`);
  }
}

/** The library takes an expected identity as a pattern that may match anywhere; here each is the whole text. */
function checkSigner({ identity }: Signer, expected: ExpectedSigner): void {
  const signer = identity?.subjectAlternativeName;
  if (signer !== expected.identity) {
    throw new NotVerified(`The bundle was signed by ${signer}, not by ${expected.identity}.`);
  }
  const issuer = identity?.extensions?.issuer;
  if (issuer !== expected.issuer) {
    throw new NotVerified(`The signer was identified by ${issuer}, not by ${expected.issuer}.`);
  }
}

function readStatement(payload: Buffer, payloadType: string): Statement {
  const content = payloadType === IN_TOTO ? jsonFieldsOf(payload.toString()) : NONE;
  if (!STATEMENTS.includes(String(content.get('_type')))) {
    throw new NotVerified('The signed content is not an in-toto statement.');
  }
  const subjects: unknown = content.get('subject');
  return {
    predicateType: content.get('predicateType'),
    subjects: (Array.isArray(subjects) ? subjects : []).map((subject: unknown) => ({
      digest: fieldsOf(fieldsOf(subject).get('digest')),
    })),
  };
}

function jsonFieldsOf(text: string): ReadonlyMap<string, unknown> {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return NONE;
  }
}

function fieldsOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(value ?? {}));
}

/** Whether all digests that we can compute are those of the file, and there is one. */
function isOf({ digest }: Subject, file: Buffer): boolean {
  const known = ALGORITHMS.filter((algorithm) => digest.has(algorithm));
  const same = known.filter(
    (algorithm) => digest.get(algorithm) === createHash(algorithm).update(file).digest('hex'),
  );
  return known.length > 0 && same.length === known.length;
}

/** The words of an error and of what caused it, on one line. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const fields = error instanceof ValidationError ? `: ${error.fields.join(', ')}` : '';
  const cause = error.cause instanceof Error ? ` (${describeError(error.cause)})` : '';
  return `${error.message.replaceAll(/\s+/g, ' ')}${fields}${cause}`;
}
