import { describe, expect, it } from 'vitest';
import {
  parseFieldSelector,
  parseLabelSelector,
  type SelectorResult,
} from '../../../src/embedded/http/selectors.ts';
import { configMap } from '../support/api-over-http.ts';

const object = configMap('web', 'shop', { labels: { app: 'web', tier: 'front' } });

function selects(result: SelectorResult): boolean | string {
  return result.ok ? result.selects(object) : result.message;
}

describe('selectors', () => {
  it.each([
    ['app=web', true],
    ['app==web,tier=front', true],
    ['app=api', false],
    ['app!=api', true],
    ['other!=x', true],
    ['app in (api, web)', true],
    ['app notin (api,web),tier=front', false],
    ['missing notin (x)', true],
    ['tier', true],
    ['!tier', false],
    ['', true],
  ])('label selector %s', (text, expected) => {
    expect(selects(parseLabelSelector(text))).toBe(expected);
  });

  it('names the requirement of a label selector that it cannot read', () => {
    expect(selects(parseLabelSelector('app=web,a=b=c'))).toContain('"a=b=c"');
  });

  it.each([
    ['metadata.name=web', true],
    ['metadata.name=web,metadata.namespace=shop', true],
    ['metadata.name!=web', false],
    ['spec.nodeName=', true],
  ])('field selector %s', (text, expected) => {
    expect(selects(parseFieldSelector(text))).toBe(expected);
  });

  it('names the field that no selector may use', () => {
    expect(selects(parseFieldSelector('spec.replicas=1'))).toBe(
      'field label not supported: spec.replicas',
    );
  });
});
