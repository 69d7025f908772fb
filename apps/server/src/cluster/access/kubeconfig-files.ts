import { existsSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { LineCounter, parseDocument } from 'yaml';
import { readYamlFile, yamlData } from '../../base/read-file.ts';
import { type Fields, fieldsOf, textOf } from '../answers/decode-meta.ts';
import { ClusterConfigError, type ClusterEnvironment } from './connection.ts';

/** Kubeconfig files merged as kubectl merges them: the first to name a cluster, user, context or current context wins. */
export interface MergedKubeconfig {
  readonly clusters: ReadonlyMap<string, Fields>;
  readonly users: ReadonlyMap<string, Fields>;
  readonly contexts: ReadonlyMap<string, Fields>;
  readonly currentContext: string;
  /** The files that were read. */
  readonly files: readonly string[];
}

const LISTS = { clusters: 'cluster', users: 'user', contexts: 'context' } as const;
/** Fields that name a file relative to the kubeconfig they stand in. */
const FILE_FIELDS = ['certificate-authority', 'client-certificate', 'client-key', 'tokenFile'];

/** The next step for an unusable file, as the end of a sentence. */
export const ANOTHER = 'give another one with --kubeconfig';

/**
 * Reads the files that `--kubeconfig` or `KUBECONFIG` name, or `~/.kube/config`; `undefined` when nothing is configured.
 * Files of `KUBECONFIG` that do not exist are left out. Throws `ClusterConfigError`.
 */
export function readKubeconfigs(
  flag: string | undefined,
  environment: ClusterEnvironment,
): MergedKubeconfig | undefined {
  if (flag !== undefined) {
    if (!existsSync(flag)) {
      throw new ClusterConfigError(
        `The kubeconfig ${flag} given with --kubeconfig does not exist; correct the path.`,
      );
    }
    return merge([flag]);
  }
  const listed = (environment.env.KUBECONFIG ?? '').split(delimiter).filter((file) => file !== '');
  if (listed.length > 0) {
    const existing = listed.filter((file) => existsSync(file));
    if (existing.length > 0) return merge(existing);
    throw new ClusterConfigError(
      `KUBECONFIG names no file that exists (${listed.join(', ')}); correct or unset it.`,
    );
  }
  const home = join(environment.home, '.kube', 'config');
  return existsSync(home) ? merge([home]) : undefined;
}

function merge(files: readonly string[]): MergedKubeconfig {
  const merged = {
    clusters: new Map<string, Fields>(),
    users: new Map<string, Fields>(),
    contexts: new Map<string, Fields>(),
  };
  let currentContext = '';
  for (const file of files) {
    const config = readYaml(file);
    if (currentContext === '') currentContext = textOf(config['current-context']);
    for (const list of ['clusters', 'users', 'contexts'] as const) {
      for (const [name, entry] of entriesOf(config, list, file)) {
        if (!merged[list].has(name))
          merged[list].set(name, withAbsolutePaths(entry, dirname(file)));
      }
    }
  }
  return { ...merged, currentContext, files };
}

function readYaml(file: string): Fields {
  const text = readYamlFile(file, (why) => {
    return new ClusterConfigError(`The kubeconfig ${file} cannot be read: ${why}; ${ANOTHER}.`);
  });
  const lineCounter = new LineCounter();
  // Without pretty errors: they quote the lines, and the lines hold secrets.
  const document = parseDocument(text, { prettyErrors: false, lineCounter });
  const [fault] = document.errors;
  if (fault) {
    const { line } = lineCounter.linePos(fault.pos[0]);
    throw new ClusterConfigError(
      `The kubeconfig ${file} is not valid YAML (line ${line}); correct it there.`,
    );
  }
  const data = yamlData(document, () => {
    const fault = `The kubeconfig ${file} has aliases that cannot be followed.`;
    return new ClusterConfigError(`${fault} Write out what they stand for.`);
  });
  const fields = fieldsOf(data ?? {});
  if (!fields) throw new ClusterConfigError(`The file ${file} is not a kubeconfig; ${ANOTHER}.`);
  return fields;
}

function entriesOf(
  config: Fields,
  list: keyof typeof LISTS,
  file: string,
): readonly (readonly [string, Fields])[] {
  const entries = config[list] ?? [];
  if (!Array.isArray(entries)) {
    throw new ClusterConfigError(
      `In the kubeconfig ${file}, ${list} is not a list; write it as one.`,
    );
  }
  return entries.map((entry, index) => {
    const name = textOf(fieldsOf(entry)?.name);
    if (name === '') {
      throw new ClusterConfigError(
        `In the kubeconfig ${file}, ${list}[${index}] has no name; give it one.`,
      );
    }
    return [name, fieldsOf(fieldsOf(entry)?.[LISTS[list]]) ?? {}];
  });
}

function withAbsolutePaths(entry: Fields, folder: string): Fields {
  const result = new Map(Object.entries(entry));
  for (const field of FILE_FIELDS) {
    const path = entry[field];
    if (typeof path === 'string' && path !== '') {
      result.set(field, isAbsolute(path) ? path : join(folder, path));
    }
  }
  const exec = fieldsOf(entry.exec);
  const command = textOf(exec?.command);
  // As kubectl: a command with a slash is relative to the file, one without is looked for on PATH.
  if (exec && command.includes('/') && !isAbsolute(command)) {
    result.set('exec', { ...exec, command: join(folder, command) });
  }
  return Object.fromEntries(result);
}
