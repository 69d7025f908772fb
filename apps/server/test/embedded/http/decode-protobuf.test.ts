import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiRequestError } from '../../../src/embedded/http/api-exchange.ts';
import { decodeProtobuf } from '../../../src/embedded/http/decode-protobuf.ts';
import { bytesField, encodeDocument } from '../../../src/embedded/http/encode-protobuf.ts';

const bytes = (id: number, content: Buffer | string): Buffer =>
  bytesField(id, Buffer.from(content));

function failure(body: Buffer): ApiRequestError | undefined {
  try {
    decodeProtobuf(body);
    return undefined;
  } catch (error) {
    if (error instanceof ApiRequestError) return error;
    throw error;
  }
}

describe('decodeProtobuf', () => {
  it('reads metadata, maps and numbers and passes over what it does not know', () => {
    const label = Buffer.concat([bytes(1, 'app'), bytes(2, 'web')]);
    const metadata = bytes(
      1,
      Buffer.concat([
        bytes(1, 'web'),
        bytes(8, ''),
        bytes(11, label),
        bytes(14, 'a/b'),
        bytes(14, 'c/d'),
      ]),
    );
    const spec = bytes(2, Buffer.from([8, 0xac, 0x02]));
    expect(decodeProtobuf(encodeDocument('apps/v1', 'Deployment', metadata, spec))).toEqual({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web', labels: { app: 'web' }, finalizers: ['a/b', 'c/d'] },
      spec: { replicas: 300 },
    });
  });

  it('leaves out what was not set, as JSON does, but no argument that is empty', () => {
    const container = Buffer.concat([bytes(1, 'c'), bytes(4, ''), bytes(4, 'x')]);
    const spec = Buffer.concat([bytes(2, container), bytes(3, ''), bytes(8, ''), bytes(10, '')]);
    const pod = encodeDocument('v1', 'Pod', bytes(1, bytes(2, '')), bytes(2, spec));
    expect(decodeProtobuf(pod)).toEqual({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {},
      spec: { containers: [{ name: 'c', args: ['', 'x'] }] },
    });
  });

  it('gives the data of a Secret in base64, as JSON has it', () => {
    const entry = bytes(2, Buffer.concat([bytes(1, 'key'), bytes(2, Buffer.from([0, 255]))]));
    expect(decodeProtobuf(encodeDocument('v1', 'Secret', entry))).toMatchObject({
      data: { key: 'AP8=' },
    });
  });

  it('keeps every key of a map, whatever its name and value', () => {
    const entry = (key: string, value: string) =>
      bytes(2, Buffer.concat([bytes(1, key), bytes(2, value)]));
    const map = encodeDocument('v1', 'ConfigMap', entry('empty', ''), entry('__proto__', 'x'));
    const data = Object.entries(decodeProtobuf(map).data as object);
    expect(data).toEqual([
      ['empty', ''],
      ['__proto__', 'x'],
    ]);
  });

  it('answers 415 and what to do for a kind that it does not understand', () => {
    const error = failure(encodeDocument('policy/v1', 'PodDisruptionBudget'));
    expect(error?.status).toMatchObject({ code: 415 });
    expect(error?.message).toContain('-o json');
  });

  it('answers 400 or 415 to any other bytes, and nothing else', () => {
    const whole = encodeDocument('v1', 'ConfigMap', bytes(1, bytes(1, 'name')));
    const spilling = encodeDocument(
      'v1',
      'ConfigMap',
      Buffer.from([10, 2, 10, 9]),
      bytes(2, 'too long'),
    );
    for (const body of [whole.subarray(0, whole.length - 3), spilling]) {
      const { code, message } = failure(body)?.status ?? {};
      expect([code, message]).toEqual([400, 'the request body is not valid Kubernetes protobuf']);
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.boolean(), (content, magic) => {
        const body = Buffer.concat([Buffer.from(magic ? 'k8s\0' : '', 'latin1'), content]);
        expect([400, 415]).toContain(failure(body)?.status.code);
      }),
    );
  });
});
