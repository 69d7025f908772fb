import { REFERENCE_FAULTS, VERDICT_TIMES, VERDICTS } from './node-record.ts';
import { type PackedNodes, REFERENCE_FLAGS } from './packed-nodes.ts';

const LISTS = ['kinds', 'namespaces', 'traits', 'summaries', 'references'] as const;
const COLUMNS = ['uids', 'names', 'kind', 'namespace', 'trait', 'summary', 'ownerCount'] as const;
const OPTIONAL = ['resourceVersion', 'creationTimestamp'] as const;

/** What is wrong first with packed nodes of a file, as `<path> <what>`; `undefined` when they are whole. Linear. */
export function packedFault(value: unknown): string | undefined {
  const columns = [...LISTS, ...COLUMNS, ...OPTIONAL, 'owners'] as const;
  const nodes = value as Readonly<Record<keyof PackedNodes, readonly unknown[]>> | null;
  for (const name of columns) if (!Array.isArray(nodes?.[name])) return `${name} is not a list`;
  const packed = value as PackedNodes;
  return listFault(packed) ?? lengthFault(packed) ?? rowFault(packed);
}

function listFault({
  kinds,
  namespaces,
  traits,
  summaries,
  references,
}: PackedNodes): string | undefined {
  return (
    firstWrong('kinds', kinds, isKind) ??
    firstWrong('namespaces', namespaces, isText) ??
    firstWrong('traits', traits, isTraits) ??
    firstWrong('summaries', summaries, isSummary) ??
    firstWrong('references', references, isReference)
  );
}

function firstWrong(
  name: string,
  list: readonly unknown[],
  isRight: (value: unknown) => boolean,
): string | undefined {
  const at = list.findIndex((value) => !isRight(value));
  return at < 0 ? undefined : `${name}[${at}] is not as it should be`;
}

function lengthFault(packed: PackedNodes): string | undefined {
  const size = packed.uids.length;
  const rows = (length: number): string => `has ${length} rows where uids has ${size}`;
  for (const name of COLUMNS) {
    const { length } = packed[name];
    if (length !== size) return `${name} ${rows(length)}`;
  }
  for (const name of OPTIONAL) {
    const { length } = packed[name];
    if (length !== size && length !== 0) return `${name} ${rows(length)}`;
    const fault = firstWrong(name, packed[name], isText);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

// Loops without calls: there are as many rows as the cluster has objects, and nothing is warm yet.
function rowFault(packed: PackedNodes): string | undefined {
  const { uids, names, ownerCount, owners } = packed;
  for (let row = 0; row < uids.length; row++) {
    if (typeof uids[row] !== 'string') return `uids[${row}] is not a string`;
    if (typeof names[row] !== 'string') return `names[${row}] is not a string`;
  }
  let references = 0;
  for (let row = 0; row < ownerCount.length; row++) references += ownerCount[row] as number;
  if (references !== owners.length) {
    return `owners has ${owners.length} references where ownerCount says ${references}`;
  }
  return (
    rangeFault('kind', packed, 0, packed.kinds.length) ??
    rangeFault('namespace', packed, 0, packed.namespaces.length) ??
    rangeFault('trait', packed, 0, packed.traits.length) ??
    rangeFault('summary', packed, -1, packed.summaries.length) ??
    rangeFault('ownerCount', packed, 0, owners.length + 1) ??
    rangeFault('owners', packed, -packed.references.length, uids.length * REFERENCE_FLAGS)
  );
}

/** What is not a whole number from `least` up to but not `end`. */
function rangeFault(
  name: 'kind' | 'namespace' | 'trait' | 'summary' | 'ownerCount' | 'owners',
  packed: PackedNodes,
  least: number,
  end: number,
): string | undefined {
  const column = packed[name];
  for (let row = 0; row < column.length; row++) {
    const value = column[row] as number;
    if (!(value >= least && value < end && value % 1 === 0) || typeof value !== 'number') {
      return `${name}[${row}] is not a whole number from ${least} to ${end - 1}`;
    }
  }
  return undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isKind(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every(isText);
}

type Fields = Readonly<Record<string, unknown>>;

/** The value if it is an object with no other keys: one more would travel on unseen, or take the place of what a column says. */
function fieldsOf(value: unknown, keys: ReadonlySet<string>): Fields | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.keys(value).every((key) => keys.has(key)) ? (value as Fields) : undefined;
}

const FLAGS = ['virtual', 'beingDeleted', 'deletingDependents'] as const;
const DELETION = ['deletionTimestamp', 'deletionGracePeriodSeconds'] as const;
const TRAITS: ReadonlySet<string> = new Set(['finalizers', ...FLAGS, ...DELETION]);

function isTraits(value: unknown): boolean {
  const traits = fieldsOf(value, TRAITS);
  if (!traits) return false;
  const { finalizers, deletionTimestamp = '', deletionGracePeriodSeconds = 0 } = traits;
  return (
    Array.isArray(finalizers) &&
    finalizers.every(isText) &&
    FLAGS.every((flag) => typeof traits[flag] === 'boolean') &&
    isText(deletionTimestamp) &&
    typeof deletionGracePeriodSeconds === 'number'
  );
}

const SUMMARY: ReadonlySet<string> = new Set(['verdict', 'rule', 'when', 'blockedBy', 'wrong']);

function isSummary(value: unknown): boolean {
  const summary = fieldsOf(value, SUMMARY);
  if (!summary) return false;
  const { verdict, rule, when = 'now', blockedBy = '', wrong = [] } = summary;
  return (
    isOneOf(VERDICTS, verdict) &&
    isText(rule) &&
    isOneOf(VERDICT_TIMES, when) &&
    isText(blockedBy) &&
    Array.isArray(wrong) &&
    wrong.every(isWrongReference)
  );
}

const WRONG_REFERENCE: ReadonlySet<string> = new Set(['index', 'fault']);

function isWrongReference(value: unknown): boolean {
  const wrong = fieldsOf(value, WRONG_REFERENCE);
  if (!wrong) return false;
  const { index, fault } = wrong;
  return Number.isInteger(index) && Number(index) >= 0 && isOneOf(REFERENCE_FAULTS, fault);
}

const NAMES = ['apiVersion', 'kind', 'name', 'uid'] as const;
const REFERENCE: ReadonlySet<string> = new Set([...NAMES, 'controller', 'blockOwnerDeletion']);

function isReference(value: unknown): boolean {
  const reference = fieldsOf(value, REFERENCE);
  if (!reference) return false;
  const { controller = false, blockOwnerDeletion = false } = reference;
  return (
    NAMES.every((key) => isText(reference[key])) &&
    typeof controller === 'boolean' &&
    typeof blockOwnerDeletion === 'boolean'
  );
}

function isOneOf(words: readonly string[], value: unknown): boolean {
  return isText(value) && words.includes(value);
}
