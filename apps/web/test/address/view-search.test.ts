import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatViewSearch,
  LEFT_WITH_THE_PAGE,
  parseViewSearch,
  type ViewSearch,
} from '../../src/address/view-search.ts';
import { STATES } from '../../src/data/graph-store.ts';

const name = fc.stringMatching(/^[a-z0-9]([a-z0-9.-]{0,20}[a-z0-9])?$/);

const requirement = fc.oneof(name, fc.constantFrom('app=web', 'tier in (a, b)', '!x.io/y'));

const someCamera = fc.record({
  x: fc.integer({ min: -99_999, max: 99_999 }),
  y: fc.integer({ min: -99_999, max: 99_999 }),
  zoom: fc.integer({ min: 1, max: 2500 }).map((thousandths) => thousandths / 1000),
});
const someNamespace = fc.record({ namespace: fc.constantFrom('', 'shop', 'kube-system') });
const someSearch: fc.Arbitrary<ViewSearch> = fc.record(
  {
    namespaces: fc.uniqueArray(fc.oneof(name, fc.constant('')), { maxLength: 3 }),
    kinds: fc.uniqueArray(name, { maxLength: 3 }),
    states: fc.uniqueArray(fc.constantFrom(...STATES), { maxLength: 3 }),
    finalizers: fc.uniqueArray(name, { maxLength: 3 }),
    labels: fc.uniqueArray(requirement, { maxLength: 3 }),
    sort: fc.constantFrom('age' as const, '-namespace' as const),
    selected: fc.string({ minLength: 1, unit: 'grapheme' }),
    view: fc.constantFrom('map' as const, 'list' as const),
    depth: fc.integer({ min: 1, max: 9 }),
    camera: fc.oneof(
      someCamera,
      someNamespace,
      fc.tuple(someCamera, someNamespace).map(([camera, inside]) => ({ ...camera, ...inside })),
    ),
    dialog: fc.constantFrom('kinds' as const, 'search' as const, 'views' as const),
    legend: fc.constant('open' as const),
    filters: fc.constant('open' as const),
    words: fc.string({ minLength: 1, unit: 'grapheme' }),
    targets: fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 3 }),
    speed: fc.constantFrom(0.5 as const, 2 as const, 4 as const),
    verbosity: fc.constantFrom(0 as const, 2 as const, 4 as const),
    details: fc.integer({ min: 20, max: 75 }),
    intervene: fc.constant('open' as const),
    severity: fc.constantFrom('error' as const, 'warning' as const),
    age: fc.constantFrom('1h' as const, '7d' as const),
    policy: fc.constantFrom('Background' as const, 'Foreground' as const, 'Orphan' as const),
    release: name,
    beside: name,
    actions: fc.string({ minLength: 1, unit: 'grapheme' }),
    step: fc.nat(),
    fork: name,
    settings: fc.dictionary(fc.constantFrom('containers.minAge', 'images.minAge'), name, {
      minKeys: 1,
      noNullPrototype: true,
    }),
    fill: fc.integer({ min: 0, max: 100 }),
    after: fc.integer({ min: 0, max: 10_000 }),
    moment: fc.integer({ min: 0, max: 86_400_000 }),
    run: fc.record({ collect: fc.constant('images' as const), at: fc.nat({ max: 86_400_000 }) }),
    rule: fc.constantFrom('GB-25', 'AD-W9', 'GB-42b', 'I-10'),
    faults: fc.constant([]),
  },
  { requiredKeys: ['namespaces', 'kinds', 'states', 'finalizers', 'labels', 'faults'] },
);

describe('view state in the address', () => {
  it('comes back as it went', () => {
    fc.assert(
      fc.property(someSearch, (search) => {
        expect(parseViewSearch(formatViewSearch(search))).toEqual(search);
      }),
    );
  });

  it('goes along to another page as far as every page reads it; an open rule is closed', () => {
    expect(Object.keys(LEFT_WITH_THE_PAGE)).toEqual([
      'targets',
      'severity',
      'auditRules',
      'deletionStates',
      'causes',
      'age',
      'changes',
      'deleters',
      'selected',
      'sort',
      'filters',
      'words',
      'rule',
      'policy',
      'release',
      'beside',
      'side',
      'actions',
      'step',
      'fork',
      'speed',
      'verbosity',
      'details',
      'panel',
      'folded',
      'intervene',
      'settings',
      'fill',
      'after',
      'moment',
      'run',
      'camera',
    ]);
  });

  it('reads well', () => {
    expect(
      formatViewSearch({ states: ['blocked', 'goes'], namespaces: ['shop', ''], depth: 3 }),
    ).toBe('?state=blocked,goes&ns=shop,-&depth=3');
    expect(formatViewSearch({ states: [], namespaces: [] })).toBe('');
  });

  it('says what it does not understand and leaves it out', () => {
    const search = parseViewSearch(
      '?state=blocked,lost&depth=many&at=1,2&view=cube&show=me&filters=shut&rule=x',
    );
    expect(search.states).toEqual(['blocked']);
    expect(search.depth).toBeUndefined();
    expect(search.faults.map((fault) => fault.split(' ')[0])).toEqual([
      '“lost”',
      '“depth=many”',
      '“view=cube”',
      '“show=me”',
      '“filters=shut”',
      '“rule=x”',
      '“at=1,2”',
    ]);
  });

  it('survives any query', () => {
    fc.assert(
      fc.property(fc.string(), (query) => {
        expect(parseViewSearch(query).states).toBeInstanceOf(Array);
      }),
    );
  });
});
