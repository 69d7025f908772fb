import { readFileSync } from 'node:fs';
import { visibleText } from '@gcscope/gc-core/wire';
import { type Document, parseDocument } from 'yaml';
import { type Fields, fieldsOf } from '../cluster/decode-meta.ts';
import { NodeInputError } from './node-unreadable.ts';

/** A KubeletConfiguration from a file, YAML or JSON; what `…/proxy/configz` answers will do, too. Throws `NodeInputError`. */
export function readKubeletConfiguration(file: string): Fields {
  const shown = file === '-' ? 'standard input' : visibleText(file);
  let text: string;
  try {
    text = readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch {
    throw new NodeInputError(`The configuration ${shown} cannot be read.`);
  }
  const document = parseDocument(text, { uniqueKeys: true });
  const [fault] = document.errors;
  if (fault) {
    const [message = ''] = fault.message.split('\n');
    throw new NodeInputError(`The configuration ${shown} is no YAML: ${visibleText(message)}`);
  }
  const parsed = fieldsOf(dataOf(document, shown));
  const configuration = fieldsOf(parsed?.kubeletconfig) ?? parsed;
  const { kind } = configuration ?? {};
  if (!configuration || (kind !== undefined && kind !== 'KubeletConfiguration')) {
    throw new NodeInputError(`${shown} is no KubeletConfiguration.`);
  }
  return configuration;
}

/** An alias may name nothing, or stand for more than fits into memory. */
function dataOf(document: Document, shown: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    throw new NodeInputError(
      `The configuration ${shown} has aliases that cannot be followed. Write out what they stand for.`,
    );
  }
}
