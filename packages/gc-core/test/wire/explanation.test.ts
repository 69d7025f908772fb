import { describe, expect, it } from 'vitest';
import { say } from '../../src/meta/sentence.ts';
import { furtherReasons } from '../../src/wire/explanation.ts';

describe('the reasons of a verdict', () => {
  it('[CL-03] [CL-09] are what its sentence does not say, whose rules stand behind it', () => {
    const reason = (rule: string, text: string) => ({ rule, text: say`${text}`, uids: [] });
    const because = [
      reason('CL-03', 'The API server does not serve Cart.'),
      reason('CL-09', 'Owner Deployment web exists.'),
    ];
    const sentence = say`Stays: the API server does not serve Cart.`;
    expect(furtherReasons({ sentence, because })).toEqual({
      rules: ['CL-03'],
      further: [because[1]],
    });
    expect(furtherReasons({ sentence: say`Stays.`, because })).toEqual({
      rules: [],
      further: because,
    });
  });
});
