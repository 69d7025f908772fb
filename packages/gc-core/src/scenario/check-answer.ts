import type { ApiStatus } from '../meta/api-status-error.ts';
import type { ScenarioStep } from './scenario.ts';

/** The answer to a refused request. */
export type Refusal = Pick<ApiStatus, 'reason' | 'message'>;

/** How the answer to a request is not the one that its step expects, as diff lines; none when it is. */
export function checkAnswer(
  result: { readonly ok: true } | { readonly ok: false; readonly status: Refusal },
  step: Pick<ScenarioStep, 'error' | 'message'>,
): string[] {
  if (result.ok) {
    return step.error === undefined ? [] : [`- error: ${step.error}`, '+ the request succeeded'];
  }
  const { reason = '', message = '' } = result.status;
  if (step.error === undefined) return ['- the request succeeds', `+ ${reason}: ${message}`];
  if (step.error !== reason) return [`- error: ${step.error}`, `+ error: ${reason} (${message})`];
  if (step.message !== undefined && !message.includes(step.message)) {
    return [`- message: … ${step.message} …`, `+ message: ${message}`];
  }
  return [];
}
