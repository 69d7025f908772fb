import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/** A certificate with its key, in PEM. */
export interface TestCertificate {
  readonly cert: string;
  readonly key: string;
}

/** What a certificate says, and who signs it; without `issuer` it signs itself. */
interface CertificateOptions {
  readonly name: string;
  /** Organizations: the groups of a user. */
  readonly groups?: readonly string[];
  readonly from?: Date;
  readonly until?: Date;
  /** Without it 127.0.0.1. */
  readonly host?: string;
  readonly issuer?: TestCertificate & { readonly name: string };
}

const DAY = 86_400_000;

/** A certificate for a server on loopback or for a client, made for one test. */
export function createCertificate(options: CertificateOptions): TestCertificate {
  const { name, groups = [], issuer, host } = options;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const algorithm = sequence(oid('2a8648ce3d040302'));
  const { from = new Date(Date.now() - DAY), until = new Date(Date.now() + DAY) } = options;
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    subjectOf(issuer?.name ?? name, issuer ? [] : groups),
    sequence(time(from), time(until)),
    subjectOf(name, groups),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternativeName(host), ...(issuer ? [] : [authority()]))),
  );
  const signature = createSign('sha256')
    .update(body)
    .sign(issuer?.key ?? key);
  const whole = sequence(body, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = whole.toString('base64').replace(/(.{64})(?=.)/g, '$1\n');
  return { cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`, key };
}

function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const bytes = Buffer.concat(content);
  const { length } = bytes;
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), bytes]);
}

const sequence = (...content: readonly Uint8Array[]): Buffer => der(0x30, ...content);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const text = (value: string): Buffer => der(0x0c, Buffer.from(value));

function subjectOf(name: string, groups: readonly string[]): Buffer {
  const parts = [...groups.map((group) => ['55040a', group]), ['550403', name]];
  return sequence(
    ...parts.map(([type = '', value = '']) => der(0x31, sequence(oid(type), text(value)))),
  );
}

function time(date: Date): Buffer {
  return der(0x17, Buffer.from(date.toISOString().replace(/^20|[-:T]|\.\d+/g, '')));
}

function alternativeName(host: string | undefined): Buffer {
  const named =
    host === undefined ? der(0x87, Buffer.from([127, 0, 0, 1])) : der(0x82, Buffer.from(host));
  return sequence(oid('551d11'), der(0x04, sequence(named)));
}

function authority(): Buffer {
  const yes = der(0x01, Buffer.from([255]));
  return sequence(oid('551d13'), yes, der(0x04, sequence(yes)));
}
