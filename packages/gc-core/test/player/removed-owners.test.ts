import { describe, expect, it } from 'vitest';
import { play } from '../../src/player/play.ts';
import { applyDelta } from '../../src/wire/graph-delta.ts';
import type { NodeRecord } from '../../src/wire/node-record.ts';
import type { Playback } from '../../src/wire/playback.ts';
import { APPS, directed, forkOf, object, owned, SHOP } from '../support/shop-fork.ts';

const FAR = { namespace: 'payments', ...owned('Deployment', 'web') };
const WORLD = [
  ...SHOP,
  object('v1', 'Secret', 'token', { ...FAR, finalizers: ['example.com/hold'] }),
  object(APPS, 'ReplicaSet', 'held', {
    ...FAR,
    finalizers: ['example.com/hold'],
    deletionTimestamp: '2025-12-31T00:00:00Z',
    deletionGracePeriodSeconds: 0,
  }),
];

/** Objects with a wrong reference at each moment. */
function wrongIn({ nodes, steps }: Playback): string[][] {
  const records = new Map(nodes.map((record) => [record.uid, record]));
  const isWrong = ({ summary }: NodeRecord): boolean => summary?.wrong !== undefined;
  const wrong = (): string[] => [...records.values()].filter(isWrong).map(({ uid }) => uid);
  return [
    wrong(),
    ...steps.map(({ delta }) => {
      applyDelta(records, delta);
      return wrong();
    }),
  ];
}

describe('the references of a cascade', () => {
  it.each(['Background', 'Foreground'] as const)(
    '[%s] are not wrong because their owner was deleted, and those that were wrong stay so',
    (propagationPolicy) => {
      const played = play(forkOf(WORLD, 'web'), directed([], { propagationPolicy }));
      for (const wrong of wrongIn(played)) expect(wrong).toEqual(['token', 'held']);
    },
  );
});
