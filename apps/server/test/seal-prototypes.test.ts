import { describe, expect, it } from 'vitest';

/** As libraries do that merge what they are given: each key is followed, whatever it is. */
function merge(target: Record<string, unknown>, source: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(source)) {
    const known = target[key];
    const isDeeper = typeof value === 'object' && value !== null;
    if (isDeeper && (typeof known === 'object' || typeof known === 'function') && known) {
      merge(known as Record<string, unknown>, value as Record<string, unknown>);
    } else target[key] = value;
  }
}

const merged = (json: string): unknown => {
  const target: Record<string, unknown> = {};
  merge(target, JSON.parse(json) as Record<string, unknown>);
  return target;
};

// The program seals prototypes before anything else, and so do the tests of the server (vitest.config.ts).
describe('prototypes of the language', () => {
  it.each([
    '{"constructor": {"prototype": {"polluted": "yes"}}}',
    '{"constructor": {"prototype": {"toString": "yes"}}}',
    '{"toString": {"constructor": {"prototype": {"polluted": "yes"}}}}',
  ])('are not changed by %s', (json) => {
    expect(() => merged(json)).toThrow(TypeError);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect(String({})).toBe('[object Object]');
  });

  it('`__proto__` is a name like others', () => {
    const target = merged('{"__proto__": {"polluted": "yes"}}');
    expect(Object.keys(target as object)).toEqual(['__proto__']);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it.each([...[Object, Function, Array, String, Number, RegExp, Date, Map, Set, Promise, Error]])(
    'nothing is added to or taken from those of %o',
    ({ prototype }) => {
      expect(Reflect.defineProperty(prototype, 'polluted', { value: 'yes' })).toBe(false);
      expect(Reflect.deleteProperty(prototype, 'constructor')).toBe(false);
    },
  );

  it('objects have properties of their own with the names of inherited ones', () => {
    const own: Record<string, unknown> = {};
    for (const name of ['constructor', 'toString', 'valueOf', 'hasOwnProperty']) own[name] = name;
    expect(JSON.stringify(own)).toBe(
      '{"constructor":"constructor","toString":"toString","valueOf":"valueOf","hasOwnProperty":"hasOwnProperty"}',
    );
    expect(Object.assign({}, own)).toEqual(own);
  });
});
