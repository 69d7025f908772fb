import type { GraphDelta } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { DeltaLog } from '../../src/live/delta-log.ts';

const LIMITS = { bytes: 10_000, age: 1000, frameBytes: 2000 };

function removal(uid: string): GraphDelta {
  return { upserts: [], removes: [uid] };
}

function texts(log: DeltaLog, position: string): string[] | 'resync' {
  const frames = log.since(position);
  return frames === 'resync' ? frames : frames.map((frame) => frame.event.plain.toString());
}

describe('delta log', () => {
  it('gives exactly the frames after a position, serialised once', () => {
    const log = new DeltaLog(LIMITS, 'epoch');
    const start = log.position;
    for (const uid of ['a', 'b', 'c']) log.append(removal(uid), 0);
    expect(start).toBe('epoch-0');
    expect(texts(log, 'epoch-1')).toEqual([
      'id: epoch-2\nevent: delta\ndata: {"upserts":[],"removes":["b"]}\n\n',
      'id: epoch-3\nevent: delta\ndata: {"upserts":[],"removes":["c"]}\n\n',
    ]);
    const [once, again] = [log.since('epoch-2'), log.since('epoch-2')];
    expect(once[0]).toBe(again[0]);
    expect(log.since(log.position)).toEqual([]);
  });

  it('keeps line breaks of a name inside its one data line', () => {
    const log = new DeltaLog(LIMITS, 'epoch');
    log.append(removal('a\n\ndata: b\r\u2028'), 0);
    expect(texts(log, 'epoch-0')[0]?.split('\n')).toHaveLength(5);
  });

  it.each([
    ['of another process', 'other-1'],
    ['of the future', 'epoch-4'],
    ['that is none', 'epoch-one'],
    ['that is empty', ''],
    ['with a sign', 'epoch--1'],
    ['that overflows', `epoch-${'9'.repeat(30)}`],
  ])('asks for a new start at a position %s', (_, position) => {
    const log = new DeltaLog(LIMITS, 'epoch');
    for (const uid of ['a', 'b', 'c']) log.append(removal(uid), 0);
    expect(log.since(position)).toBe('resync');
  });

  it('forgets by age', () => {
    const log = new DeltaLog(LIMITS, 'epoch');
    log.append(removal('a'), 0);
    log.append(removal('b'), 900);
    log.append(removal('c'), 1500);
    expect(log.since('epoch-0')).toBe('resync');
    expect(log.since('epoch-1')).toHaveLength(2);
  });

  it('forgets by size', () => {
    const log = new DeltaLog(LIMITS, 'epoch');
    for (let at = 0; at < 20; at++) log.append(removal('x'.repeat(1000)), 0);
    expect(log.since('epoch-5')).toBe('resync');
    expect(log.since('epoch-15')).toHaveLength(5);
  });

  it('does not keep a frame that is as large as a snapshot', () => {
    const log = new DeltaLog(LIMITS, 'epoch');
    log.append(removal('a'), 0);
    log.append(removal('x'.repeat(3000)), 0);
    log.append(removal('b'), 0);
    expect(log.since('epoch-1')).toBe('resync');
    expect(log.since('epoch-2')).toHaveLength(1);
  });

  it('has an epoch of its own by default', () => {
    expect(new DeltaLog().position).not.toBe(new DeltaLog().position);
  });
});
