import { describe, expect, it } from 'vitest';
import type { StatusReason } from '../../../src/meta/api-status-error.ts';
import { explained, linesOf, seenBy, summary } from '../../support/explanations.ts';
import { ownedBy } from '../../support/nodes.ts';
import { objectOf } from '../../support/simulate.ts';

const objects = [objectOf('owner'), objectOf('child', { ownerReferences: [ownedBy('owner')] })];

/** A cluster whose API server answers the next GET of a ConfigMap so. */
function failing(release: 'v1.36' | 'v1.4', name: string, answer: StatusReason) {
  const simulation = seenBy(release, ...objects);
  simulation.faults.add({ request: `get v1/configmaps shop/${name}`, answer, times: 1 });
  return simulation;
}

const why = 'the API server answers 500 InternalError to a GET of ConfigMap `shop/owner`';

describe('an API server that fails to answer a lookup', () => {
  it.each([
    ['v1.36', 'CL-06', 'AD-08', 'AD-11'],
    ['v1.4', 'PG-31', 'PG-31', 'PG-22'],
  ] as const)('%s: nothing is verified [%s] [%s]', (release, ofOwner, ofItself, decided) => {
    const simulation = failing(release, 'owner', 'InternalError');
    expect(explained(simulation, 'child').unread).toEqual(['ConfigMap']);
    expect(linesOf(explained(simulation, 'child'))).toEqual([
      `Not verified: ${why}.`,
      `${ofOwner} ConfigMap \`shop/owner\` cannot be verified: ${why}. [owner]`,
    ]);
    expect(linesOf(explained(simulation, 'owner'))).toEqual([
      `Not verified: ${why}.`,
      `${ofItself} The data on ConfigMap \`shop/owner\` may be out of date. [owner]`,
      `${decided} It has no owner references: the collector never deletes it by itself. [owner]`,
    ]);
  });

  it('[CL-05] is believed where it answers that nothing is there', () => {
    const simulation = failing('v1.36', 'owner', 'NotFound');
    expect(summary(simulation, 'child')).toMatchObject({ verdict: 'goes', rule: 'AD-17' });
  });
});
