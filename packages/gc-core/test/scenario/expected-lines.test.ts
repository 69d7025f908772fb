import { describe, expect, it } from 'vitest';
import type { Expectation } from '../../src/scenario/scenario.ts';
import { objectOf } from '../support/simulate.ts';
import { diffOf, errorOf } from './run-spec.ts';

const POD = 'v1/Pod shop/p p-uid';

/** The expectation is faulty, with this message and at this place. */
function expectFault(
  expected: Expectation,
  message: string | RegExp,
  below: readonly (string | number)[],
): void {
  // The step before fails; the file is faulty all the same.
  const steps = [{ expect: { onlyObjects: [] } }, { expect: expected }];
  const error = errorOf({ objects: [objectOf('a')], steps });
  expect(error.message).toEqual(
    message instanceof RegExp ? expect.stringMatching(message) : message,
  );
  expect(error.path).toEqual(['spec', 'steps', 1, 'expect', ...below]);
}

describe('a line of an expectation that no run could meet', () => {
  it.each<[string, Expectation, string | RegExp, (string | number)[]]>([
    [
      'a decision that is none',
      { decisions: [`AD-17 ${POD}`, `AD-99 ${POD}`] },
      /^"AD-99" is not a decision; known: AD-W2, .*, OR-07, PG-21, .*, PG-36\.$/,
      ['decisions', 1],
    ],
    [
      'a decision about nothing',
      { decisions: ['AD-17'] },
      '"AD-17" is not a decision: expected <rule id> <object identity>.',
      ['decisions', 0],
    ],
    [
      'an owner without apiVersion',
      { graph: [{ node: POD, owners: ['Pod o o-uid'] }] },
      '"Pod o o-uid" is not an owner: expected <apiVersion>/<Kind> <name> <uid>.',
      ['graph', 0, 'owners', 0],
    ],
    [
      'a change of no type',
      { graphChanges: [{ type: 'added', object: POD }] },
      '"added" is not a type of a graph change; known: ADDED, MODIFIED, DELETED.',
      ['graphChanges', 0, 'type'],
    ],
    [
      'a request without its resource',
      { requests: ['get shop/p'] },
      '"get shop/p" is not a request of the collector: expected <verb> <apiVersion>/<resource> [<namespace>/]<name>, the verb being get, patch, update or delete.',
      ['requests', 0],
    ],
    [
      'a request that the collector never sends',
      { requests: ['get v1/pods shop/p', 'list v1/pods shop/p'] },
      /^"list v1\/pods shop\/p" is not a request of the collector: /,
      ['requests', 1],
    ],
    [
      'an event that the collector never records',
      { events: ['Normal OwnerRefInvalidNamespace x'] },
      '"Normal OwnerRefInvalidNamespace x" is not an event of the collector: expected Warning OwnerRefInvalidNamespace <message>.',
      ['events', 0],
    ],
    [
      'a time that is none',
      { objects: [{ object: 'ConfigMap shop/a', deletionTimestamp: 'soon' }] },
      '"soon" is not an RFC 3339 time.',
      ['objects', 0, 'deletionTimestamp'],
    ],
    [
      'a reason that is no rule',
      { verdicts: [{ object: 'ConfigMap shop/a', verdict: 'stays', because: ['AD14'] }] },
      '"AD14" is not a rule id: expected an id such as AD-17 or AD-W9.',
      ['verdicts', 0, 'because', 0],
    ],
  ])('%s', (_name, expected, message, below) => expectFault(expected, message, below));

  it.each<[string, Expectation, (string | number)[]]>([
    ['v1/Pod', { decisions: ['AD-17 v1/Pod'] }, ['decisions', 0]],
    ['v1/Pod shop/p', { graph: [{ node: 'v1/Pod shop/p' }] }, ['graph', 0, 'node']],
    [
      'v1/Pod shop/p',
      { attemptToDelete: [POD, 'v1/Pod shop/p (virtual)'] },
      ['attemptToDelete', 1],
    ],
    ['v1/Pod', { attemptToOrphan: ['v1/Pod'] }, ['attemptToOrphan', 0]],
    [
      'v1/Pod',
      { graphChanges: [{ type: 'ADDED', object: 'v1/Pod' }] },
      ['graphChanges', 0, 'object'],
    ],
    ['p-uid', { absentOwnerCache: ['p-uid'] }, ['absentOwnerCache', 0]],
  ])('%s as an identity', (line, expected, below) => {
    expectFault(
      expected,
      `"${line}" is not an identity: expected <apiVersion>/<Kind> [<namespace>/]<name> <uid>.`,
      below,
    );
  });

  it.each<[string, Expectation, string | undefined]>([
    ['an identity whose name has spaces', { graph: [{ node: 'v1/Pod shop/a b c-uid' }] }, 'v1.36'],
    ['one of which references say little', { graph: [{ node: '/Pod shop/p p-uid' }] }, 'v1.36'],
    ['a uid where the cache has nothing else', { absentOwnerCache: ['p-uid'] }, 'v1.17'],
    ['a decision of another release', { decisions: [`PG-29 ${POD}`] }, undefined],
    ['a virtual item', { attemptToDelete: [`${POD} (virtual)`] }, undefined],
    [
      'any rule',
      { verdicts: [{ object: 'ConfigMap shop/a', verdict: 'goes', because: ['AD-W9', 'API-35'] }] },
      undefined,
    ],
  ])('is not %s: that only fails', (_name, expected, release) => {
    const steps = [{ settle: {} }, { expect: expected }];
    expect(
      diffOf({ objects: [objectOf('a')], steps, ...(release ? { release } : {}) }),
    ).not.toEqual([]);
  });
});
