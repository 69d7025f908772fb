import type { AccessQuestion, Authorizer } from '../apiserver/authorizer.ts';
import { type Scenario, ScenarioError } from './scenario.ts';

/** A user of the scenario, and what is forbidden to them. */
export type ScenarioUser = NonNullable<Scenario['spec']['users']>[number];

/**
 * The rights of a scenario's users: all but those that the scenario takes away. A user who cannot update the finalizers
 * of one resource cannot update those of all either (`*\/finalizers`, AM-06). Throws `ScenarioError`.
 */
export function authorizerOf(users: readonly ScenarioUser[]): Authorizer {
  const byName = new Map<string, ScenarioUser>();
  for (const [index, user] of users.entries()) {
    if (byName.has(user.name)) {
      const path = ['spec', 'users', index, 'name'];
      throw new ScenarioError(`User "${user.name}" is listed twice: put all into one entry.`, path);
    }
    byName.set(user.name, user);
  }
  return (question) => !(byName.get(question.user)?.cannot ?? []).some(isMeant(question));
}

function isMeant({
  verb,
  resource,
  subresource,
}: AccessQuestion): (right: { readonly verb: string; readonly resource: string }) => boolean {
  const path = subresource === '' ? resource : `${resource}/${subresource}`;
  const isEveryFinalizer = path === '*/finalizers';
  return (cannot) =>
    cannot.verb === verb &&
    (cannot.resource === path || (isEveryFinalizer && cannot.resource.endsWith('/finalizers')));
}
