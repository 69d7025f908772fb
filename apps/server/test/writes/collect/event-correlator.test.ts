import type { WarningEvent } from '@gcscope/gc-core';
import { describe, expect, it } from 'vitest';
import {
  type CorrelatedEvent,
  EventCorrelator,
} from '../../../src/writes/collect/event-correlator.ts';

const MINUTE = 60_000;

function about(name: string, message: string): WarningEvent {
  const involvedObject = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    namespace: 'shop',
    name,
    uid: name,
  };
  return { type: 'Warning', reason: 'OwnerRefInvalidNamespace', message, involvedObject };
}

/** A correlator on a clock of minutes. */
function correlator(): (
  minute: number,
  name: string,
  message: string,
) => CorrelatedEvent | undefined {
  const events = new EventCorrelator();
  return (minute, name, message) => {
    const now = minute * MINUTE;
    return events.correlate(about(name, message), now, new Date(now));
  };
}

// As a controller manager of 1.36 was seen to do it, with the same owners one after the other.
describe('Events that resemble each other', () => {
  it('[EV-07] count up the first one, under its name', () => {
    const see = correlator();
    const first = see(0, 'a', 'one');
    expect(first).toMatchObject({ count: 1, isCombined: false });
    const again = see(1, 'a', 'one');
    expect(again).toEqual({ ...first, count: 2, lastAt: new Date(MINUTE) });
    expect(see(2, 'b', 'one')).toMatchObject({ count: 1 });
  });

  it('[EV-07] of one object become one from the tenth message on, and are single again after ten quiet minutes', () => {
    const see = correlator();
    const names = new Set<string | undefined>();
    for (let at = 0; at < 9; at++) {
      const single = see(0, 'a', `message ${at}`);
      expect(single).toMatchObject({ count: 1, isCombined: false });
      names.add(single?.name);
    }
    for (let at = 9; at < 12; at++) {
      const combined = see(0, 'a', `message ${at}`);
      expect(combined).toMatchObject({ count: at - 8, isCombined: true });
      expect(combined?.event.message).toBe(`(combined from similar events): message ${at}`);
      names.add(combined?.name);
    }
    expect(names.size).toBe(10);
    expect(see(0, 'b', 'message 12')).toMatchObject({ isCombined: false });
    expect(see(11, 'a', 'message 13')).toMatchObject({ count: 1, isCombined: false });
  });

  it('[EV-07] are written 25 times for one object, and then once in five minutes', () => {
    const see = correlator();
    for (let count = 1; count <= 25; count++) expect(see(0, 'a', 'one')).toMatchObject({ count });
    expect(see(0, 'a', 'one')).toBeUndefined();
    expect(see(0, 'b', 'one')).toBeDefined();
    expect(see(4, 'a', 'one')).toBeUndefined();
    expect(see(5, 'a', 'one')).toMatchObject({ count: 28 });
    expect(see(5, 'a', 'one')).toBeUndefined();
  });

  it('[EV-07] are forgotten when there were many others since', () => {
    const see = correlator();
    see(0, 'a', 'one');
    for (let other = 0; other < 4096; other++) see(0, `other ${other}`, 'one');
    expect(see(0, 'a', 'one')).toMatchObject({ count: 1 });
  });
});
