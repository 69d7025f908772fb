import { describe, expect, it } from 'vitest';
import { negotiate } from '../../../src/embedded/http/content-negotiation.ts';

const OBJECTS = ['object', 'partial-object-metadata', 'table'] as const;

describe('negotiate', () => {
  it('[HT-01] takes the first clause it can produce: JSON metadata after protobuf metadata', () => {
    const accept =
      'application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,' +
      'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json';
    expect(negotiate(accept, OBJECTS)).toBe('partial-object-metadata');
  });

  it('ignores parameters it does not know', () => {
    const accept =
      'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1;drop=metadata.managedFields';
    expect(negotiate(accept, OBJECTS)).toBe('partial-object-metadata');
    expect(negotiate('application/json;stream=watch', OBJECTS)).toBe('object');
  });

  it('gives whole objects where nothing or anything is asked for', () => {
    expect(negotiate(undefined, OBJECTS)).toBe('object');
    expect(negotiate('*/*', OBJECTS)).toBe('object');
  });

  it('has no answer for what it cannot produce', () => {
    expect(negotiate('application/vnd.kubernetes.protobuf', OBJECTS)).toBeUndefined();
    expect(negotiate('application/json;as=Table;g=meta.k8s.io;v=v1beta1', OBJECTS)).toBeUndefined();
    expect(negotiate('application/json;q=0', OBJECTS)).toBeUndefined();
    expect(negotiate('application/json;as=Table;g=meta.k8s.io;v=v1', ['object'])).toBeUndefined();
  });
});
