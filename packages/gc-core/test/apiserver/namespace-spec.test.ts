import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import { manifest, namespaces, statusOf, testServer } from './test-server.ts';

describe('what a Namespace says', () => {
  it('[NS-19] only /status looks at the phase', () => {
    const { server, add } = testServer();
    const target = add(namespaces, 'n');
    const deleted = { deletionTimestamp: '2026-11-21T12:00:00Z' };
    const faultsOf = (subresource: string | undefined): string | undefined => {
      const to = subresource === undefined ? target : { ...target, subresource };
      const body = manifest(namespaces, 'n', deleted, { status: { phase: 'Bogus' } });
      return statusOf(server.update(to, body)).message;
    };
    expect(faultsOf(undefined)).toMatch(/is invalid: metadata\.deletionTimestamp: [^,]*immutable$/);
    expect(faultsOf('finalize')).toBe(faultsOf(undefined));
    expect(faultsOf('status')).toMatch(/immutable, status\.Phase: Invalid value: "Bogus": /);
  });

  it('[NS-01] put into the storage they hold what their spec says, or the usual', () => {
    const { server, read } = testServer();
    const specs = [undefined, {}, { finalizers: [] }, { finalizers: ['a/b'] }];
    const specsRead = specs.map((spec, index) => {
      const object = manifest(namespaces, `n${index}`, { uid: `${index}` }, spec ? { spec } : {});
      server.put([object as ApiObject]);
      return read({ resource: namespaces, namespace: '', name: `n${index}` })?.spec;
    });
    expect(specsRead).toEqual([{ finalizers: ['kubernetes'] }, ...specs.slice(1)]);
  });
});
