import { isTooDeep } from '../apiserver/json-value.ts';
import { contentFault } from '../apiserver/kind-types.ts';
import { misfitSentence } from '../apiserver/read-typed.ts';
import type { ApiResource } from '../meta/api-resource.ts';
import { type ApiObject, type Manifest, type Millis, parseTimestamp } from '../meta/object-meta.ts';
import type { OwnerReference } from '../meta/object-reference.ts';
import type { DeleteOptions } from '../meta/propagation-policy.ts';

/** `[<apiVersion>/]<Kind> [<namespace>/]<name>`, `uid:<uid>`, or the parts by name. */
export type ReferenceText =
  | string
  | {
      readonly apiVersion?: string;
      readonly kind: string;
      readonly namespace?: string;
      readonly name: string;
      readonly uid?: string;
    };

/** What must hold of one object; what is written must match. */
export interface ExpectedObject {
  readonly object: ReferenceText;
  readonly exists?: boolean;
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: readonly Partial<OwnerReference>[];
  readonly deletionTimestamp?: boolean | string;
  readonly deletionGracePeriodSeconds?: number;
  readonly generation?: number;
}

/** What must hold of one node of the graph; a flag left out is not checked, except `virtual`, which is then false. */
export interface ExpectedNode {
  readonly node: string;
  readonly owners?: readonly string[];
  readonly virtual?: boolean;
  readonly beingDeleted?: boolean;
  readonly deletingDependents?: boolean;
}

/** What must be true after a step. */
export interface Expectation {
  /** With `explore`: every order must meet the rest, not only one. */
  readonly all?: boolean;
  readonly objects?: readonly ExpectedObject[];
  readonly onlyObjects?: readonly ReferenceText[];
  readonly graph?: readonly ExpectedNode[];
  readonly attemptToDelete?: readonly string[];
  readonly attemptToOrphan?: readonly string[];
  readonly graphChanges?: readonly {
    readonly type: string;
    readonly object: string;
    readonly virtual?: boolean;
  }[];
  readonly absentOwnerCache?: readonly string[];
  readonly requests?: readonly string[];
  readonly events?: readonly string[];
  readonly decisions?: readonly string[];
  readonly verdicts?: readonly {
    readonly object: ReferenceText;
    readonly verdict: string;
    readonly because?: readonly string[];
  }[];
}

/** One step: exactly one action, or only an expectation. */
export interface ScenarioStep {
  readonly name?: string;
  readonly expect?: Expectation;
  readonly error?: string;
  readonly message?: string;
  /** The user who sends the request; without it the default user, who may do everything. */
  readonly as?: string;
  readonly create?: Manifest;
  readonly update?: Manifest;
  readonly subresource?: string;
  readonly patch?: {
    readonly object: ReferenceText;
    readonly patch: Readonly<Record<string, unknown>>;
    readonly subresource?: string;
  };
  readonly delete?: ReferenceText | ({ readonly object: ReferenceText } & DeleteOptions);
  readonly put?: readonly Manifest[];
  readonly remove?: readonly ReferenceText[];
  /** `apiVersion/Kind` pairs that the server serves no longer, as after an upgrade. */
  readonly unserve?: readonly string[];
  readonly observe?: {
    readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
    readonly object: Manifest;
    readonly queue?: 'front' | 'back';
  };
  readonly process?: {
    readonly queue: 'graphChanges' | 'attemptToDelete' | 'attemptToOrphan';
    readonly count?: number;
  };
  readonly step?: number;
  readonly settle?: { readonly limit?: number; readonly explore?: number };
  readonly advance?: string;
  readonly restartCollector?: { readonly order?: readonly ReferenceText[] };
  readonly removeFinalizer?: { readonly object: ReferenceText; readonly finalizer: string };
  readonly terminatePod?: ReferenceText;
  readonly intercept?: {
    readonly request: string;
    readonly times?: number;
    readonly do?: readonly ScenarioStep[];
    readonly answer: string;
  };
}

