import type { NodeRecord, SimulationAction, Uid } from '@gcscope/gc-core/wire';

/** An action of another actor as words on a button: nothing in them sounds like a real change. */
export interface ActionWords {
  readonly actor: 'user' | 'kubelet' | 'controller' | 'clock';
  readonly text: string;
}

/** `recordOf` finds an object by its uid; `subject` is the object whose deletion is simulated. */
export function actionWords(
  action: SimulationAction,
  recordOf: (uid: Uid) => NodeRecord | undefined,
  subject: Uid,
): ActionWords {
  const name = (uid: Uid): string => {
    const record = recordOf(uid);
    if (!record) return uid;
    const { kind, namespace } = record;
    return `${kind} ${namespace === '' ? record.name : `${namespace}/${record.name}`}`;
  };
  switch (action.type) {
    case 'delete':
      return {
        actor: 'user',
        text:
          action.uid === subject
            ? `Simulate deleting it again with ${action.propagationPolicy}`
            : `Simulate deleting ${name(action.uid)} with ${action.propagationPolicy}`,
      };
    case 'removeFinalizer':
      return {
        actor: 'controller',
        text: `Remove finalizer ${action.finalizer} of ${name(action.uid)}`,
      };
    case 'terminatePod':
      return { actor: 'kubelet', text: `End ${name(action.uid)}` };
    case 'advance':
      return { actor: 'clock', text: `Let ${action.seconds} s pass` };
    default:
      return action satisfies never;
  }
}
