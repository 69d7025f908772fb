import type { SceneSummary } from '@gcscope/gc-core/wire';
import { parse } from 'yaml';

// Scenes are part of the program: they need no server. The files belong to another package, which no import can glob.
const FILES: Readonly<Record<string, string>> = import.meta.glob(
  '../../../../packages/gc-core/scenarios/**/*.yaml',
  { query: '?raw', import: 'default', eager: true },
);

const NEWEST = 'v1.36';

interface Head {
  readonly metadata: {
    readonly name: string;
    readonly title?: string;
    readonly description?: string;
    readonly sources?: readonly string[];
  };
}

/** All scenarios with a title, in the order of their files. */
export function sceneSummaries(): SceneSummary[] {
  return Object.entries(FILES).flatMap(([path, text]) => {
    const { name, title, description = '', sources = [] } = headOf(text);
    if (title === undefined) return [];
    const chapter = /\/scenarios\/([^/]+)\//.exec(path)?.[1] ?? '';
    const release = /^ {2}release: (\S+)$/m.exec(text)?.[1] ?? NEWEST;
    return [{ name, title, description, sources, chapter, release }];
  });
}

/** The document of a scene. Throws an error with one sentence when there is none of this name. */
export function sceneNamed(name: string): unknown {
  return parse(sceneText(name));
}

/** The file of a scene. Throws as `sceneNamed`. */
export function sceneText(name: string): string {
  const text = Object.values(FILES).find((each) => headOf(each).name === name);
  if (text === undefined) throw new Error(`There is no scene called “${name}”.`);
  return text;
}

const heads = new Map<string, Head['metadata']>();

/** The part before the specification: a list has no time to parse a hundred files to their end. */
function headOf(text: string): Head['metadata'] {
  const known = heads.get(text);
  if (known) return known;
  const { metadata } = parse(text.slice(0, text.indexOf('\nspec:'))) as Head;
  heads.set(text, metadata);
  return metadata;
}
