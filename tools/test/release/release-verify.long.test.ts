import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import type { SerializedBundle } from '@sigstore/bundle';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packPackage } from '../../src/release/pack-package.ts';
import { releaseVerifyCommand } from '../../src/release/release-verify-command.ts';
import { ROOT } from '../../src/run-step.ts';
import { mockSigstore, type TrustedKeys } from './mock-sigstore.ts';

const JOB = {
  identity: 'https://github.com/owner/gcscope/.github/workflows/release.yml@refs/tags/v1.2.3',
  issuer: 'https://token.actions.githubusercontent.com',
};
const PROVENANCE = 'https://slsa.dev/provenance/v1';

let folder: string;
let tarball: string;
let sigstore: Awaited<ReturnType<typeof mockSigstore>>;
/** The provenance of the tarball, signed by the job. */
let bundle: SerializedBundle;

/** What npm and cosign state about a file. */
function statementOn(content: Buffer, change: object = {}, algorithm = 'sha512'): string {
  const digest = { [algorithm]: createHash(algorithm).update(content).digest('hex') };
  return JSON.stringify({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'pkg:npm/gcscope@1.2.3', digest }],
    predicateType: PROVENANCE,
    predicate: { buildDefinition: {}, runDetails: { builder: { id: 'https://example.test' } } },
    ...change,
  });
}

