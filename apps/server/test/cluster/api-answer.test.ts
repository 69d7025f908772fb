import { describe, expect, it } from 'vitest';
import { type Anonymity, failureText } from '../../src/cluster/answers/api-answer.ts';

function unauthorized(anonymous?: Anonymity): string {
  const refused = { type: 'status', code: 401, reason: 'Unauthorized', causes: [] } as const;
  return failureText({ ...refused, message: 'no', ...(anonymous && { anonymous }) });
}

describe('failureText', () => {
  it('advises after a 401: to log in again only if credentials were sent', () => {
    expect(unauthorized()).toMatch(/refused the credentials \(HTTP 401: no\); log in again/);
    expect(unauthorized('plain-http')).toMatch(
      /^the server asks for credentials \(HTTP 401: no\), and gcscope sends none over plain http. Use the https address/,
    );
    expect(unauthorized('none-configured')).toMatch(/the user of the context has none. Add a/);
    for (const why of ['plain-http', 'none-configured'] as const) {
      expect(unauthorized(why)).not.toContain('log in again');
    }
  });
});
