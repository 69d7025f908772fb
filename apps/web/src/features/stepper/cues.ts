import { type Cue, type Interjection, PROPAGATION_POLICIES } from '@gcscope/gc-core/wire';

/** More than a person does in one sitting. */
const MOST_CUES = 100;

/** Cues as the address holds them; nothing for none. */
export function formatCues(cues: readonly Cue[]): string | undefined {
  return cues.length === 0 ? undefined : JSON.stringify(cues);
}

/** The cues of an address, or one sentence that says that they are not understood. */
export function parseCues(text: string | undefined): readonly Cue[] | string {
  if (text === undefined) return [];
  try {
    const data: unknown = JSON.parse(text);
    if (Array.isArray(data) && data.length <= MOST_CUES && data.every(isCue)) return data;
  } catch {
    // No JSON: said below.
  }
  return 'What was done in this simulation is not understood: the link was cut or changed.';
}

const QUEUES = ['graphChanges', 'attemptToDelete', 'attemptToOrphan'];

type Field = 'text' | 'flag' | 'mark' | 'seconds' | 'policy' | 'queue';

/** What each kind of interjection must say. */
const FIELDS: Readonly<Record<Interjection['type'], Readonly<Record<string, Field>>>> = {
  delete: { uid: 'text', propagationPolicy: 'policy' },
  removeFinalizer: { uid: 'text', finalizer: 'text' },
  terminatePod: { uid: 'text' },
  advance: { seconds: 'seconds' },
  create: { uid: 'text' },
  next: { queue: 'queue', uid: 'text', goesOn: 'mark', stands: 'mark' },
  addReference: { uid: 'text', owner: 'text', controller: 'flag', blockOwnerDeletion: 'flag' },
  removeReference: { uid: 'text', owner: 'text' },
  setBlocking: { uid: 'text', owner: 'text', blockOwnerDeletion: 'flag' },
  addFinalizer: { uid: 'text', finalizer: 'text' },
};

function isCue(data: unknown): data is Cue {
  if (!isMap(data) || !isCount(data.at) || !isMap(data.act)) return false;
  const { act } = data;
  const type = String(act.type);
  if (!Object.hasOwn(FIELDS, type)) return false;
  const fields = Object.entries(FIELDS[type as Interjection['type']]);
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