async function write(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

/** What the command says about a file and a bundle, whether it accepts them or not. */
async function verify({
  file = tarball,
  signed = bundle,
  job = JOB,
  root = sigstore.trustedRoot,
}: {
  readonly file?: string;
  readonly signed?: object;
  readonly job?: typeof JOB;
  readonly root?: TrustedKeys;
}): Promise<string> {
  const bundleFile = await write('bundle.json', JSON.stringify(signed));
  return await run(file, bundleFile, job, root);
}

async function run(file: string, bundleFile: string, job = JOB, root = sigstore.trustedRoot) {
  const rootFile = await write('root.json', JSON.stringify(root));
  const said: string[] = [];
  const command = releaseVerifyCommand((text) => said.push(text));
  const words = ['--certificate-identity', job.identity, '--trusted-root', rootFile];
  words.push('--certificate-oidc-issuer', job.issuer, file, bundleFile);
  await command.parseAsync(words, { from: 'user' });
  return said.join('\n');
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gcscope-release-'));
  sigstore = await mockSigstore();
  tarball = (await packPackage(folder)).tarball;
  bundle = await sigstore.sign(statementOn(await readFile(tarball)), JOB);
});
afterAll(async () => {
  sigstore.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the package of a release, signed with mocked services of Sigstore', () => {
  it('is accepted with its provenance', async () => {
    expect(await verify({})).toBe(
      `${tarball} is what ${JOB.identity} built: its provenance is valid.`,
    );
  });

  it('is accepted with what cosign states: the older type, and a digest in SHA-256', async () => {
    const older = { _type: 'https://in-toto.io/Statement/v0.1' };
    const statement = statementOn(await readFile(tarball), older, 'sha256');
    const signed = await sigstore.sign(statement, JOB);
    expect(await verify({ signed })).toContain('its provenance is valid');
  });

  it('is refused after one byte has changed', async () => {
    const content = await readFile(tarball);
    content.writeUInt8(content.readUInt8(content.length - 1) ^ 1, content.length - 1);
    const file = await write(`changed-${basename(tarball)}`, content);
    await expect(verify({ file })).rejects.toThrow(/^The provenance is of another file/);
  });

  it('is refused with the bundle of another file, and if only one of two digests is its own', async () => {
    const other = await sigstore.sign(statementOn(Buffer.from('other')), JOB);
    await expect(verify({ signed: other })).rejects.toThrow(/^The provenance is of another file/);
    const sha256 = createHash('sha256')
      .update(await readFile(tarball))
      .digest('hex');
    const subject = [{ digest: { sha256, sha512: '00' } }, { digest: { md5: '00' } }, {}];
    const half = await sigstore.sign(statementOn(Buffer.from(''), { subject }), JOB);
    await expect(verify({ signed: half })).rejects.toThrow(/^The provenance is of another file/);
  });

  it.each([
    ['another tag', JOB.identity.replace('v1.2.3', 'v1.2.4')],
    ['the beginning of its name', JOB.identity.replace('/tags/v1.2.3', '')],
    ['a pattern that its name matches', JOB.identity.replace('v1.2.3', 'v.*')],
  ])('is refused if someone else should have signed: %s', async (_, identity) => {
    await expect(verify({ job: { ...JOB, identity } })).rejects.toThrow(
      `The bundle was signed by ${JOB.identity}, not by ${identity}.`,
    );
  });

  it('is refused if someone else should have identified the signer', async () => {
    const issuer = 'https://accounts.example.test';
    await expect(verify({ job: { ...JOB, issuer } })).rejects.toThrow(
      `The signer was identified by ${JOB.issuer}, not by ${issuer}.`,
    );
  });

  it('is refused with a changed statement', async () => {
    const payload = Buffer.from(statementOn(await readFile(tarball), { predicate: {} }));
    const dsseEnvelope = { ...bundle.dsseEnvelope, payload: payload.toString('base64') };
    await expect(verify({ signed: { ...bundle, dsseEnvelope } })).rejects.toThrow(
      /^The bundle is not valid: .*mismatch\.$/,
    );
  });

  it('is refused without an entry in the log, and without the proof of one', async () => {
    const { verificationMaterial } = bundle;
    const without = (tlogEntries: readonly object[]): object => ({
      ...bundle,
      verificationMaterial: { ...verificationMaterial, tlogEntries },
    });
    await expect(verify({ signed: without([]) })).rejects.toThrow(
      'The bundle is not valid: expected 1 tlog entries, got 0.',
    );
    const unproved = verificationMaterial.tlogEntries.map((entry) => ({
      ...entry,
      inclusionPromise: undefined,
      inclusionProof: undefined,
    }));
    await expect(verify({ signed: without(unproved) })).rejects.toThrow(
      /^The bundle is no Sigstore bundle in JSON: .*inclusionProof/,
    );
  });

  it('is refused with an untrusted certificate or log', async () => {
    const other = await mockSigstore();
    try {
      const { certificateAuthorities, tlogs } = other.trustedRoot;
      await expect(
        verify({ root: { ...sigstore.trustedRoot, certificateAuthorities } }),
      ).rejects.toThrow(/^The bundle is not valid: Failed to verify certificate chain/);
      await expect(verify({ root: { ...sigstore.trustedRoot, tlogs } })).rejects.toThrow(
        'The bundle is not valid: inclusion promise could not be verified.',
      );
    } finally {
      other.close();
    }
  });

  it('is refused if it was entered in the log after the certificate had expired', async () => {
    const late = await mockSigstore(3_600_000);
    try {
      const signed = await late.sign(statementOn(await readFile(tarball)), JOB);
      await expect(verify({ signed, root: late.trustedRoot })).rejects.toThrow(
        /^The bundle is not valid: .*expired/,
      );
      // A time that neither the log nor a timestamp authority has signed.
      const { verificationMaterial } = signed;
      const tlogEntries = verificationMaterial.tlogEntries.map((entry) => ({
        ...entry,
        inclusionPromise: undefined,
        integratedTime: bundle.verificationMaterial.tlogEntries[0]?.integratedTime,
      }));
      const timestampVerificationData = undefined;
      const earlier = { ...verificationMaterial, tlogEntries, timestampVerificationData };
      await expect(
        verify({ signed: { ...signed, verificationMaterial: earlier }, root: late.trustedRoot }),
      ).rejects.toThrow('The bundle is not valid: expected 1 timestamps, got 0.');
    } finally {
      late.close();
    }
  });

  it('is refused with a statement of another kind', async () => {
    const content = await readFile(tarball);
    const sbom = statementOn(content, { predicateType: 'https://cyclonedx.org/bom' });
    await expect(verify({ signed: await sigstore.sign(sbom, JOB) })).rejects.toThrow(
      `The statement is https://cyclonedx.org/bom, not the provenance ${PROVENANCE}.`,
    );
    for (const text of [statementOn(content, { _type: 'other' }), 'null', 'no JSON']) {
      await expect(verify({ signed: await sigstore.sign(text, JOB) })).rejects.toThrow(
        'The signed content is not an in-toto statement.',
      );
    }
    const plain = await sigstore.sign(statementOn(content), JOB, 'application/json');
    await expect(verify({ signed: plain })).rejects.toThrow(
      'The signed content is not an in-toto statement.',
    );
  });

  it('is refused with a signature of the file alone', async () => {
    const { dsseEnvelope: _, ...rest } = bundle;
    const messageSignature = {
      messageDigest: { algorithm: 'SHA2_256', digest: 'AAAA' },
      signature: 'AAAA',
    };
    await expect(verify({ signed: { ...rest, messageSignature } })).rejects.toThrow(
      'The bundle holds a signature, but no statement on how the file was built.',
    );
  });

  it('is refused if a file is missing or no bundle', async () => {
    const missing = join(folder, 'missing');
    await expect(verify({ file: missing })).rejects.toThrow(/^.*missing cannot be read: ENOENT/);
    await expect(run(tarball, missing)).rejects.toThrow(/^.*missing cannot be read: ENOENT/);
    for (const text of ['no JSON', 'null', '[]', '{}']) {
      await expect(run(tarball, await write('text', text))).rejects.toThrow(
        /^The bundle is no Sigstore bundle in JSON: .+\.$/,
      );
    }
  });

  it('is refused without keys to trust', async () => {
    const tlogs = [{}];
    await expect(verify({ root: { ...sigstore.trustedRoot, tlogs } })).rejects.toThrow(
      /^The keys to trust cannot be read: .+\.$/,
    );
  });

  it('ends with exit code 0 if accepted, else with 1 and one sentence', async () => {
    const bundleFile = await write('bundle.json', JSON.stringify(bundle));
    const rootFile = await write('root.json', JSON.stringify(sigstore.trustedRoot));
    const start = (identity: string) =>
      promisify(execFile)(
        'npm',
        [
          ...['run', '--silent', 'release:verify', '--', tarball, bundleFile],
          ...['--certificate-identity', identity, '--certificate-oidc-issuer', JOB.issuer],
          ...['--trusted-root', rootFile],
        ],
        { cwd: ROOT },
      );
    expect((await start(JOB.identity)).stdout).toMatch(/^.* its provenance is valid\.\n$/);
    await expect(start('other')).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: `The bundle was signed by ${JOB.identity}, not by other.\n`,
    });
  });
});
