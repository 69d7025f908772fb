import { parseApiVersion } from '@gcscope/gc-core/wire';
import { KIND_GLYPHS } from './kind-glyphs.ts';

/** The sign of a kind, drawn in `Palette.glyph` on a round square of the tint. One of path and letters. */
export interface Glyph {
  /** SVG path in a 16 x 16 box, for a round 1.4 px line without fill. */
  readonly path?: string;
  /** Two letters of a custom kind. */
  readonly letters?: string;
  /** `#rrggbb`, the same in both themes: white on it has 4.5 : 1 or more. */
  readonly tint: string;
}

/** The glyph of a kind: an own one for well-known kinds of any version, else letters in the tint of the API group. */
export function glyphOf(apiVersion: string, kind: string): Glyph {
  const { group } = parseApiVersion(apiVersion);
  const groups = group === 'extensions' ? SINCE_EXTENSIONS : [group];
  const path = groups.map((each) => KIND_GLYPHS.get(`${each}/${kind}`)).find(Boolean);
  if (path !== undefined) return { path, tint: BUILT_IN_TINT };
  return { letters: lettersOf(kind), tint: tintOf(group) };
}

/** The groups that took over the kinds of the group `extensions`, which had them until 1.21. */
const SINCE_EXTENSIONS = ['apps', 'networking.k8s.io'];

/** The tint of Kubernetes' own kinds, and of names that are no kind. */
export const BUILT_IN_TINT = '#56688a';

/** Tints clear of the amber, red and violet that mean something. */
const GROUP_TINTS = [
  '#0f766e',
  '#2f6b3c',
  '#17698f',
  '#4059b8',
  '#5c6620',
  '#7a5a38',
  '#94456f',
  '#3d6470',
] as const;

function tintOf(group: string): string {
  let hash = 0;
  for (let at = 0; at < group.length; at++) hash = (hash * 31 + group.charCodeAt(at)) >>> 0;
  return GROUP_TINTS[hash % GROUP_TINTS.length] ?? BUILT_IN_TINT;
}

/** `DatabaseUser` → `DU`, `Database` → `Da`: capitals if there are two, else the first two letters. */
function lettersOf(kind: string): string {
  // Nearly every kind is ASCII, and the first use of a class of Unicode takes milliseconds.
  const isAscii = /^[\w-]*$/.test(kind);
  const letters = [...kind].filter((each) => (isAscii ? /[a-z\d]/i : /[\p{L}\p{N}]/u).test(each));
  const capitals = letters.filter((each) => (isAscii ? /[A-Z]/ : /\p{Lu}/u).test(each));
  const [first = '?', second = ''] = capitals.length > 1 ? capitals : letters;
  return first.toUpperCase() + second;
}
