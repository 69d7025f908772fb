/** A file of the copy; `#` in the path stands for a name of its own. */
export interface Kept {
  readonly what: string;
  readonly path: string;
  readonly code: string;
}

/** A file that breaks one rule. */
export interface Planted extends Kept {
  readonly rule: string;
}

/** A module that imports something from `specifier`. */
export function importing(specifier: string): string {
  return `import { a } from '${specifier}';\nexport const b: unknown = a;\n`;
}

/** A file that breaks `rule` by what it imports. */
export function plant(path: string, specifier: string, rule: string): Planted {
  return { what: `${path} imports ${specifier}`, path, code: importing(specifier), rule };
}

/** A file whose code breaks `rule`. */
export function coded(what: string, rule: string, code: string, path = 'tools/src/#.ts'): Planted {
  return { what, path, code, rule };
}

/** A file that breaks none. */
export function kept(what: string, path: string, code: string): Kept {
  return { what, path, code };
}
