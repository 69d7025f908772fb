import { describe, expect, it } from 'vitest';
import type { OwnerReference } from '../../src/meta/object-reference.ts';
import { brokenLinks } from '../support/broken-links.ts';
import { type GraphFixture, graphFixture } from '../support/graph-fixture.ts';
import { identityOf, metaOf, ownedBy } from '../support/nodes.ts';

function see({ process }: GraphFixture, name: string, owners: readonly OwnerReference[]): void {
  const meta = metaOf(name, { ownerReferences: owners });
  process({ type: 'ADDED', identity: identityOf(name), meta });
}

describe('owners and dependents', () => {
  it('[DM-12] [GB-16] disagree when an owner is made anew, until the reference comes anew as well', () => {
    const fixture = graphFixture();
    see(fixture, 'a', [ownedBy('b')]);
    fixture.process({ type: 'DELETED', identity: identityOf('b'), virtual: true });
    see(fixture, 'b', []);
    for (let seen = 0; seen < 2; seen++) {
      expect(brokenLinks(fixture.graph)).toEqual(['b-uid lacks its dependent a-uid']);
      see(fixture, 'a', [ownedBy('b')]);
    }
    see(fixture, 'a', []);
    see(fixture, 'a', [ownedBy('b')]);
    expect(brokenLinks(fixture.graph)).toEqual([]);
    expect([...(fixture.graph.get('b-uid')?.dependents ?? [])]).toHaveLength(1);
  });
});
