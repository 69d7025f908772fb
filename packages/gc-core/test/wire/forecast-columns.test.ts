import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import type { PolicyForecast } from '../../src/wire/forecast.ts';
import { forecastColumns, linesOf, WAYS } from '../../src/wire/forecast-columns.ts';
import { blocking, forecastOf } from '../support/forecasts.ts';
import { ownedBy } from '../support/nodes.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { objectOf } from '../support/simulate.ts';

/** `Background, Orphan: 3 alike; deleted a, b; untouched c`. */
function described(policies: readonly PolicyForecast[]): string[] {
  return forecastColumns(policies).map((column) => {
    const ways = [...column.shown].map(
      ([way, lines]) => `${way} ${lines.map(({ object }) => object.name).sort()}`,
    );
    const untouched = column.untouched.map(({ name }) => name).sort();
    const names = column.policies.map(({ policy }) => policy);
    return [names, `${column.alike} alike`, ...ways, `untouched ${untouched}`].join('; ');
  });
}

const member = fc.record({
  owner: fc.nat(5),
  blocks: fc.boolean(),
  held: fc.nat(3).map((n) => n === 0),
});
const family = fc.array(member, { minLength: 1, maxLength: 6 });

describe('forecasts side by side', () => {
  it('are one where every object ends alike', () => {
    expect(described(forecastOf([objectOf('alone')], ['alone']).policies)).toEqual([
      'Background,Foreground,Orphan; 0 alike; deleted alone; untouched ',
    ]);
  });

  it('tell of the second what differs from the first', () => {
    const objects = [
      objectOf('owner'),
      objectOf('child', { ownerReferences: [ownedBy('owner')] }),
      objectOf('grandchild', { ownerReferences: [ownedBy('child')] }),
    ];
    expect(described(forecastOf(objects, ['owner']).policies)).toEqual([
      'Background,Foreground; 0 alike; deleted child,grandchild,owner; untouched ',
      'Orphan; 1 alike; orphaned child; untouched grandchild',
    ]);
  });

  it('[FG-02] are two where one of them waits', () => {
    const finalizers = ['example.com/hold'];
    const objects = [
      objectOf('owner'),
      objectOf('child', { ownerReferences: [blocking('owner')], finalizers }),
    ];
    expect(described(forecastOf(objects, ['owner']).policies).slice(0, 2)).toEqual([
      'Background; 0 alike; deleted owner; blocked child; untouched ',
      'Foreground; 1 alike; blocked owner; untouched ',
    ]);
  });

  it('[FG-02] [API-38] [FG-01] name the rule of each line: of what waits that of the wait, of several policies all', () => {
    const rules = (objects: readonly ApiObject[]): string[] =>
      forecastColumns(forecastOf(objects, ['owner']).policies).flatMap((column) =>
        [...column.shown].flatMap(([way, lines]) =>
          lines.map((line) => `${line.object.name} ${[...column.rulesOf(way, line)]}`),
        ),
      );
    const child = objectOf('child', { ownerReferences: [ownedBy('owner')] });
    expect(rules([objectOf('owner'), child])).toEqual([
      'owner API-38,FG-01',
      'child AD-17',
      'child OR-03',
    ]);
    const pod = objectOf('pod', { ownerReferences: [blocking('owner')] }, { kind: 'Pod' });
    expect(rules([objectOf('owner'), pod])).toEqual([
      'owner API-38',
      'pod API-51',
      'owner FG-02',
      'pod OR-03',
    ]);
  });

  it('lose no line', () => {
    fc.assert(
      fc.property(family, (members) => {
        const objects = members.map(({ owner, blocks, held }, at) =>
          objectOf(`o${at}`, {
            ...(at === 0
              ? {}
              : { ownerReferences: [(blocks ? blocking : ownedBy)(`o${owner % at}`)] }),
            ...(held ? { finalizers: ['example.com/hold'] } : {}),
          }),
        );
        const { policies } = forecastOf(objects, ['o0']);
        const columns = forecastColumns(policies);
        expect(columns.flatMap((column) => column.policies).length).toBe(policies.length);
        for (const { policies: together, shown, alike } of columns) {
          const count = [...shown.values()].flat().length + alike;
          for (const each of together) {
            expect(WAYS.flatMap((way) => linesOf(each, way)).length).toBe(count);
          }
        }
      }),
      propertyRuns(30),
    );
  });
});
