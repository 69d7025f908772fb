import { expect, it } from 'vitest';
import { endingsOf } from '../../../src/map/world/name-endings.ts';

it('a name that begins as another does has endings that it alone has', () => {
  const kube = ['kube-node-lease', 'kube-system', 'kube-a.system'];
  const others = ['team.orders-1', 'team.orders-2', 'preview-1', 'preview-2', 'lone-name'];
  expect(endingsOf([...kube, ...others])).toEqual([
    ['…node-lease', '…lease'],
    // `…system` may be either.
    [],
    ['…a.system'],
    ['…orders-1'],
    ['…orders-2'],
    [],
    [],
    [],
  ]);
});
