import type { Forecast } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { chooseTheme, type ThemeChoice } from '../../../src/ui/theme.ts';
import { eventually } from '../../support/eventually.ts';
import { FakeServer } from '../../support/fake-server.ts';
import { policyForecast } from '../../support/forecast.ts';
import { record } from '../../support/record.ts';
import { startApp } from '../../support/start-app.tsx';

const gone = record({ uid: 'gone' });
const later = record({ uid: 'later' });
const orphan = record({ uid: 'orphan' });
const kept = record({ uid: 'kept' });
const held = record({ uid: 'held' });

const POLICY = policyForecast('Background', {
  deleted: [
    { object: gone, rule: 'DE-01' },
    { object: later, rule: 'API-51', after: { type: 'kubelet', rule: 'API-51' } },
  ],
  orphaned: [{ object: orphan, rule: 'OR-07' }],
  kept: [{ object: kept, rule: 'AD-14', owner: gone }],
  blocked: [
    {
      object: held,
      rule: 'API-35',
      terminating: true,
      by: { type: 'finalizer', finalizers: ['example.com/hold'], removedBy: 'its operator' },
    },
  ],
  namespaces: ['shop'],
  requests: 3,
  seconds: 3,
});
const FORECAST: Forecast = { targets: [gone], policies: [POLICY], unread: [] };

/** The computed colour of the style sheets' red. */
function red(): string {
  const probe = document.createElement('p');
  probe.style.color = 'var(--red)';
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** The colours of the number and the sign of each way, by the way. */
function colours(): Map<string, readonly string[]> {
  return new Map(
    [...document.querySelectorAll<HTMLElement>('.policy-counts [data-way]')].map((way) => [
      way.dataset.way ?? '',
      [...way.querySelectorAll('b, .sign')].map((each) => getComputedStyle(each).color),
    ]),
  );
}

describe('the colours of a forecast', { timeout: 60_000 }, () => {
  it.each<ThemeChoice>(['light', 'dark'])('in %s only what is blocked is red', async (theme) => {
    const server = new FakeServer([gone, later, orphan, kept, held]);
    server.reports.set('/api/v1/forecasts', FORECAST);
    await startApp(server, '/forecast?of=gone', 1280, 900);
    await expect.element(page.getByRole('region', { name: 'Background' })).toBeVisible();
    chooseTheme(theme);
    await eventually(() => expect(document.documentElement.dataset.theme).toBe(theme));
    const found = colours();
    expect([...found.keys()]).toEqual(['deleted', 'later', 'orphaned', 'kept', 'blocked']);
    const isRed = (colour: string): boolean => colour === red();
    for (const [way, each] of found) {
      expect({ way, red: each.map(isRed) }).toEqual({
        way,
        red: each.map(() => way === 'blocked'),
      });
    }
    const text = getComputedStyle(document.body).color;
    const numberOf = (way: string): string | undefined => found.get(way)?.[0];
    expect(['deleted', 'orphaned', 'kept'].map(numberOf)).toEqual([text, text, text]);
  });
});
