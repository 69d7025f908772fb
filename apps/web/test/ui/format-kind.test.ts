import { expect, it } from 'vitest';
import { formatKindAmong } from '../../src/ui/format-kind.ts';

it('names a kind by its group only where another kind has the same name', () => {
  const keys = ['Pod', 'Deployment.apps', 'Event', 'Event.events.k8s.io', 'constructor.x', 'Pod'];
  expect(keys.map(formatKindAmong(keys))).toEqual([
    ...['Pod', 'Deployment', 'Event', 'Event.events.k8s.io', 'constructor', 'Pod'],
  ]);
});
