import { visibleText } from '@gcscope/gc-core/wire';
import { parseDocument } from 'yaml';
import { readYamlFile, yamlData } from '../base/read-file.ts';
import { type Fields, fieldsOf } from '../cluster/answers/decode-meta.ts';
import { NodeInputError } from './node-unreadable.ts';

/** A KubeletConfiguration from a file, YAML or JSON; what `…/proxy/configz` answers will do, too. Throws `NodeInputError`. */
export function readKubeletConfiguration(file: string): Fields {
  const shown = file === '-' ? 'standard input' : visibleText(file);
  const text = readYamlFile(file, (why) => {
    return new NodeInputError(`The configuration ${shown} cannot be read: ${why}.`);
  });
  const document = parseDocument(text, { uniqueKeys: true });
  const [fault] = document.errors;
  if (fault) {
    const [message = ''] = fault.message.split('\n');
    throw new NodeInputError(
      `The configuration ${shown} is not valid YAML: ${visibleText(message)}`,
    );
  }
  const data = yamlData(document, () => {
    const fault = `The configuration ${shown} has aliases that cannot be followed.`;
    return new NodeInputError(`${fault} Write out what they stand for.`);
  });
  const parsed = fieldsOf(data);
  const configuration = fieldsOf(parsed?.kubeletconfig) ?? parsed;
  const { kind } = configuration ?? {};
  if (!configuration || (kind !== undefined && kind !== 'KubeletConfiguration')) {
    throw new NodeInputError(
      `${shown} is not a KubeletConfiguration; give the kubelet’s own configuration file, or output of its configz endpoint.`,
    );
  }
  return configuration;
}
