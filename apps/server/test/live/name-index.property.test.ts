import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NameIndex } from '../../src/live/name-index.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RESOURCES = ['/pods', 'apps/deployments'];
const word = fc.constantFrom('a', 'b', '', '__proto__');

/** A name is taken, or given up by the one who may have it. */
const act = fc.record({
  type: fc.constantFrom('set' as const, 'set' as const, 'delete' as const),
  resource: fc.constantFrom(...RESOURCES),
  namespace: word,
  name: word,
  uid: fc.constantFrom('1', '2'),
});

it('names are counted as they are listed', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
      const names = new NameIndex();
      for (const { type, resource, namespace, name, uid } of acts)
        names[type](resource, namespace, name, uid);
      for (const resource of RESOURCES) {
        expect(names.count(resource)).toBe([...names.ofResource(resource)].length);
      }
    }),
    { numRuns: propertyRuns(200) },
  );
});
