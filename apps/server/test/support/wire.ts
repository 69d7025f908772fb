import { inject } from 'vitest';
import {
  encodeEvent,
  encodeList,
  encodeObject,
  encodeStatus,
  type ListMeta,
  PROTOBUF,
  type WrittenMeta,
} from '../../src/embedded/http/encode-protobuf.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** How fake API servers write metadata. */
    encoding?: 'json' | 'protobuf';
  }
}

/** What fake API servers send in this run: the tests of reading run once in each encoding. */
export interface Wire {
  readonly contentType: string;
  list(metadata: ListMeta, metas: readonly object[]): Buffer;
  event(type: string, meta: object): Buffer;
  /** The bookmark after the initial events of a watch. */
  listEnd(resourceVersion: string): Buffer;
  error(code: number, reason: string, message: string): Buffer;
}

const json: Wire = {
  contentType: 'application/json',
  list: (metadata, metas) =>
    Buffer.from(
      JSON.stringify({
        kind: 'PartialObjectMetadataList',
        apiVersion: 'meta.k8s.io/v1',
        metadata,
        items: metas.map(partial),
      }),
    ),
  event: (type, meta) => line({ type, object: partial(meta) }),
  listEnd: (resourceVersion) => json.event('BOOKMARK', bookmarkOf(resourceVersion)),
  error: (code, reason, message) =>
    line({ type: 'ERROR', object: { kind: 'Status', code, reason, message } }),
};

const protobuf: Wire = {
  contentType: PROTOBUF,
  list: (metadata, metas) => encodeList(metadata, metas as readonly WrittenMeta[]),
  event: (type, meta) => encodeEvent(type, encodeObject(meta as WrittenMeta)),
  listEnd: (resourceVersion) => protobuf.event('BOOKMARK', bookmarkOf(resourceVersion)),
  error: (code, reason, message) =>
    encodeEvent(
      'ERROR',
      encodeStatus({
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Failure',
        code,
        reason,
        message,
      }),
    ),
};

const bookmarkOf = (resourceVersion: string): object => ({
  name: '',
  uid: '',
  resourceVersion,
  annotations: { 'k8s.io/initial-events-end': 'true' },
});

export const isProtobuf: boolean = inject('encoding') !== 'json';
export const wire: Wire = isProtobuf ? protobuf : json;

function partial(metadata: object): object {
  return { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata };
}

function line(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}
