import type { Action, Actor, NodeRecord, Uid } from '@gcscope/gc-core/wire';
import { kindAndName } from '../../ui/object-name.ts';

/** An action as the label of a button; no label sounds like a change of the cluster. */
export interface ActionText {
  readonly actor: Actor;
  readonly text: string;
}

/** `recordOf` finds an object by its uid. */
export function describeAction(
  action: Action,
  recordOf: (uid: Uid) => NodeRecord | undefined,
): ActionText {
  const name = (uid: Uid): string => {
    const record = recordOf(uid);
    return record ? kindAndName(record) : uid;
  };
  switch (action.type) {
    case 'delete':
      return {
        actor: 'user',
        text: `Simulate deleting ${name(action.uid)} ${recordOf(action.uid)?.beingDeleted ? 'again ' : ''}with the policy ${action.propagationPolicy}`,
      };
    case 'removeFinalizer':
      return {
        actor: 'controller',
        text: `Remove finalizer ${action.finalizer} of ${name(action.uid)}`,
      };
    case 'terminatePod':
      return { actor: 'kubelet', text: `Stop ${name(action.uid)}` };
    case 'advance':
      return { actor: 'clock', text: `Let ${action.seconds} s pass` };
    case 'create':
      return { actor: 'user', text: `Create ${name(action.uid)} late, with a new uid` };
    case 'next':
      return {
        actor: WORKERS[action.queue],
        text: action.goesOn
          ? `The paused worker continues with ${name(action.uid)}`
          : `${TAKES[action.queue]} ${name(action.uid)}`,
      };
    case 'addReference':
      return { actor: 'user', text: `Add owner ${name(action.owner)} to ${name(action.uid)}` };
    case 'removeReference':
      return { actor: 'user', text: `Remove owner ${name(action.owner)} from ${name(action.uid)}` };
    case 'setBlocking': {
      const verb = action.blockOwnerDeletion ? 'Let' : 'Do not let';
      return { actor: 'user', text: `${verb} ${name(action.uid)} block ${name(action.owner)}` };
    }
    case 'addFinalizer':
      return { actor: 'user', text: `Add finalizer ${action.finalizer} to ${name(action.uid)}` };
    default:
      return action satisfies never;
  }
}

const WORKERS = {
  graphChanges: 'graph-builder',
  attemptToDelete: 'delete-worker',
  attemptToOrphan: 'orphan-worker',
} as const;

const TAKES = {
  graphChanges: 'The graph builder sees',
  attemptToDelete: 'The delete worker takes',
  attemptToOrphan: 'The orphan worker takes',
} as const;
