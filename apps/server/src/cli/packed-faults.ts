import { type OwnerReference, type PackedNodes, REFERENCE_FLAGS } from '@gcscope/gc-core/wire';

const LISTS = ['kinds', 'namespaces', 'traits', 'summaries', 'references'] as const;
const COLUMNS = ['uids', 'names', 'kind', 'namespace', 'trait', 'summary', 'ownerCount'] as const;
const OPTIONAL = ['resourceVersion', 'creationTimestamp'] as const;

/** What is wrong first with packed nodes of a file, as `<path> <what>`; `undefined` when they are whole. */
export function firstFault(value: unknown): string | undefined {
  const columns = [...LISTS, ...COLUMNS, ...OPTIONAL, 'owners'] as const;
  const nodes = value as Readonly<Record<keyof PackedNodes, readonly unknown[]>> | null;
  for (const name of columns) if (!Array.isArray(nodes?.[name])) return `${name} is no list`;
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
    if (typeof uids[row] !== 'string') return `uids[${row}] is no text`;
    if (typeof names[row] !== 'string') return `names[${row}] is no text`;
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

/** What is no whole number from `least` up to but not `end`. */
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
      return `${name}[${row}] is no whole number from ${least} to ${end - 1}`;
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

const FLAGS = ['virtual', 'beingDeleted', 'deletingDependents'] as const;
const DELETION = ['deletionTimestamp', 'deletionGracePeriodSeconds'] as const;
const TRAITS: ReadonlySet<string> = new Set(['finalizers', ...FLAGS, ...DELETION]);

/** Any other key would take the place of what a column says. */
function isTraits(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (!Object.keys(value).every((key) => TRAITS.has(key))) return false;
  const traits = value as Readonly<Record<string, unknown>>;
  const {
    finalizers,
    deletionTimestamp: since = '',
    deletionGracePeriodSeconds: grace = 0,
  } = traits;
  return (
    Array.isArray(finalizers) &&
    finalizers.every(isText) &&
    FLAGS.every((flag) => typeof traits[flag] === 'boolean') &&
    isText(since) &&
    typeof grace === 'number'
  );
}

function isSummary(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { verdict, rule, blockedBy, wrong = [] } = value as Record<string, unknown>;
  if (!isText(verdict) || !isText(rule)) return false;
  if (blockedBy !== undefined && !isText(blockedBy)) return false;
  return Array.isArray(wrong) && wrong.every((each) => typeof each === 'object' && each !== null);
}

function isReference(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { uid, apiVersion, kind, name } = value as Record<keyof OwnerReference, unknown>;
  return [uid, apiVersion, kind, name].every(isText);
}
