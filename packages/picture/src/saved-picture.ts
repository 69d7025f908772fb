import {
  ABSENCES,
  absentIn,
  absentLists,
  DOCUMENT_VERSION,
  formatCount,
  type NodeRecord,
  type PackedNodes,
  type PictureDocument,
  packedFault,
  parseTimestamp,
  type SavedView,
  unpackNodes,
} from '@gcscope/gc-core/wire';

/** A larger picture carries no graph. */
const MOST_CARRIED = 100_000;

const START = '<metadata id="gcscope-graph">';
const END = '</metadata>';
/** Characters with a meaning in XML, and all that a program could write in another way: the document is plain ASCII. */
const UNSAFE = /[<>&\u007f-\uffff]/g;

/** The element with the graph of a picture, for `readPicture`; empty when there are too many objects to carry. */
export function pictureMetadata(
  view: SavedView & Pick<PictureDocument, 'nodes' | 'openStacks'>,
): string {
  const { title, savedAt, focus, context, simulated, nodes, openStacks } = view;
  if (nodes.uids.length > MOST_CARRIED) return '';
  const document: PictureDocument = {
    apiVersion: DOCUMENT_VERSION,
    kind: 'Picture',
    title,
    savedAt,
    ...(focus === undefined ? {} : { focus }),
    ...(context === undefined ? {} : { context }),
    ...absentLists(absentIn(view)),
    ...(simulated === undefined ? {} : { simulated }),
    ...(openStacks === undefined ? {} : { openStacks }),
    nodes,
  };
  return START + asciiJson(document) + END;
}

/** JSON in which nothing is a sign to HTML or XML. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(UNSAFE, escapeUnit);
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** A picture that was saved, as it can be shown again. */
export interface SavedPicture extends Pick<PictureDocument, 'openStacks'> {
  readonly view: SavedView;
  readonly records: readonly NodeRecord[];
}

/**
 * The graph that a saved picture carries. The text may come from anybody: the picture's own markup is not looked at, its
 * graph is taken as data and only when all of it is as this program writes it. Else one sentence says why not. Linear.
 */
export function readPicture(svg: string): SavedPicture | { readonly fault: string } {
  const start = svg.indexOf(START);
  if (!/^\s*(<\?xml[^>]*>\s*)?<svg[\s>]/.test(svg.slice(0, 1000))) {
    return { fault: 'It is not an SVG picture. gcscope opens SVG pictures that it saved itself.' };
  }
  if (start < 0 && svg.slice(0, 1000).includes('<title id="node-title">')) {
    return {
      fault:
        'A picture of a node does not carry the node’s data, so it does not open again. ' +
        'Open the file of the node instead, on the page “Node”.',
    };
  }
  const end = svg.indexOf(END, start);
  if (start < 0 || end < 0) {
    return {
      fault:
        'This picture carries no graph. gcscope opens an SVG that it saved itself, of up to ' +
        `${formatCount(MOST_CARRIED)} objects.`,
    };
  }
  const document = parse(svg.slice(start + START.length, end));
  const { apiVersion } = fieldsOf(document);
  if (typeof apiVersion === 'string' && apiVersion !== DOCUMENT_VERSION) {
    return { fault: 'Another version of gcscope saved this picture. Open it with that version.' };
  }
  const fault = documentFault(document);
  if (fault !== undefined) {
    return {
      fault: `The graph in this picture is damaged: ${fault}. Save the picture again, and open the new file.`,
    };
  }
  // The checks above passed, though the compiler cannot know.
  const { nodes, openStacks, apiVersion: _, kind: __, ...view } = document as PictureDocument;
  return { view, records: unpackNodes(nodes), ...(openStacks && { openStacks }) };
}

const UID_LISTS = ['context', ...ABSENCES] as const;
const KEYS: ReadonlySet<string> = new Set([
  'apiVersion',
  'kind',
  'title',
  'savedAt',
  'focus',
  ...UID_LISTS,
  'simulated',
  'openStacks',
  'nodes',
]);

function documentFault(document: unknown): string | undefined {
  const fields = fieldsOf(document);
  const { apiVersion, kind, title, savedAt, focus = '', simulated = false, nodes } = fields;
  if (Object.keys(fields).some((key) => !KEYS.has(key))) return 'it has unknown fields';
  if (apiVersion !== DOCUMENT_VERSION || kind !== 'Picture') return 'it is not a picture document';
  if (typeof title !== 'string') return 'title is not a string';
  if (!isTimestamp(savedAt)) return 'savedAt is not a time';
  if (typeof focus !== 'string') return 'focus is not a uid';
  if (typeof simulated !== 'boolean') return 'simulated is not true or false';
  for (const list of UID_LISTS) {
    if (!isTexts(fields[list] ?? [])) return `${list} is not a list of uids`;
  }
  if (!isTexts(fields.openStacks ?? [])) return 'openStacks is not a list of ids';
  const fault = packedFault(nodes);
  if (fault !== undefined) return `nodes.${fault}`;
  return rowsFault(nodes as PackedNodes);
}

/** Checks the rows for what a page relies on and a snapshot need not promise. */
function rowsFault({ uids }: PackedNodes): string | undefined {
  if (uids.length > MOST_CARRIED) return `it has more than ${MOST_CARRIED} objects`;
  return new Set(uids).size < uids.length ? 'two objects have one uid' : undefined;
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function isTimestamp(value: unknown): boolean {
  return typeof value === 'string' && parseTimestamp(value) !== undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
