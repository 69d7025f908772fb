import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Gives plain data away such that only this process can read it again, and only as it was. */
export class Seal<Data> {
  readonly #key = randomBytes(32);

  close(data: Data): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key, iv);
    const sealed = [cipher.update(JSON.stringify(data)), cipher.final()];
    return Buffer.concat([iv, cipher.getAuthTag(), ...sealed]).toString('base64url');
  }

  /** `undefined` for anything that this seal did not close. */
  open(text: string): Data | undefined {
    const bytes = Buffer.from(text, 'base64url');
    const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
    if (tag.length < TAG_BYTES) return undefined;
    try {
      const decipher = createDecipheriv(ALGORITHM, this.#key, iv).setAuthTag(tag);
      const sealed = bytes.subarray(IV_BYTES + TAG_BYTES);
      const plain = Buffer.concat([decipher.update(sealed), decipher.final()]);
      return JSON.parse(plain.toString()) as Data;
    } catch {
      return undefined;
    }
  }
}
