import {
  AUDIT_RULES,
  type AuditRule,
  PROPAGATION_POLICIES,
  type PropagationPolicy,
  type Severity,
  type Uid,
} from '@gcscope/gc-core/wire';
import { type ObjectState, STATES } from '../data/graph-store.ts';
import type { ViewFilter } from '../data/visible.ts';
import { unknownKeys } from './known-keys.ts';
import { formatNodeSearch, type NodeSearch, parseNodeSearch } from './node-search.ts';
import { formatPlayerSearch, type PlayerSearch, parsePlayerSearch } from './player-search.ts';

/** Where the map looks: world px at the middle of the canvas, and the zoom (1 = 100 %). */
export interface Camera {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** All view state: what a link carries beside the page. */
export interface ViewSearch extends ViewFilter, NodeSearch, PlayerSearch {
  /** The object whose panel is open beside the map. */
  readonly selected?: Uid;
  readonly view?: 'map' | 'list';
  /** Levels of owners and dependents on the page of an object. */
  readonly depth?: number;
  readonly camera?: Camera;
  /** The dialog that is open. */
  readonly dialog?: 'kinds' | 'keys' | 'search';
  /** What the marks of the map mean stands beside it. */
  readonly legend?: 'open';
  /** The filters are open where there is no room beside the view. */
  readonly filters?: 'open';
  /** What the scenes listed speak of. */
  readonly words?: string;
  /** The rule whose text is open. */
  readonly rule?: string;
  /** How the simulated deletion is asked for. */
  readonly policy?: PropagationPolicy;
  /** How many steps of the simulation are done. */
  readonly step?: number;
  /** The copy of the cluster that is simulated on, as the server knows it. */
  readonly simulation?: string;
  /** The release that is played. */
  readonly release?: string;
  /** What somebody made happen in the simulation, as JSON. */
  readonly cues?: string;
  /** The policy or release that is played beside. */
  readonly beside?: string;
  /** The objects whose deletion is forecast, or that are ticked for it in a list. */
  readonly targets?: readonly Uid[];
  /** Which findings are shown; what is left out restricts nothing. */
  readonly severity?: Severity;
  readonly auditRules?: readonly AuditRule[];
  /** Keys of the address that no page knows. Never written back. */
  readonly unknown?: readonly string[];
  /** What the address says and this page does not understand, as sentences. Never written back. */
  readonly faults: readonly string[];
}

export const DEFAULT_DEPTH = 2;
/** More levels than any ownership chain has in practice. */
export const MAX_DEPTH = 9;

const RULE = /^[A-Z]{1,3}-W?\d+(?:\.\d+)?[a-z]?$/;

/** Cluster-scoped objects in the address; no namespace can have this name. */
const CLUSTER_SCOPED = '-';

/** The query part of an address → view state. Says what it does not understand instead of failing. */
export function parseViewSearch(query: string): ViewSearch {
  const params = new URLSearchParams(query);
  const faults: string[] = [];
  const list = (key: string): string[] => [
    ...new Set((params.get(key) ?? '').split(',').filter((part) => part !== '')),
  ];
  const states = list('state').filter((state): state is ObjectState => {
    if (STATES.some((known) => known === state)) return true;
    faults.push(`“${state}” is no state. Known are ${STATES.join(', ')}.`);
    return false;
  });
  const oneOf = <Value extends string>(
    key: string,
    values: readonly Value[],
  ): Value | undefined => {
    const text = params.get(key);
    if (text === null) return undefined;
    const known = values.find((value) => value === text);
    if (!known) faults.push(`“${key}=${text}” is not understood. Known are ${values.join(', ')}.`);
    return known;
  };
  const auditRules = list('fault').filter((rule): rule is AuditRule => {
    if (AUDIT_RULES.some((known) => known === rule)) return true;
    faults.push(`“${rule}” is no kind of fault. Known are ${AUDIT_RULES.join(', ')}.`);
    return false;
  });
  const targets = [...new Set(params.getAll('of'))].filter((uid) => uid !== '');
  const depth = parseDepth(params.get('depth'), faults);
  const camera = parseCamera(params.get('at'), faults);
  const view = oneOf('view', ['map', 'list'] as const);
  const dialog = oneOf('show', ['kinds', 'keys', 'search'] as const);
  const legend = oneOf('legend', ['open'] as const);
  const filters = oneOf('filters', ['open'] as const);
  const severity = oneOf('severity', ['error', 'warning'] as const);
  const policy = oneOf('policy', PROPAGATION_POLICIES);
  const step = parseStep(params.get('step'), faults);
  const rule = parseRule(params.get('rule'), faults);
  const unknown = unknownKeys(params);
  return {
    namespaces: list('ns').map((name) => (name === CLUSTER_SCOPED ? '' : name)),
    kinds: list('kind'),
    states,
    ...parseTexts(params),
    ...parseNodeSearch(params, faults),
    ...parsePlayerSearch(params, faults),
    ...(targets.length > 0 && { targets }),
    ...(severity && { severity }),
    ...(auditRules.length > 0 && { auditRules }),
    ...(view && { view }),
    ...(depth !== undefined && { depth }),
    ...(camera && { camera }),
    ...(dialog && { dialog }),
    ...(legend && { legend }),
    ...(filters && { filters }),
    ...(rule !== undefined && { rule }),
    ...(policy && { policy }),
    ...(step !== undefined && { step }),
    ...(unknown.length > 0 && { unknown }),
    faults,
  };
}

/** View state → the query part of an address, with `?` unless it is empty. Inverse of `parseViewSearch`. */
export function formatViewSearch(search: Partial<ViewSearch>): string {
  const parts: string[] = [];
  const put = (key: string, value: string | undefined): void => {
    if (value === undefined || value === '') return;
    // Commas are legal in a query and keep lists readable.
    parts.push(`${key}=${encodeURIComponent(value).replaceAll('%2C', ',')}`);
  };
  put('state', search.states?.join(','));
  put('kind', search.kinds?.join(','));
  put('ns', search.namespaces?.map((name) => (name === '' ? CLUSTER_SCOPED : name)).join(','));
  // A uid may be any text, commas included.
  for (const uid of search.targets ?? []) parts.push(`of=${encodeURIComponent(uid)}`);
  put('severity', search.severity);
  put('fault', search.auditRules?.join(','));
  put('depth', search.depth?.toString());
  put('view', search.view);
  put('sel', search.selected);
  put('show', search.dialog);
  put('legend', search.legend);
  put('filters', search.filters);
  put('q', search.words);
  put('rule', search.rule);
  put('policy', search.policy);
  put('release', search.release);
  put('beside', search.beside);
  put('cues', search.cues);
  put('step', search.step?.toString());
  put('sim', search.simulation);
  for (const [key, text] of formatPlayerSearch(search)) put(key, text);
  for (const [key, text] of formatNodeSearch(search)) put(key, text);
  if (search.camera) {
    const { x, y, zoom } = search.camera;
    put('at', `${Math.round(x)},${Math.round(y)},${Number(zoom.toFixed(3))}`);
  }
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

/** What is taken as it is; whoever uses it says what is wrong with it. */
const TEXTS = {
  sel: 'selected',
  q: 'words',
  sim: 'simulation',
  release: 'release',
  cues: 'cues',
  beside: 'beside',
} as const;

function parseTexts(params: URLSearchParams): Pick<ViewSearch, (typeof TEXTS)[keyof typeof TEXTS]> {
  const given = Object.entries(TEXTS).flatMap(([key, name]) => {
    const text = params.get(key) ?? '';
    return text === '' ? [] : [[name, text] as const];
  });
  return Object.fromEntries(given);
}

function parseDepth(text: string | null, faults: string[]): number | undefined {
  if (text === null) return undefined;
  const depth = Number(text);
  if (Number.isInteger(depth) && depth >= 1 && depth <= MAX_DEPTH) return depth;
  faults.push(`“depth=${text}” is not understood: a number from 1 to ${MAX_DEPTH} is expected.`);
  return undefined;
}

function parseRule(text: string | null, faults: string[]): string | undefined {
  if (text === null) return undefined;
  if (RULE.test(text)) return text;
  faults.push(`“rule=${text}” is not understood: the id of a rule is expected, such as GB-25.`);
  return undefined;
}

function parseStep(text: string | null, faults: string[]): number | undefined {
  if (text === null) return undefined;
  const step = Number(text);
  if (Number.isSafeInteger(step) && step >= 0) return step;
  faults.push(`“step=${text}” is not understood: a number from 0 is expected.`);
  return undefined;
}

function parseCamera(text: string | null, faults: string[]): Camera | undefined {
  if (text === null) return undefined;
  const [x, y, zoom, ...rest] = text.split(',').map(Number);
  const numbers = [x, y, zoom].every((part) => part !== undefined && Number.isFinite(part));
  if (numbers && rest.length === 0 && x !== undefined && y !== undefined && zoom && zoom > 0) {
    return { x, y, zoom };
  }
  faults.push(`“at=${text}” is not understood: x, y and zoom are expected, such as at=0,0,1.`);
  return undefined;
}
