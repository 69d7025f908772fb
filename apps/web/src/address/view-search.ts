import {
  ACTIVITY_TYPES,
  type ActivityType,
  AUDIT_RULES,
  type AuditRule,
  DELETERS,
  DELETION_STATES,
  type DeletedBy,
  type DeletionState,
  labelRequirements,
  type Millis,
  PROPAGATION_POLICIES,
  type PropagationPolicy,
  ROOT_CAUSE_TYPES,
  type RootCauseType,
  SEVERITIES,
  type Severity,
  type Uid,
} from '@gcscope/gc-core/wire';
import { formatState } from '../data/describe-state.ts';
import { STATES } from '../data/graph-store.ts';
import { NO_FILTER, type ViewFilter } from '../data/selection.ts';
import type { RunRef } from '../worker/node-messages.ts';
import { MOMENT, RUN, SETTINGS } from './node-forms.ts';
import {
  type Form,
  NAMES,
  namesOf,
  oneOf,
  PAGE_PATHS,
  type PagePath,
  type Parameter,
  readAs,
  TEXT,
  wholeNumber,
} from './parameter.ts';

/** View of the map: world px at the middle of the canvas, and the zoom (1 = 100 %). */
export interface Camera {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** A whole namespace in view. Cluster-scoped objects have the empty one. */
export interface WholeNamespace {
  readonly namespace: string;
}

/** A camera whose x and y begin at the corner of a namespace. So it finds its objects again when the namespace stands elsewhere. */
export interface NamespaceCamera extends Camera, WholeNamespace {}

/** Place that the map shows. */
export type Place = Camera | NamespaceCamera | WholeNamespace;

/** Speed of the steps while the player runs; 1 leaves time to read a sentence. */
export type Speed = 0.5 | 1 | 2 | 4;

/** The columns of the list of objects; with a minus the last comes first. */
export const SORT_COLUMNS = ['name', 'state', 'namespace', 'owner', 'age'] as const;

export type SortColumn = (typeof SORT_COLUMNS)[number];

export type SortOrder = SortColumn | `-${SortColumn}`;

const SORT_ORDERS: readonly SortOrder[] = SORT_COLUMNS.flatMap((column): readonly SortOrder[] => [
  column,
  `-${column}`,
]);

/** A deletion was requested at least so long ago. */
export type DeletionAge = '10m' | '1h' | '1d' | '7d';

export const DELETION_AGES: readonly DeletionAge[] = ['10m', '1h', '1d', '7d'];

/** Verbosity of the collector's log, as its flag `-v`; 5 is everything. */
export type Verbosity = 0 | 2 | 4 | 5;

export const SPEEDS: readonly Speed[] = [0.5, 1, 2, 4];
export const USUAL_SPEED = 1;
/** The parts that the player folds to give the map more room. */
export type Foldable = 'steps' | 'details';

export const FOLDABLES: readonly Foldable[] = ['steps', 'details'];
export const VERBOSITIES: readonly Verbosity[] = [0, 2, 4, 5];
export const USUAL_VERBOSITY = 5;
/** Parts of a page whose size can be changed, in percent: the height of the player's details, the width of an object's panel. */
export const SHARES = {
  details: { least: 20, most: 75, usual: 38 },
  panel: { least: 20, most: 60, usual: 27 },
} as const;
export const DEFAULT_DEPTH = 2;
/** More levels than any ownership chain has in practice. */
export const MAX_DEPTH = 9;

/** The view state that an address can hold. */
interface ViewState extends ViewFilter {
  /** The objects whose deletion is forecast, or that are ticked in a list. */
  readonly targets: readonly Uid[];
  /** Filters of findings. */
  readonly severity: Severity;
  readonly auditRules: readonly AuditRule[];
  /** Filters of terminating objects: their state, the type of their root cause, and their age; an absent filter restricts nothing. */
  readonly deletionStates: readonly DeletionState[];
  readonly causes: readonly RootCauseType[];
  readonly age: DeletionAge;
  /** Filters of the activity; an absent filter restricts nothing. */
  readonly changes: readonly ActivityType[];
  readonly deleters: readonly DeletedBy[];
  /** Levels of owners and dependents on the page of an object. */
  readonly depth: number;
  readonly view: 'map' | 'list';
  /** Ids of the open stacks of siblings, or `ALL_OPEN`. */
  readonly stacks: readonly string[];
  /** The object whose panel is open beside the map. */
  readonly selected: Uid;
  /** The dialog that is open. */
  readonly dialog: 'kinds' | 'keys' | 'search' | 'views';
  /** The column by which the list is sorted; without one, problems come first. */
  readonly sort: SortOrder;
  /** The legend of the map is open. */
  readonly legend: 'open';
  /** The filters are open on a narrow screen. */
  readonly filters: 'open';
  /** The words that scenes, findings, deletions or what happened are filtered by. */
  readonly words: string;
  /** The rule whose text is open. */
  readonly rule: string;
  /** The policy of the simulated deletion. */
  readonly policy: PropagationPolicy;
  /** The release that is played. */
  readonly release: string;
  /** The policy or release to compare with. */
  readonly beside: string;
  /** Side whose details a comparison shows, if it is not the first. */
  readonly side: 'other';
  /** The user's actions in the simulation, as JSON. */
  readonly actions: string;
  /** Number of steps of the simulation that are done. */
  readonly step: number;
  /** The id of the fork that is played. */
  readonly fork: string;
  readonly speed: Speed;
  readonly verbosity: Verbosity;
  /** Share from `SHARES`; by default the one that this browser remembers. */
  readonly details: number;
  readonly panel: number;
  /** The panes of the player that are folded; without it those of a comparison that begins (`useFolded`). */
  readonly folded: readonly Foldable[];
  /** The place to intervene is open. */
  readonly intervene: 'open';
  /** Changed fields of a node's policies by key. */
  readonly settings: Readonly<Record<string, string>>;
  /** Usage of the image filesystem in percent, instead of the real one. */
  readonly fill: number;
  /** Number of the node scenario's own steps that are done. */
  readonly after: number;
  /** The moment of the plan that the page shows, since its beginning; without it, nothing has run yet. */
  readonly moment: Millis;
  /** The run that is stepped through. */
  readonly run: RunRef;
  readonly camera: Place;
}

/** The view state of a link. */
export interface ViewSearch extends ViewFilter, Partial<Omit<ViewState, keyof ViewFilter>> {
  /** Keys of the address that no page knows. Never written back. */
  readonly unknown?: readonly string[];
  /** A sentence for each value that is not valid. Never written back. */
  readonly faults: readonly string[];
}

/** Changes some of the view state; a name that is `undefined` leaves the address. */
export type ViewChange = { readonly [Name in keyof ViewSearch]?: ViewSearch[Name] | undefined };

type Name = keyof ViewState;

/** Cluster-scoped objects in the address; no namespace can have this name. */
const CLUSTER_SCOPED = '-';

const NAMESPACES: Form<readonly string[]> = {
  parse: (texts, key, faults) =>
    NAMES.parse(texts, key, faults)?.map((name) => (name === CLUSTER_SCOPED ? '' : name)),
  format: (names) => NAMES.format(names.map((name) => (name === '' ? CLUSTER_SCOPED : name))),
};

/** A label selector. */
const LABELS: Form<readonly string[]> = {
  parse: ([text = '']) => {
    const requirements = new Set(labelRequirements(text));
    return requirements.size === 0 ? undefined : [...requirements];
  },
  format: NAMES.format,
};

/** A uid may be any text, commas included, and a stack is named by uids: each stands under a key of its own. */
const UIDS: Form<readonly Uid[]> = {
  parse: (texts) => {
    const uids = new Set(texts.filter((uid) => uid !== ''));
    return uids.size === 0 ? undefined : [...uids];
  },
  format: (uids) => uids,
};

const RULE: Form<string> = readAs(
  (text) => (/^[A-Z]{1,3}-W?\d+(?:\.\d+)?[a-z]?$/.test(text) ? text : undefined),
  String,
  ': expected the id of a rule, such as GB-25.',
);

const PLACE: Form<Place> = readAs(
  (text) => {
    const parts = text.split(',');
    const name = parts.length === 3 ? undefined : parts.shift();
    const namespace = name === CLUSTER_SCOPED ? '' : name;
    if (namespace !== undefined && parts.length === 0) return { namespace };
    const [x = Number.NaN, y = Number.NaN, zoom = Number.NaN, ...rest] = parts.map(Number);
    const isCamera = [x, y, zoom].every(Number.isFinite) && zoom > 0 && rest.length === 0;
    if (!isCamera) return undefined;
    return namespace === undefined ? { x, y, zoom } : { namespace, x, y, zoom };
  },
  formatPlace,
  ': expected a namespace, or x, y and zoom in it, such as at=shop or at=shop,0,0,1.',
);

function shareOf(pane: keyof typeof SHARES): Form<number> {
  return wholeNumber(SHARES[pane].least, SHARES[pane].most, 'a percentage');
}

/** A place as the address holds it. */
export function formatPlace(place: Place): string {
  const parts: (string | number)[] = [];
  if ('namespace' in place) parts.push(place.namespace === '' ? CLUSTER_SCOPED : place.namespace);
  if ('zoom' in place) {
    const { x, y, zoom } = place;
    parts.push(Math.round(x), Math.round(y), Number(zoom.toPrecision(4)));
  }
  return parts.join(',');
}

const PANES = namesOf(FOLDABLES, 'pane');
const NO_PANE = 'none';

const FOLDED: Form<readonly Foldable[]> = {
  parse: (texts, key, faults) => (texts[0] === NO_PANE ? [] : PANES.parse(texts, key, faults)),
  format: (panes) => (panes.length === 0 ? [NO_PANE] : PANES.format(panes)),
};

/** The pages with a player of steps, and those of a node; a scene may be either. */
const PLAYER: readonly PagePath[] = ['simulate', 'scenes'];
const NODE: readonly PagePath[] = ['scenes', 'node'];

const SHARED = { pages: 'every page', goesAlong: true } as const;
/** Filters that reports do not have, and those that the report on deletions has. */
const OF_OBJECTS = {
  pages: PAGE_PATHS.filter((page) => !['findings', 'terminating', 'activity'].includes(page)),
  goesAlong: true,
} as const;
const OF_DELETIONS = { ...OF_OBJECTS, pages: [...OF_OBJECTS.pages, 'terminating'] } as const;

/**
 * Every parameter of every address, in the order in which links write them: from here the router reads and writes
 * addresses, links keep or drop what they say when the page changes, and the notice about unknown keys is made.
 */
const PARAMETERS: { readonly [Each in Name]: Parameter<ViewState[Each]> } = {
  states: { key: 'state', ...OF_OBJECTS, ...namesOf(STATES, 'state', formatState) },
  kinds: { key: 'kind', ...OF_DELETIONS, ...NAMES },
  namespaces: { key: 'ns', ...SHARED, ...NAMESPACES },
  finalizers: { key: 'finalizer', ...OF_DELETIONS, ...NAMES },
  labels: { key: 'label', ...OF_OBJECTS, ...LABELS },
  targets: { key: 'of', pages: ['', 'o', 'forecast'], ...UIDS },
  severity: { key: 'severity', pages: ['findings'], ...oneOf(SEVERITIES) },
  auditRules: { key: 'finding', pages: ['findings'], ...namesOf(AUDIT_RULES, 'kind of finding') },
  deletionStates: {
    key: 'deletion',
    pages: ['terminating'],
    ...namesOf(DELETION_STATES, 'state of a deletion'),
  },
  causes: { key: 'cause', pages: ['terminating'], ...namesOf(ROOT_CAUSE_TYPES, 'cause') },
  age: { key: 'age', pages: ['terminating'], ...oneOf(DELETION_AGES) },
  changes: { key: 'what', pages: ['activity'], ...namesOf(ACTIVITY_TYPES, 'kind of change') },
  deleters: { key: 'by', pages: ['activity'], ...namesOf(DELETERS, 'deleter') },
  depth: { key: 'depth', ...SHARED, ...wholeNumber(1, MAX_DEPTH) },
  view: { key: 'view', ...SHARED, ...oneOf(['map', 'list']) },
  stacks: { key: 'stack', ...SHARED, pages: ['', 'o'], ...UIDS },
  selected: { key: 'sel', pages: 'every page', ...TEXT },
  dialog: { key: 'show', ...SHARED, ...oneOf(['kinds', 'keys', 'search', 'views']) },
  sort: { key: 'sort', pages: [''], ...oneOf(SORT_ORDERS) },
  legend: { key: 'legend', ...SHARED, ...oneOf(['open']) },
  filters: { key: 'filters', pages: [''], ...oneOf(['open']) },
  words: { key: 'q', pages: ['scenes', 'findings', 'terminating', 'activity'], ...TEXT },
  rule: { key: 'rule', pages: 'every page', ...RULE },
  policy: { key: 'policy', pages: PLAYER, ...oneOf(PROPAGATION_POLICIES) },
  release: { key: 'release', pages: [...PLAYER, ...NODE], ...TEXT },
  beside: { key: 'beside', pages: PLAYER, ...TEXT },
  side: { key: 'side', pages: PLAYER, ...oneOf(['other']) },
  actions: { key: 'actions', pages: PLAYER, ...TEXT },
  step: { key: 'step', pages: PLAYER, ...wholeNumber(0) },
  fork: { key: 'sim', pages: PLAYER, ...TEXT },
  speed: { key: 'speed', pages: PLAYER, ...oneOf(SPEEDS, USUAL_SPEED) },
  verbosity: { key: 'v', pages: PLAYER, ...oneOf(VERBOSITIES, USUAL_VERBOSITY) },
  details: { key: 'details', pages: PLAYER, ...shareOf('details') },
  panel: { key: 'panel', pages: ['', 'o'], ...shareOf('panel') },
  folded: { key: 'fold', pages: PLAYER, ...FOLDED },
  intervene: { key: 'stepin', pages: PLAYER, ...oneOf(['open']) },
  settings: { key: 'set', pages: NODE, ...SETTINGS },
  fill: { key: 'fill', pages: NODE, ...wholeNumber(0, 100) },
  after: { key: 'after', pages: NODE, ...wholeNumber(0, 10_000) },
  moment: { key: 'in', pages: NODE, ...MOMENT },
  run: { key: 'run', pages: NODE, ...RUN },
  camera: { key: 'at', pages: 'every page', ...PLACE },
};

const ALL_NAMES = namesIn(PARAMETERS);
const KNOWN_KEYS: ReadonlySet<string> = new Set(ALL_NAMES.map((name) => PARAMETERS[name].key));

/** The query part of an address → view state. Reports what is not valid instead of failing. */
export function parseViewSearch(query: string): ViewSearch {
  const params = new URLSearchParams(query);
  const faults: string[] = [];
  const found: { -readonly [Each in Name]?: ViewState[Each] } = {};
  const read = <Each extends Name>(name: Each): void => {
    const { key, parse } = PARAMETERS[name];
    const value = parse(params.getAll(key), key, faults);
    if (value !== undefined) found[name] = value;
  };
  for (const name of ALL_NAMES) read(name);
  const unknown = [...new Set(params.keys())].filter((key) => !KNOWN_KEYS.has(key));
  return { ...NO_FILTER, ...found, ...(unknown.length > 0 && { unknown }), faults };
}

/** View state → the query part of an address, with `?` unless it is empty. Inverse of `parseViewSearch`. */
export function formatViewSearch(search: Partial<ViewSearch>): string {
  const state: { readonly [Each in Name]?: ViewState[Each] } = search;
  const texts = <Each extends Name>(name: Each): readonly string[] => {
    const value = state[name];
    return value === undefined ? [] : PARAMETERS[name].format(value);
  };
  const parts = ALL_NAMES.flatMap((name) =>
    texts(name)
      .filter((text) => text !== '')
      // Commas are legal in a query and keep lists readable.
      .map((text) => `${PARAMETERS[name].key}=${encodeURIComponent(text).replaceAll('%2C', ',')}`),
  );
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

/** The change that drops what another page does not keep. */
export const LEFT_WITH_THE_PAGE: ViewChange = Object.fromEntries(
  ALL_NAMES.filter((name) => !PARAMETERS[name].goesAlong).map((name) => [name, undefined]),
);

/** The keys that are read on the pages whose path begins so. */
export function keysOn(page: PagePath): readonly string[] {
  return ALL_NAMES.map((name) => PARAMETERS[name])
    .filter(({ pages }) => pages === 'every page' || pages.some((path) => path === page))
    .map(({ key }) => key);
}

/** Whether a link inside the program keeps the key when the page changes. */
export function goesAlong(key: string): boolean {
  return ALL_NAMES.map((name) => PARAMETERS[name]).some(
    (parameter) => parameter.key === key && parameter.goesAlong === true,
  );
}

function namesIn<Table extends object>(table: Table): Extract<keyof Table, string>[] {
  const names: Extract<keyof Table, string>[] = [];
  for (const name in table) names.push(name);
  return names;
}
