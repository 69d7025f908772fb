import { layout, rowsOf } from '@gcscope/picture';
import { record } from './record.ts';
import { bigWorld } from './shop-world.ts';

/** An object that is blocked in a namespace of its own: that comes first, and the others make room. */
const intruder = record({
  uid: 'intruder',
  namespace: 'a-new-one',
  beingDeleted: true,
  summary: { verdict: 'waits', rule: 'API-35', blockedBy: 'x' },
});

/** A world of which the intruder moves the namespaces. */
const world = bigWorld(400);
/** Layouts of the world before the intruder, and after. */
export const before = layout(rowsOf(world));
export const after = layout(rowsOf([...world, intruder]));
