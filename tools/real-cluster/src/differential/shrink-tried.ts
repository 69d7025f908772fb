import { withDeletion } from './judged-world.ts';
import { shrinkWorld } from './shrink-world.ts';
import { type TriedWorld, wrongIn } from './tried-world.ts';
import type { World } from './world.ts';

/**
 * A world in which a verdict or a forecast did not come true as small as `tryWorlds` can make it; of what was wrong in it
 * the same is still wrong.
 */
export function shrinkTried(
  tried: TriedWorld,
  tryWorlds: (worlds: readonly World[]) => Promise<readonly TriedWorld[]>,
): Promise<TriedWorld> {
  const wrong = wrongIn(tried);
  const { deletion } = tried.forecast ?? {};
  const object = deletion && tried.numberOf(deletion.target);
  // What was wrong before the deletion does not take it.
  const forecast =
    wrong === 'forecast' && deletion && object !== undefined
      ? { object, policy: deletion.policy }
      : undefined;
  const world = withDeletion(tried.world, forecast);
  return shrinkWorld({ ...tried, world }, async (worlds) => {
    return (await tryWorlds(worlds)).filter((each) => wrongIn(each) === wrong);
  });
}
