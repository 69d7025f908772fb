import { describe, expect, it } from 'vitest';
import { landing } from '../../src/data/session.ts';

describe('after signing in', () => {
  it('one lands on the page that was open', () => {
    expect(landing({ pathname: '/o/a%2Fb', search: '?depth=3' })).toBe('/o/a%2Fb?depth=3');
  });

  it.each([
    ['?to=%2Fgraph.svg%3Ftheme%3Ddark', '/graph.svg?theme=dark'],
    ['', '/'],
    ['?to=https%3A%2F%2Felsewhere.example', '/'],
    ['?to=%2F%2Felsewhere.example', '/'],
    ['?to=%2F%5Celsewhere.example', '/'],
    ['?to=%2F%09%2Felsewhere.example', '/'],
    ['?to=javascript%3Aalert(1)', '/'],
  ])('or where the link led, on this server: %s', (search, expected) => {
    expect(landing({ pathname: '/sign-in', search })).toBe(expected);
  });
});
