import { basename } from 'node:path';
import type { NodeReading, NotSeen } from '@gcscope/gc-core';
import { visibleText } from '@gcscope/gc-core/wire';
import type { Clock } from '../base/clock.ts';
import { readTextFile } from '../base/read-file.ts';
import { type Fields, fieldsOf } from '../cluster/answers/decode-meta.ts';
import { type KnownSettings, kubeletSettings } from './kubelet-settings.ts';
import { nodeReading } from './node-reading.ts';
import { NodeInputError } from './node-unreadable.ts';
import { ONLY_IN_MEMORY, PODS_NOT_SEEN, statusesNotSeen } from './not-seen.ts';
import {
  decodeContainerStatus,
  decodeContainers,
  decodeImageMountpoint,
  decodeImages,
  decodeSandboxes,
  type FaultAt,
  type RuntimeContainer,
  type RuntimeContainerStatus,
  type RuntimeImage,
  type RuntimeSandbox,
} from './runtime-lists.ts';
import { nodeOfRuntime } from './runtime-node.ts';
import { runtimeWarnings } from './runtime-warnings.ts';

export interface CrictlSource {
  /** Paths; `-` is standard input. */
  readonly files: readonly string[];
  readonly settings: KnownSettings;
  readonly clock: Clock;
}

/** Reads a node from what crictl wrote of it, each file recognised by what it holds. Throws `NodeInputError`. */
export function readCrictlFiles(source: CrictlSource): NodeReading {
  const settings = kubeletSettings(source.settings);
  const found = new CrictlAnswers();
  for (const file of source.files) found.add(file);
  const { containers, sandboxes, images, statuses } = found;
  const lists = {
    containers: containers ?? [],
    sandboxes: sandboxes ?? [],
    images: images ?? [],
    statuses,
  };
  const [first = ''] = source.files;
  return nodeReading({
    name: first === '-' ? 'standard input' : basename(first),
    source: 'crictl',
    now: BigInt(source.clock.now()) * 1_000_000n,
    spec: { ...nodeOfRuntime(lists), ...settings.spec },
    notSeen: [
      ...found.missing(),
      PODS_NOT_SEEN,
      ...ONLY_IN_MEMORY,
      ...settings.notSeen,
      LOGS_NOT_SEEN,
    ],
    warnings: runtimeWarnings(lists),
  });
}

const LOGS_NOT_SEEN: NotSeen = {
  what: 'log directories of pods and links to container logs',
  because: 'crictl does not show them',
  instead: 'the plan contains none of them',
};

/** The contents of the files, combined. */
class CrictlAnswers {
  containers: RuntimeContainer[] | undefined;
  sandboxes: RuntimeSandbox[] | undefined;
  images: RuntimeImage[] | undefined;
  readonly statuses = new Map<string, RuntimeContainerStatus>();

  add(file: string): void {
    const shown = file === '-' ? 'standard input' : visibleText(file);
    const text = readTextFile(
      file,
      (why) => new NodeInputError(`${shown} cannot be read: ${why}.`),
    );
    const answer = parse(text, shown);
    const fault: FaultAt = (path, message) =>
      new NodeInputError(`${shown}: ${visibleText(path)}: ${message}.`);
    // crictl inspect writes a list when it is asked for several.
    const each = Array.isArray(answer) ? answer.map(fieldsOf) : [fieldsOf(answer)];
    if (each.length === 0 || !each.every((part) => part !== undefined && this.#take(part, fault))) {
      throw new NodeInputError(
        `${shown} is not output of crictl ps -a, pods, images, imagefsinfo or inspect with -o json.`,
      );
    }
  }

  /** The facts that no file contains. */
  missing(): NotSeen[] {
    const { containers, sandboxes, images, statuses } = this;
    const without = (what: string, command: string, instead: string): NotSeen => ({
      what,
      because: missingOutput(command),
      instead,
    });
    const notInspected = (containers ?? []).filter(({ id }) => !statuses.has(id)).length;
    return [
      ...(containers ? [] : [without('containers', 'ps -a -o json', 'The plan assumes none.')]),
      ...(sandboxes ? [] : [without('sandboxes', 'pods -o json', 'The plan assumes none.')]),
      ...(images ? [] : [without('images', 'images -o json', 'The plan assumes none.')]),
      ...(notInspected > 0
        ? [statusesNotSeen(notInspected, missingOutput('inspect -o json'))]
        : []),
    ];
  }

  /** Whether it is an answer of crictl. */
  #take(answer: Fields, fault: FaultAt): boolean {
    const { containers, items, images, status } = answer;
    if (containers !== undefined) {
      this.containers = [...(this.containers ?? []), ...decodeContainers(containers, fault)];
    } else if (items !== undefined) {
      this.sandboxes = [...(this.sandboxes ?? []), ...decodeSandboxes(items, fault)];
    } else if (images !== undefined) {
      this.images = [...(this.images ?? []), ...decodeImages(images, fault)];
    } else {
      // The mount point of another machine says nothing of its fill level, so imagefsinfo is known and not used.
      if (decodeImageMountpoint(status) !== undefined) return true;
      const inspected = decodeContainerStatus(status);
      if (!inspected) return false;
      this.statuses.set(inspected.id, inspected);
    }
    return true;
  }
}

function missingOutput(command: string): string {
  return `No file contains the output of crictl ${command}.`;
}

function parse(text: string, shown: string): unknown {
  try {
    // Times are texts in crictl's JSON; as numbers they would lose their last digits.
    return JSON.parse(text);
  } catch (error) {
    const why = visibleText(error instanceof Error ? error.message : String(error));
    throw new NodeInputError(
      `${shown} is not valid JSON: ${why}. Write the file with crictl -o json.`,
    );
  }
}
