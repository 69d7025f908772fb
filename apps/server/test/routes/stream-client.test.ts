import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { StreamClient, type StreamSink } from '../../src/routes/stream-client.ts';
import { StreamCounts } from '../../src/telemetry/stream-counts.ts';
import { DEPLOYMENTS, PODS, ScriptedCluster } from '../live/support/scripted-cluster.ts';

/** A connection whose reader takes nothing until a test lets it. */
class SlowSink extends EventEmitter {
  readonly written: string[] = [];
  writableLength = 0;
  state: 'open' | 'ended' | 'destroyed' = 'open';

  write(bytes: Buffer): void {
    this.written.push(bytes.toString());
    this.writableLength += bytes.length;
  }

  end(bytes: Buffer): void {
    this.write(bytes);
    this.state = 'ended';
  }

  destroy(): void {
    this.state = 'destroyed';
  }

  read(): void {
    this.writableLength = 0;
    this.emit('drain');
  }

  /** The names that were sent, in order. */
  get names(): string[] {
    return this.written.flatMap((text) => /"name":"(\w)x*"/.exec(text)?.[1] ?? []);
  }
}

interface Connected {
  readonly sink: SlowSink;
  readonly scripted: ScriptedCluster;
  readonly counts: StreamCounts;
}

function connected(position?: string): Connected {
  const scripted = new ScriptedCluster().sync();
  const sink = new SlowSink();
  const counts = new StreamCounts();
  const client = new StreamClient(
    sink as unknown as StreamSink,
    scripted.cluster,
    { position, gzip: false },
    counts,
  );
  scripted.cluster.subscribe(client);
  client.start();
  return { sink, scripted, counts };
}

/** A frame of about 700 KB. */
function change(scripted: ScriptedCluster, letter: string): void {
  scripted.put(PODS, `${letter}${'x'.repeat(700_000)}`, { uid: letter });
  scripted.tick();
}

describe('stream client', () => {
  it('sends a slow reader nothing more until it has caught up, then the rest without a gap', () => {
    const { sink, scripted } = connected();
    for (const letter of ['a', 'b', 'c', 'd']) change(scripted, letter);
    expect(sink.names).toEqual(['a', 'b']);
    scripted.clock.advance(15_000);
    expect(sink.written.at(-1)).not.toContain('ping');
    sink.read();
    expect(sink.names).toEqual(['a', 'b', 'c', 'd']);
    scripted.clock.advance(14_000);
    sink.read();
    scripted.clock.advance(30_000);
    expect(sink.state).toBe('open');
  });

  it('lets a reader go that has not caught up in 30 seconds', () => {
    const { sink, scripted, counts } = connected();
    for (const letter of ['a', 'b']) change(scripted, letter);
    scripted.clock.advance(29_000);
    expect(sink.state).toBe('open');
    expect(counts).toMatchObject({ clients: 1, lagging: 1, frames: 2, dropped: 0 });
    scripted.clock.advance(1000);
    expect(sink.state).toBe('destroyed');
    expect(counts).toMatchObject({ clients: 0, lagging: 0, dropped: 1 });
    const sent = sink.written.length;
    change(scripted, 'c');
    expect(sink.written).toHaveLength(sent);
  });

  it('tells a reader to start anew when what it missed is no longer at hand', () => {
    const { sink, scripted, counts } = connected();
    for (const letter of ['a', 'b', 'c']) change(scripted, letter);
    // Larger than what is kept: it takes all earlier frames along.
    scripted.put(PODS, 'y'.repeat(1_100_000), { uid: 'large' });
    scripted.tick();
    sink.read();
    expect(sink.state).toBe('ended');
    expect(sink.written.at(-1)).toBe('event: resync\ndata: {}\n\n');
    expect(counts).toMatchObject({ clients: 0, resyncs: { unknown: 0, behind: 1 } });
  });

  it('leaves nothing behind of a reader that has to start anew at once', () => {
    const { sink, scripted } = connected('other-3');
    expect(sink.state).toBe('ended');
    expect(scripted.clock.delays).not.toContain(15_000);
  });

  it('sends the health that a slow reader missed', () => {
    const { sink, scripted } = connected();
    for (const letter of ['a', 'b']) change(scripted, letter);
    scripted.health(DEPLOYMENTS, 'degraded', 'not readable');
    scripted.tick();
    expect(sink.written.at(-1)).not.toContain('not readable');
    sink.read();
    expect(sink.written.at(-1)).toContain('not readable');
  });
});
