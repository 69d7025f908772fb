import { describe, expect, it } from 'vitest';
import type { AccessQuestion } from '../../src/apiserver/authorizer.ts';
import type { ScenarioStep } from '../../src/scenario/scenario.ts';
import { authorizerOf, type ScenarioUser } from '../../src/scenario/user-rights.ts';
import { objectOf } from '../support/simulate.ts';
import { diffOf, errorOf } from './run-spec.ts';

const blocking = [
  { apiVersion: 'no.such/v1', kind: 'Thing', name: 't', uid: 't', blockOwnerDeletion: true },
];

/** The reason and message with which the one step is refused; `undefined` when it is not. */
function refusal(
  users: readonly ScenarioUser[] | undefined,
  step: ScenarioStep,
): string | undefined {
  return diffOf({ ...(users ? { users } : {}), objects: [objectOf('a')], steps: [step] })[1];
}

const question = (fields: Partial<AccessQuestion>): AccessQuestion => ({
  user: 'dev',
  verb: 'update',
  group: '',
  version: 'v1',
  resource: 'pods',
  subresource: '',
  namespace: 'a',
  name: 'p',
  ...fields,
});

describe('users of a scenario', () => {
  const refer: ScenarioStep = {
    patch: { object: 'ConfigMap shop/a', patch: { metadata: { ownerReferences: blocking } } },
    as: 'dev',
  };

  it('[AM-01] turn the admission of owner references on by being there', () => {
    const cannot = [{ verb: 'update', resource: 'things/finalizers' }];
    expect(refusal(undefined, refer)).toBeUndefined();
    expect(refusal([], refer)).toBeUndefined();
    expect(refusal([{ name: 'other', cannot }], refer)).toBeUndefined();
    expect(refusal([{ name: 'dev', cannot }], refer)).toMatch(/owner of an unknown kind: /);
  });

  it('[AM-01] may do everything unless they are listed, and so may who is not named', () => {
    const users = [{ name: 'dev', cannot: [{ verb: 'delete', resource: 'configmaps' }] }];
    const step = { delete: 'ConfigMap shop/a' };
    expect(refusal(users, { ...step, as: 'dev' })).toMatch(/^\+ Forbidden: configmaps "a" is/);
    expect(refusal(users, { ...step, as: 'admin' })).toBeUndefined();
    expect(refusal(users, step)).toBeUndefined();
    expect(refusal([{ name: 'dev' }], { ...step, as: 'dev' })).toBeUndefined();
  });

  it.each<[string, ScenarioStep]>([
    ['create', { create: objectOf('new') }],
    ['update', { update: objectOf('a') }],
    ['patch', { patch: { object: 'ConfigMap shop/a', patch: {} } }],
    ['patch', { removeFinalizer: { object: 'ConfigMap shop/a', finalizer: 'x/y' } }],
    ['delete', { delete: 'ConfigMap shop/a' }],
  ])('[API-31] %s is sent as the user beside it: %j', (verb, step) => {
    const users = [{ name: 'dev', cannot: [{ verb, resource: 'configmaps' }] }];
    expect(refusal(users, { ...step, as: 'dev' })).toContain(`User "dev" cannot ${verb} resource`);
  });

  it.each<[string, boolean, Partial<AccessQuestion>]>([
    ['the finalizers of that resource', false, { subresource: 'finalizers' }],
    ['all finalizers', false, { resource: '*', subresource: 'finalizers', group: '*' }],
    ['the finalizers of another one', true, { resource: 'jobs', subresource: 'finalizers' }],
    ['the object itself', true, {}],
    ['another verb', true, { subresource: 'finalizers', verb: 'patch' }],
    ['another user', true, { subresource: 'finalizers', user: 'admin' }],
  ])('[AM-06] update of pods/finalizers forbidden: %s is allowed: %s', (_name, allowed, fields) => {
    const cannot = [{ verb: 'update', resource: 'pods/finalizers' }];
    expect(authorizerOf([{ name: 'dev', cannot }])(question(fields))).toBe(allowed);
  });

  it('[AM-06] another verb on finalizers says nothing of all of them', () => {
    const cannot = [{ verb: 'patch', resource: 'pods/finalizers' }];
    const all = question({ resource: '*', subresource: 'finalizers' });
    expect(authorizerOf([{ name: 'dev', cannot }])(all)).toBe(true);
  });

  it('are listed once', () => {
    const { message, path } = errorOf({ users: [{ name: 'dev' }, { name: 'dev' }] });
    expect(message).toBe('User "dev" is listed twice: put all into one entry.');
    expect(path).toEqual(['spec', 'users', 1, 'name']);
  });
});
