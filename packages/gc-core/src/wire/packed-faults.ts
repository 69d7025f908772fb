import { REFERENCE_FINDINGS, VERDICT_TIMES, VERDICTS } from './node-record.ts';
import { type PackedNodes, REFERENCE_FLAGS } from './packed-nodes.ts';

const COLUMNS = ['uids', 'names', 'kind', 'namespace', 'trait', 'summary', 'ownerCount'] as const;
const OPTIONAL = ['resourceVersion', 'creationTimestamp'] as const;
const TEXTS = ['uids', 'names', ...OPTIONAL] as const;

/** Returns the first fault in the packed nodes of a file, as `<path> <fault>`; `undefined` when they are whole. Linear. */
export function packedFault(value: unknown): string | undefined {
  const lists = Object.keys(LISTS) as (keyof typeof LISTS)[];
  const columns = [...lists, ...COLUMNS, ...OPTIONAL, 'owners'] as const;
  const nodes = value as Readonly<Record<keyof PackedNodes, readonly unknown[]>> | null;
  for (const name of columns) if (!Array.isArray(nodes?.[name])) return `${name} is not a list`;
  const packed = value as PackedNodes;
  for (const name of lists) {
    const fault = firstWrong(name, packed[name], LISTS[name]);
    if (fault !== undefined) return fault;
  }
  return lengthFault(packed) ?? rowFault(packed);
}

function firstWrong(name: string, list: readonly unknown[], isRight: Check): string | undefined {
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
  }
  return undefined;
}

// Loops without calls: there are as many rows as the cluster has objects, and nothing is warm yet.
function rowFault(packed: PackedNodes): string | undefined {
  const { uids, ownerCount, owners } = packed;
  for (const name of TEXTS) {
    const column = packed[name];
    for (let row = 0; row < column.length; row++) {
      if (typeof column[row] !== 'string') return `${name}[${row}] is not a string`;
    }
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

/** Finds the first value that is not a whole number from `least` up to but not `end`. */
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

type Check = (value: unknown) => boolean;
type Fields = Readonly<Record<string, Check>>;

const isText: Check = (value) => typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';
const isNumber: Check = (value) => typeof value === 'number';
const isIndex: Check = (value) => Number.isInteger(value) && Number(value) >= 0;

function oneOf(words: readonly unknown[]): Check {
  return (value) => words.includes(value);
}

function listOf(isRight: Check): Check {
  return (value) => Array.isArray(value) && value.every(isRight);
}

/** An object with no other keys: one more would travel on unseen, or take the place of what a column says. */
function struct(required: Fields, optional: Fields = {}): Check {
  const keys = new Set([...Object.keys(required), ...Object.keys(optional)]);
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const fields = value as Readonly<Record<string, unknown>>;
    return (
      Object.keys(fields).every((key) => keys.has(key)) &&
      Object.entries(required).every(([key, isRight]) => isRight(fields[key])) &&
      Object.entries(optional).every(
        ([key, isRight]) => fields[key] === undefined || isRight(fields[key]),
      )
    );
  };
}

const isKind: Check = (value) => listOf(isText)(value) && (value as unknown[]).length === 2;

const isTraits = struct(
  { finalizers: listOf(isText), virtual: isFlag, beingDeleted: isFlag, deletingDependents: isFlag },
  { deletionTimestamp: isText, deletionGracePeriodSeconds: isNumber },
);

const isSummary = struct(
  { verdict: oneOf(VERDICTS), rule: isText },
  {
    when: oneOf(VERDICT_TIMES),
    blockedBy: isText,
    wrong: listOf(struct({ index: isIndex, finding: oneOf(REFERENCE_FINDINGS) })),
  },
);

const isReference = struct(
  { apiVersion: isText, kind: isText, name: isText, uid: isText },
  { controller: isFlag, blockOwnerDeletion: isFlag },
);

/** The check of the values of each list. */
const LISTS = {
  kinds: isKind,
  namespaces: isText,
  traits: isTraits,
  summaries: isSummary,
  references: isReference,
} as const;
