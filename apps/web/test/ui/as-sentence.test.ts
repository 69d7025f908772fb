import { describe, expect, it } from 'vitest';
import { asSentence } from '../../src/ui/as-sentence.ts';

describe('what a program says in passing', () => {
  it.each([
    ['nothing answers at http://a:1', 'Nothing answers at http://a:1.'],
    ['the server asks: log in!', 'The server asks: log in!'],
    ['http://a:1 does not answer', 'http://a:1 does not answer.'],
    ['kube/config is empty.', 'kube/config is empty.'],
    ['config.yaml is empty', 'config.yaml is empty.'],
  ])('%s', (text, sentence) => {
    expect(asSentence(text)).toBe(sentence);
  });
});
