import { beforeEach, describe, expect, it } from 'vitest';
import { ReaderCounts } from '../../src/cluster/reflect/reader-counts.ts';
import { Telemetry } from '../../src/telemetry/telemetry.ts';
import { ScriptedCluster } from '../live/support/scripted-cluster.ts';
import { status } from '../support/fake-answers.ts';
import { FakeApiServer } from '../support/fake-api-server.ts';
import { pass } from '../support/manual-clock.ts';
import { ObservedMonitors } from '../support/observed-monitors.ts';
import { PODS, until, WIDGETS } from '../support/reflector-run.ts';

async function metricsOf(counts: ReaderCounts, scripted = new ScriptedCluster().sync()) {
  return (await textOf(counts, scripted)).split('\n').filter((line) => !line.startsWith('#'));
}

async function textOf(counts: ReaderCounts, scripted: ScriptedCluster): Promise<string> {
  return (await new Telemetry(scripted.cluster, counts).app().inject('/metrics')).body;
}

describe('metrics of the reader', () => {
  let server: FakeApiServer;
  let scripted: ScriptedCluster;
  let seen: ObservedMonitors;

  beforeEach(async () => {
    server = await FakeApiServer.start([PODS, WIDGETS]);
    scripted = new ScriptedCluster().sync();
    seen = new ObservedMonitors(server, scripted.clock);
  });

  const pods = 'group="",resource="pods"';
  const watching = () => until(() => server.watchCount === 2);
  const lines = () => metricsOf(seen.counts, scripted);

  it('count requests, lists, watches, events and objects left out', async () => {
    server.next('list', status(500, 'InternalError', 'no'), status(500, 'InternalError', 'no'));
    await seen.monitors.start();
    await pass(scripted.clock, () => server.watchCount === 2);
    server.put(PODS, { name: 'a', namespace: 'shop', uid: 'a' });
    server.put(PODS, { name: 'a', namespace: 'shop', uid: 'a' });
    const finalizers = Array.from({ length: 50_001 }, () => 'f');
    server.put(PODS, { name: 'odd', namespace: 'shop', uid: 'odd', finalizers });
    server.remove(PODS, 'a');
    await until(() => seen.changes.some(({ type }) => type === 'DELETED'));
    scripted.clock.advance(2000);
    const found = await lines();
    for (const line of [
      'rest_client_requests_total{code="500",method="GET"} 2',
      `gcscope_reflector_lists_total{${pods},result="ok"} 1`,
      `gcscope_reflector_lists_total{${pods},result="failed"} 1`,
      `gcscope_watch_events_total{${pods},type="ADDED"} 2`,
      `gcscope_watch_events_total{${pods},type="MODIFIED"} 1`,
      `gcscope_watch_events_total{${pods},type="DELETED"} 1`,
      `gcscope_undecodable_objects{${pods}} 1`,
      `gcscope_last_event_age_seconds{${pods}} 2`,
      'gcscope_reflector_lists_total{group="example.com",resource="widgets",result="ok"} 1',
      'gcscope_synced{group="",resource="pods"} 1',
    ]) {
      expect(found).toContain(line);
    }
    server.endWatches();
    await pass(scripted.clock, () => server.watchCount === 2);
    expect(await lines()).toContain(`gcscope_watches_total{${pods}} 1`);
  });

  it('count lists in place of a watch with their reasons, and what audits of the copy heal', async () => {
    server.put(PODS, { name: 'a', namespace: 'shop', uid: 'a' });
    await seen.monitors.start();
    await watching();
    server.put(PODS, { name: 'b', namespace: 'shop', uid: 'b' });
    await until(() => seen.changes.length === 2);
    server.compact();
    server.next('watch', status(410, 'Expired', 'too old'));
    server.endWatches();
    await pass(scripted.clock, () => server.watchCount === 2);
    server.delivering = false;
    server.remove(PODS, 'a');
    server.forgetEvents();
    server.delivering = true;
    let seconds = 0;
    await pass(scripted.clock, () => {
      if (++seconds % 30 === 0) {
        server.bookmark();
        server.endWatches();
      }
      return seen.changes.some(({ type }) => type === 'DELETED');
    });
    const found = await lines();
    const relists = found.filter((line) => line.startsWith('gcscope_relists_total'));
    expect(relists.some((line) => line.endsWith('reason="expired"} 1'))).toBe(true);
    expect(relists).toContain(`gcscope_relists_total{${pods},reason="diverged"} 1`);
    expect(found).toContain(`gcscope_cache_audit_mismatch_total{${pods}} 1`);
    expect(found).toContain(
      'gcscope_cache_audit_mismatch_total{group="example.com",resource="widgets"} 0',
    );
  });

  it('have the names that dashboards and alerts rely on', async () => {
    const text = await textOf(seen.counts, scripted);
    const found = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    const ours = [
      ...['reflector_lists_total', 'list_duration_seconds_total', 'watches_total'],
      ...['watch_duration_seconds_total', 'watch_events_total', 'relists_total'],
      ...['last_event_age_seconds', 'decode_errors_total', 'synced', 'graph_objects'],
      ...['graph_edges', 'cache_audit_mismatch_total', 'stream_clients', 'stream_frames_total'],
      ...['stream_bytes_total', 'stream_resyncs_total', 'stream_lagging_clients'],
      ...['apply_to_frame_seconds', 'build_info'],
    ].map((name) => `gcscope_${name}`);
    const others = ['rest_client_requests_total', 'nodejs_eventloop_lag_seconds'];
    expect(found).toEqual(expect.arrayContaining([...ours, ...others]));
  });

  it('count a request that was not answered', async () => {
    server.next('discovery', (response) => response.destroy());
    await seen.monitors.start();
    expect(await lines()).toContain('rest_client_requests_total{code="<error>",method="GET"} 1');
  });
});

describe('labels of kinds', () => {
  it('name a thousand kinds; others, and names that no API server accepts, share one series', async () => {
    const counts = new ReaderCounts();
    const hostile = ['x"} 1\ninjected', '__proto__', 'A'.repeat(300), ''];
    for (const resource of hostile) counts.of({ group: 'example.com', resource }).diverged++;
    for (let kind = 0; kind < 1100; kind++) {
      counts.of({ group: 'example.com', resource: `kind-${kind}` }).diverged++;
    }
    const found = await metricsOf(counts);
    const series = found.filter((line) => line.startsWith('gcscope_cache_audit_mismatch_total'));
    expect(series).toHaveLength(1001);
    expect(series).toContain('gcscope_cache_audit_mismatch_total{group="",resource="other"} 104');
    expect(found.some((line) => /injected|__proto__|AAA/.test(line))).toBe(false);
  });

  it('are bounded for the state of kinds, too', async () => {
    const scripted = new ScriptedCluster().sync();
    for (let kind = 0; kind < 1100; kind++) {
      const resource = `kind-${kind}`;
      const health = { group: 'x.io', version: 'v1', kind: 'K', namespaced: true, objects: 0 };
      scripted.live.kindHealth({
        ...health,
        resource,
        state: 'synced',
        since: '2026-01-01T00:00:00Z',
      });
    }
    const found = await metricsOf(new ReaderCounts(), scripted);
    expect(found.filter((line) => line.startsWith('gcscope_synced'))).toHaveLength(1000);
    expect(found).toContain('gcscope_kinds{state="synced"} 1106');
  });
});
