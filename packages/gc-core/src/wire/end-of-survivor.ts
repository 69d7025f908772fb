/** The result of the collector's last check of an object; `kept`: an owner still exists. */
export type SurvivorLook = 'kept' | 'leftAlone' | 'notVerified';

/** Facts that decide how an object ends that a deletion leaves, in a forecast or a player. */
interface Survivor<Look extends SurvivorLook> {
  /** Whether it has lost a reference. */
  readonly hasLost: boolean;
  /** Whether the orphan worker took it (OR-03). */
  readonly isOrphaned: boolean;
  /** Whether an owner of it goes. */
  readonly hasGoingOwner: boolean;
  readonly look: Look | undefined;
}

/** How such an object ends; `undefined`: it is the same before and after. */
export function endOfSurvivor<Look extends SurvivorLook>({
  hasLost,
  isOrphaned,
  hasGoingOwner,
  look,
}: Survivor<Look>): Look | 'orphaned' | undefined {
  const isConcerned = hasLost || hasGoingOwner;
  if (look && isConcerned && !(look === 'leftAlone' && isOrphaned)) return look;
  return hasLost ? 'orphaned' : undefined;
}
