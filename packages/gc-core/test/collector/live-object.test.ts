import { describe, expect, it } from 'vitest';
import { errorText, failureText } from '../../src/collector/live-object.ts';
import { failureStatus } from '../../src/meta/api-status-error.ts';
import { identityOf } from '../support/nodes.ts';

const name = '[v1/ConfigMap, namespace: ns, name: a, uid: a-uid]';

describe('errors of a request', () => {
  it('[AD-W10] say what the server said, or its reason, or that it said nothing', () => {
    const { message: _, ...silent } = failureStatus('Forbidden', 'no');
    const { reason: __, ...empty } = silent;
    expect(errorText(failureStatus('Forbidden', 'no'))).toBe('no');
    expect(errorText(silent)).toBe('Forbidden');
    expect(errorText(empty)).toBe('unknown error');
  });

  it('[DM-02] name the object where the server was not asked', () => {
    const identity = identityOf('a');
    const texts = [
      { type: 'never', rule: 'AD-05' },
      { type: 'gone', rule: 'AD-07' },
      { type: 'status', rule: 'AD-08', text: 'no' },
      { type: 'no-mapping', rule: 'AD-04', text: 'unknown kind' },
    ] as const;
    expect(texts.map((each) => failureText(each, identity))).toEqual([
      `cannot look up ${name} without a namespace`,
      `${name} is gone`,
      'no',
      'unknown kind',
    ]);
  });
});
