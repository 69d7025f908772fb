import { readFile } from 'node:fs/promises';
import { TrustedRoot } from '@sigstore/protobuf-specs';
import { getTrustedRoot } from '@sigstore/tuf';
import { type TrustMaterial, toTrustMaterial } from '@sigstore/verify';
import type { Command } from 'commander';
import { script } from '../command-line.ts';
import { describeError, NotVerified, readBundle, verifyProvenance } from './verify-provenance.ts';

/** The options of `npm run release:verify`, named as those of `cosign verify-blob-attestation`. */
interface Flags {
  readonly certificateIdentity: string;
  readonly certificateOidcIssuer: string;
  readonly trustedRoot?: string;
}

/** The command line of `npm run release:verify`, which says what it found; it fails with {@link NotVerified}. */
export function releaseVerifyCommand(say: (text: string) => void): Command {
  return script(
    'release:verify',
    'Verifies that a packed package is what a release job built: its SLSA provenance, in a Sigstore bundle.',
  )
    .argument('<file>', 'what npm pack wrote, or npm downloaded')
    .argument('<bundle>', 'the Sigstore bundle, in JSON')
    .requiredOption(
      '--certificate-identity <uri>',
      'the workflow that must have signed, with its ref',
    )
    .requiredOption('--certificate-oidc-issuer <url>', 'who must have identified that workflow')
    .option('--trusted-root <file>', "the keys to trust (default: Sigstore's, from the network)")
    .action(async (file: string, bundle: string, flags: Flags) => {
      const content = await read(file);
      const signed = readBundle((await read(bundle)).toString());
      const trust = await trustedKeys(flags.trustedRoot);
      const expected = {
        identity: flags.certificateIdentity,
        issuer: flags.certificateOidcIssuer,
      };
      verifyProvenance(content, signed, expected, trust);
      say(`${file} is what ${expected.identity} built: its provenance is valid.`);
    });
}

async function read(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new NotVerified(`${path} cannot be read: ${describeError(error)}.`);
  }
}

async function trustedKeys(path: string | undefined): Promise<TrustMaterial> {
  try {
    if (path === undefined) return toTrustMaterial(await getTrustedRoot());
    return toTrustMaterial(TrustedRoot.fromJSON(JSON.parse((await read(path)).toString())));
  } catch (error) {
    if (error instanceof NotVerified) throw error;
    throw new NotVerified(`The keys to trust cannot be read: ${describeError(error)}.`);
  }
}
