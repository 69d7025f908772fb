import { expect, it } from 'vitest';
import type { ObjectMeta } from '../../src/meta/object-meta.ts';
import { ruleOfDeletion } from '../../src/simulation/rule-of-deletion.ts';
import { identityOf, metaOf } from '../support/nodes.ts';

const POD = identityOf('pod', { kind: 'Pod' });
const IN_GRACE = { deletionTimestamp: '2026-01-01T00:00:30Z', deletionGracePeriodSeconds: 30 };

it.each<[rule: string, grace: number | undefined, more: Partial<ObjectMeta>]>([
  ['API-51', undefined, {}],
  ['API-51', 5, {}],
  ['API-54', 0, {}],
  ['API-54', 0, IN_GRACE],
  ['API-35', 0, { ...IN_GRACE, finalizers: ['example.com/hold'] }],
  ['API-33', undefined, IN_GRACE],
  ['API-33', 30, IN_GRACE],
  ['API-53', 10, IN_GRACE],
])('[%s] decides a DELETE of a Pod with grace %s, %j', (rule, gracePeriodSeconds, more) => {
  const options = {
    propagationPolicy: 'Background',
    ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }),
  } as const;
  expect(ruleOfDeletion(POD, metaOf('pod', more), options)).toBe(rule);
});
