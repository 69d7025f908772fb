import { basename } from 'node:path';
import {
  createKubeletWorld,
  formatNanoTime,
  type KubeletScenario,
  type NodeReading,
  type NodeWarning,
  type NotSeen,
  nodeWarnings,
  ScenarioError,
} from '@gcscope/gc-core';
import { visibleText } from '@gcscope/gc-core/wire';
import { parseJson } from '../base/parse-json.ts';
import { isTooLargeForYaml, readTextFile } from '../base/read-file.ts';
import { fieldsOf, textOf, textsOf } from '../cluster/answers/decode-meta.ts';
import { readKubeletScenario } from '../scenario-files/read-scenario.ts';
import { NodeInputError } from './node-unreadable.ts';

/** A reading that was saved, or a kubelet scenario: a reading of which everything is known. Throws `NodeInputError`. */
export function readSavedReading(file: string): NodeReading {
  const shown = file === '-' ? 'standard input' : visibleText(file);
  const text = readTextFile(file, (why) => new NodeInputError(`${shown} cannot be read: ${why}.`));
  const saved = parsedReading(text);
  if (!saved && isTooLargeForYaml(text)) {
    throw new NodeInputError(
      `${shown} is not a NodeReading, and it is too large for a KubeletScenario.`,
    );
  }
  const scenario = checkedScenario(saved ? JSON.stringify(saved.scenario ?? null) : text, shown);
  const world = worldOf(scenario, shown);
  const now = formatNanoTime(world.now);
  if (!saved) {
    const { name } = scenario.metadata;
    const warnings = nodeWarnings(world);
    return { ...HEAD, name, source: 'scenario', readAt: now, scenario, notSeen: [], warnings };
  }
  return {
    ...HEAD,
    name: textOf(saved.name) || basename(file),
    source: sourceOf(saved.source),
    readAt: now,
    scenario,
    notSeen: recordsOf(saved.notSeen).map(
      (each): NotSeen => ({
        what: textOf(each?.what),
        because: textOf(each?.because),
        instead: textOf(each?.instead),
      }),
    ),
    warnings: recordsOf(saved.warnings).map(
      (each): NodeWarning => ({
        ...(textOf(each?.rule) === '' ? {} : { rule: textOf(each?.rule) }),
        text: textOf(each?.text),
        ids: textsOf(each?.ids),
      }),
    ),
  };
}

const HEAD = { apiVersion: 'gcscope.dev/v1', kind: 'NodeReading' } as const;

function parsedReading(text: string): ReturnType<typeof fieldsOf> {
  const fields = fieldsOf(parseJson(text));
  return fields?.kind === 'NodeReading' ? fields : undefined;
}

function checkedScenario(text: string, shown: string): KubeletScenario {
  const read = readKubeletScenario(text);
  if (!('errors' in read)) return read.scenario;
  const { line = 1, path = '', message = 'The document is invalid.' } = read.errors[0] ?? {};
  const place = path === '' ? '' : ` ${visibleText(path)}`;
  throw new NodeInputError(
    `${shown}:${line}${place}: ${visibleText(message)} The file must be a NodeReading or a KubeletScenario.`,
  );
}

function worldOf(scenario: KubeletScenario, shown: string): ReturnType<typeof createKubeletWorld> {
  try {
    return createKubeletWorld(scenario);
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    throw new NodeInputError(`${shown}: ${error.message}`);
  }
}

function sourceOf(value: unknown): NodeReading['source'] {
  return value === 'cri' || value === 'crictl' || value === 'api' ? value : 'scenario';
}

function recordsOf(value: unknown): ReturnType<typeof fieldsOf>[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}