/** A scenario document, as parsed; the published JSON Schema has checked its form. */
export interface Scenario {
  readonly apiVersion: 'gcscope.dev/v1';
  readonly kind: 'Scenario';
  readonly metadata: {
    readonly name: string;
    readonly title?: string;
    readonly description?: string;
    readonly sources?: readonly string[];
  };
  readonly spec: {
    readonly release?: string;
    readonly stepping?: 'automatic' | 'manual';
    readonly absentOwnerCacheSize?: number;
    readonly now?: string;
    readonly resources?: readonly {
      readonly apiVersion: string;
      readonly kind: string;
      readonly resource: string;
      readonly namespaced: boolean;
    }[];
    readonly unserved?: readonly string[];
    /** Present, they turn on authorisation and the admission of owner references (AM-01). */
    readonly users?: readonly {
      readonly name: string;
      readonly cannot?: readonly { readonly verb: string; readonly resource: string }[];
    }[];
    readonly objects?: readonly Manifest[];
    readonly steps?: readonly ScenarioStep[];
  };
}

/** How one step went; `diff` says what did not match, line by line. */
export interface StepResult {
  readonly index: number;
  readonly name: string;
  readonly result: 'passed' | 'failed';
  readonly diff: readonly string[];
  /** With `explore`: what was left in the orders tried, and how often. */
  readonly outcomes?: readonly Outcome[];
}

/** One end of a settle in different orders. */
export interface Outcome {
  /** One line an object that is left. */
  readonly objects: readonly string[];
  readonly count: number;
}

/** How a scenario went. */
export interface ScenarioResult {
  readonly name: string;
  readonly result: 'passed' | 'failed';
  readonly steps: readonly StepResult[];
}

/** The document says something that cannot be: an unknown reference, a step that does not fit the stepping. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
  /** Where in the document, as keys and indexes. */
  readonly path: readonly (string | number)[];
  /** Whether the path begins at the document; else whoever asked knows the rest of it. */
  readonly isPlaced: boolean;

  constructor(message: string, path: readonly (string | number)[] = [], isPlaced = false) {
    super(message);
    this.path = path;
    this.isPlaced = isPlaced;
  }
}

/** The moment of an RFC 3339 time; `path` is its place in the document. Throws `ScenarioError`. */
export function momentOf(text: string, path: readonly (string | number)[] = []): Millis {
  const moment = parseTimestamp(text);
  if (moment === undefined) throw new ScenarioError(`"${text}" is not an RFC 3339 time.`, path);
  return moment;
}

/** An object of the resource as it is in the document, complete enough to be stored. Throws `ScenarioError`. */
export function storedObject(resource: ApiResource, manifest: Manifest): ApiObject {
  const { name, uid } = manifest.metadata;
  if (name === undefined || name === '') {
    throw new ScenarioError('An object needs metadata.name.', ['metadata', 'name']);
  }
  if (uid === undefined || uid === '') {
    throw new ScenarioError(`${manifest.kind} ${name} needs metadata.uid here.`, [
      'metadata',
      'uid',
    ]);
  }
  if (isTooDeep(manifest)) {
    throw new ScenarioError(`${manifest.kind} ${name} is nested too deep, or holds itself.`);
  }
  const wrong = contentFault(resource, manifest);
  if (wrong) throw new ScenarioError(`${misfitSentence(wrong)}.`, wrong.path);
  const { metadata } = manifest;
  for (const field of ['creationTimestamp', 'deletionTimestamp'] as const) {
    const time = metadata[field] ?? undefined;
    if (time !== undefined) momentOf(time, ['metadata', field]);
  }
  const { ownerReferences, ...present } = withoutNulls(metadata);
  const owners = ownerReferences && { ownerReferences: ownerReferences.map(wholeReference) };
  return { ...manifest, metadata: { ...present, ...owners, name, uid } };
}

/** What a Go program reads: a text that is absent is empty. */
function wholeReference(reference: Partial<OwnerReference>): OwnerReference {
  return { apiVersion: '', kind: '', name: '', uid: '', ...withoutNulls(reference) };
}

function withoutNulls<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as T;
}
