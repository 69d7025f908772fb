import { describe, expect, it } from 'vitest';
import { ResourceTable } from '../../src/meta/resource-table.ts';
import { readRecordings } from './recording.ts';
import { eventLine, replayOnServer } from './server-replay.ts';

/** Cases in which only the client and the collector wrote. */
const CASES = ['04', '05', '07', '08', '09', '11', '15', '17', '18', '19', '21'];

const cog = { group: 'gc.example.com', version: 'v1', resource: 'cogs', kind: 'Cog' };
const table = ResourceTable.builtIn([{ ...cog, namespaced: true, custom: true }]);

const cases = readRecordings()
  .filter(({ name }) => CASES.includes(name.slice(0, 2)))
  .map((recording) => ({ recording, replay: replayOnServer(recording, table) }));

describe('what the API server of 1.36.3 was asked', () => {
  it.each(cases)('is answered as it answered: $recording.name', ({ replay }) => {
    const others = replay.answers.filter(({ recorded, ours }) => recorded !== ours);
    expect(others).toEqual([]);
  });

  it.each(cases)('is stored as it stored it: $recording.name', ({ recording, replay }) => {
    for (const [uid, versions] of recording.versions) {
      const recorded = versions.map(({ type, object }) => eventLine(type, object));
      expect(replay.events.get(uid) ?? []).toEqual(recorded);
    }
  });
});
