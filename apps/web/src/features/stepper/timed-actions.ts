import { type Action, PROPAGATION_POLICIES, type TimedAction } from '@gcscope/gc-core/wire';

/** The limit for one simulation: each action is played again for every shown step. */
const MOST_ACTIONS = 100;

/** Actions as text for the address; `undefined` for none. */
export function formatActions(actions: readonly TimedAction[]): string | undefined {
  return actions.length === 0 ? undefined : JSON.stringify(actions);
}

/** The actions of an address, or a sentence that says why they cannot be read. */
export function parseActions(text: string | undefined): readonly TimedAction[] | string {
  if (text === undefined) return [];
  try {
    const data: unknown = JSON.parse(text);
    if (Array.isArray(data) && data.length > MOST_ACTIONS) {
      return `A simulation takes at most ${MOST_ACTIONS} actions, and this link has ${data.length}: remove some, or start again.`;
    }
    if (Array.isArray(data) && data.every(isTimedAction)) return data;
  } catch {
    // The text is no JSON: reported below.
  }
  return 'The actions in this link cannot be read: the link was cut or changed.';
}

const QUEUES = ['graphChanges', 'attemptToDelete', 'attemptToOrphan'];

type Field = 'text' | 'flag' | 'mark' | 'seconds' | 'policy' | 'queue';

/** The fields of each kind of action. */
const FIELDS: Readonly<Record<Action['type'], Readonly<Record<string, Field>>>> = {
  delete: { uid: 'text', propagationPolicy: 'policy' },
  removeFinalizer: { uid: 'text', finalizer: 'text' },
  terminatePod: { uid: 'text' },
  advance: { seconds: 'seconds' },
  create: { uid: 'text' },
  next: { queue: 'queue', uid: 'text', goesOn: 'mark', pauses: 'mark' },
  addReference: { uid: 'text', owner: 'text', controller: 'flag', blockOwnerDeletion: 'flag' },
  removeReference: { uid: 'text', owner: 'text' },
  setBlocking: { uid: 'text', owner: 'text', blockOwnerDeletion: 'flag' },
  addFinalizer: { uid: 'text', finalizer: 'text' },
};

function isTimedAction(data: unknown): data is TimedAction {
  if (!isMap(data) || !isCount(data.at) || !isMap(data.act)) return false;
  const { act } = data;
  const type = String(act.type);
  if (!Object.hasOwn(FIELDS, type)) return false;
  const fields = Object.entries(FIELDS[type as Action['type']]);
  return fields.every(([key, field]) => fits(act[key], field));
}

function fits(value: unknown, field: Field): boolean {
  switch (field) {
    case 'text':
      return typeof value === 'string' && value !== '';
    case 'flag':
      return typeof value === 'boolean';
    case 'mark':
      return value === undefined || value === true;
    case 'seconds':
      return isCount(value) && value <= 86_400;
    case 'policy':
      return PROPAGATION_POLICIES.some((policy) => policy === value);
    case 'queue':
      return QUEUES.some((queue) => queue === value);
    default:
      return field satisfies never;
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> & {
  readonly at?: unknown;
  readonly act?: unknown;
  readonly type?: unknown;
} {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
