import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A private key and the certificate that says it is 127.0.0.1, both as PEM. */
export interface SelfSigned {
  readonly key: string;
  readonly certificate: string;
}

const DAY = 86_400_000;
const COMMON_NAME = '550403';
const BASIC_CONSTRAINTS = '551d13';
const SUBJECT_ALT_NAME = '551d11';
const ECDSA_WITH_SHA256 = '2a8648ce3d040302';

/** A certificate (RFC 5280) of one day that nobody trusts unless told to: Node makes keys, but no certificates. */
export function selfSigned(): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid(ECDSA_WITH_SHA256));
  const name = sequence(der(0x31, sequence(oid(COMMON_NAME), der(0x0c, Buffer.from('loopback')))));
  const isAuthority = der(0x01, Buffer.from([0xff]));
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    sequence(time(Date.now() - DAY), time(Date.now() + DAY)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      sequence(
        sequence(oid(BASIC_CONSTRAINTS), isAuthority, der(0x04, sequence(isAuthority))),
        sequence(
          oid(SUBJECT_ALT_NAME),
          der(0x04, sequence(der(0x87, Buffer.from([127, 0, 0, 1])))),
        ),
      ),
    ),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', toBeSigned, privateKey)]);
  const certificate = sequence(toBeSigned, algorithm, der(0x03, signature)).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${certificate.replace(/(.{64})/g, '$1\n')}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  // The shortest form: browsers take no other.
  const long = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  const size = length < 128 ? [length] : long;
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: readonly Uint8Array[]): Buffer {
  return der(0x30, ...parts);
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function time(millis: number): Buffer {
  const text = `${new Date(millis).toISOString().replace(/\D/g, '').slice(0, 14)}Z`;
  return der(0x18, Buffer.from(text));
}
