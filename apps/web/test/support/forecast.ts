import type { PolicyForecast } from '@gcscope/gc-core/wire';

/** Forecast of a deletion with a policy: it changes nothing but the given parts. */
export function policyForecast(
  policy: PolicyForecast['policy'],
  more: Partial<PolicyForecast>,
): PolicyForecast {
  return {
    policy,
    deleted: [],
    orphaned: [],
    kept: [],
    blocked: [],
    leftAlone: [],
    notVerified: [],
    kinds: [],
    namespaces: [],
    storage: [],
    requests: 0,
    seconds: 0,
    orders: 'alike',
    decides: [],
    outcomes: [],
    commands: { kubectl: [], kubectlBefore120: [], curl: [] },
    ...more,
  };
}
