import { describe, expect, it } from 'vitest';
import { Scopes } from '../../../src/graph/store/scopes.ts';

const POD = { apiVersion: 'v1', kind: 'Pod', namespace: 'ns' };

describe('Scopes', () => {
  it('gives equal types and namespaces once, and others apart', () => {
    const scopes = new Scopes();
    const shared = scopes.share(POD);
    expect(shared).toEqual(POD);
    expect(scopes.share({ ...POD })).toBe(shared);
    const others = [
      { ...POD, apiVersion: 'v2' },
      { ...POD, apiVersion: 'v1ns', namespace: '' },
      { ...POD, kind: 'Podv1', apiVersion: '' },
      { ...POD, kind: '__proto__' },
      { ...POD, namespace: 'ns2' },
    ];
    for (const other of others) expect(scopes.share(other)).toEqual(other);
    expect(scopes.share(POD)).toBe(shared);
  });

  it('begins anew when there are more than any cluster has', () => {
    const scopes = new Scopes();
    const shared = scopes.share(POD);
    for (let serial = 1; serial < 65_536; serial++)
      scopes.share({ ...POD, namespace: `${serial}` });
    expect(scopes.share(POD)).toBe(shared);
    scopes.share({ ...POD, namespace: 'one more' });
    expect(scopes.share(POD)).not.toBe(shared);
    expect(scopes.share(POD)).toEqual(shared);
  });
});
