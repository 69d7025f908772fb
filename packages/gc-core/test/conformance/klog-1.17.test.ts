import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GarbageCollector } from '../../src/collector/garbage-collector.ts';
import { formatText } from '../../src/log/log-line.ts';
import { logLines } from '../../src/log/log-lines.ts';
import type { Note } from '../../src/meta/note.ts';
import type { ObjectMeta } from '../../src/meta/object-meta.ts';
import type { ObjectReference, OwnerReference } from '../../src/meta/object-reference.ts';
import { RELEASES } from '../../src/meta/releases.ts';
import { ResourceTable } from '../../src/meta/resource-table.ts';

const LOG = join(import.meta.dirname, 'evidence-1.17/background-deployment/kcm.log');
const HEAD = /^I\d{4} [\d:.]+ +\d+ (?:graph_builder|garbagecollector)\.go:\d+\] /gm;
const EVENT =
  /^GraphBuilder process object: (?<apiVersion>.*)\/(?<kind>.*), namespace (?<namespace>.*), name (?<name>.*), uid (?<uid>.*), event type (?<type>.*)$/;
const DUMP =
  /v1\.OwnerReference\{APIVersion:"(.*?)", Kind:"(.*?)", Name:"(.*?)", UID:"(.*?)", Controller:\(\*bool\)\(0x/;

/** What the collector wrote, a record with several lines as one; addresses of pointers differ from run to run. */
function recordedLines(): string[] {
  const [, ...lines] = readFileSync(LOG, 'utf8').split(HEAD);
  return lines.map((line) => line.trimEnd().replaceAll(/\(0xc[\da-f]{9}\)/g, '(0xc000000000)'));
}

interface RecordedEvent {
  readonly identity: ObjectReference;
  readonly type: string;
}

function eventOf(line: string): RecordedEvent | undefined {
  const groups = EVENT.exec(line)?.groups;
  if (!groups) return undefined;
  const { apiVersion = '', kind = '', namespace = '', name = '', uid = '', type = '' } = groups;
  return { identity: { apiVersion, kind, namespace, name, uid }, type };
}

/** The references that the log shows of an item, by the item's uid. */
function referencesByUid(lines: readonly string[]): Map<string, OwnerReference> {
  const references = new Map<string, OwnerReference>();
  for (const line of lines) {
    const item = /^classify references of \[.*, uid: (.*)\]\.$/m.exec(line)?.[1];
    const [, apiVersion = '', kind = '', name = '', uid = ''] = DUMP.exec(line) ?? [];
    if (item === undefined) continue;
    const controlling = { controller: true, blockOwnerDeletion: true };
    references.set(item, { apiVersion, kind, name, uid, ...controlling });
  }
  return references;
}

/** What our collector writes when it is given the events of the log. */
function replay(lines: readonly string[]): string[] {
  const references = referencesByUid(lines);
  const metaOf = ({ name, namespace, uid }: ObjectReference): ObjectMeta => {
    const reference = references.get(uid);
    return { name, namespace, uid, ...(reference ? { ownerReferences: [reference] } : {}) };
  };
  const stored = new Map<string, ObjectMeta>();
  let notes: Note[] = [];
  const collector = new GarbageCollector({
    release: RELEASES['v1.17'],
    absentOwnerCacheSize: 500,
    restMapper: ResourceTable.builtIn(),
    localStore: () => undefined,
    client: {
      send: ({ namespace, name, resource: { kind } }) => {
        const metadata = stored.get(`${kind} ${namespace}/${name}`);
        if (!metadata) throw new Error(`${kind} ${name} is not in the log`);
        return { ok: true, object: { apiVersion: '', kind, metadata } };
      },
    },
    now: () => 0,
    note: (note) => notes.push(note),
    recordEvent: () => undefined,
  });
  const events = lines.flatMap((line) => eventOf(line) ?? []);
  for (const { identity } of events.filter(({ type }) => type !== 'add').toReversed()) {
    collector.processGraphChange({ type: 'ADDED', identity, meta: metaOf(identity) });
    stored.set(`${identity.kind} ${identity.namespace}/${identity.name}`, metaOf(identity));
  }
  while (collector.process('attemptToDelete'));

  const written: string[] = [];
  const processAll = (queue: 'graphChanges' | 'attemptToDelete'): void => {
    notes = [];
    for (let done = collector.process(queue); done; done = collector.process(queue)) {
      written.push(...logLines(done, notes, 'v1.17').map(formatText));
      notes = [];
    }
  };
  const types = { add: 'ADDED', update: 'MODIFIED', delete: 'DELETED' } as const;
  for (const { identity, type } of events) {
    const meta = metaOf(identity);
    collector.enqueue({ type: types[type as keyof typeof types], identity, meta });
    processAll('graphChanges');
    processAll('attemptToDelete');
  }
  return written;
}

describe('what the collector of 1.17.4 wrote of a background deletion', () => {
  const lines = recordedLines();

  it('[AD-17] [CL-01] [GB-02] [AC-02] is what ours writes, line by line', () => {
    expect(lines.length).toBe(67);
    expect(replay(lines)).toEqual(lines);
  });
});
