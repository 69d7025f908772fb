import { describe, expect, it } from 'vitest';
import { Telemetry } from '../../src/telemetry/telemetry.ts';
import {
  DEPLOYMENTS,
  ownedBy,
  PODS,
  ScriptedCluster,
  SECRETS,
} from '../live/support/scripted-cluster.ts';

async function probed(scripted = new ScriptedCluster().sync()) {
  const telemetry = new Telemetry(scripted.cluster);
  const app = telemetry.app();
  const get = async (url: string) => {
    const { statusCode, body } = await app.inject(url);
    return { code: statusCode, body };
  };
  return { scripted, telemetry, get };
}

describe('probes', () => {
  it('are ready once the cluster is read, and alive whatever it does', async () => {
    const { scripted, get } = await probed();
    expect(await get('/readyz')).toEqual({ code: 200, body: 'ok' });
    scripted.live.reachable(false, 'connection refused by 10.0.0.1');
    scripted.tick();
    const failed = await get('/readyz');
    expect(failed.code).toBe(503);
    expect(failed.body).toContain('[-]cluster failed: stale\n');
    expect(failed.body).toMatch(/readyz check failed\n$/);
    expect(failed.body).not.toContain('10.0.0.1');
    expect(await get('/livez')).toEqual({ code: 200, body: 'ok' });
    expect((await get('/readyz?exclude=cluster')).code).toBe(200);
  });

  it('list every kind when asked; one that cannot be read fails nothing', async () => {
    const { scripted, get } = await probed();
    scripted.health(SECRETS, 'forbidden', 'user jane may not list secrets in namespace payments');
    scripted.tick();
    const { code, body } = await get('/readyz?verbose&exclude=nothing-of-ours');
    expect(code).toBe(200);
    const lines = body.split('\n');
    expect(lines).toContain('[+]cluster ok');
    expect(lines).toContain('[+]kinds/pods ok');
    expect(lines).toContain('[-]kinds/secrets incomplete: forbidden since 2026-01-01T00:00:00Z');
    expect(lines).toContain('warn: no check is called nothing-of-ours');
    expect(body).not.toContain('payments');
  });

  it('fail until what was read is judged, and say so', async () => {
    const { scripted, get } = await probed(new ScriptedCluster({ slice: 10 }));
    scripted.live.resources([PODS]);
    scripted.health(PODS, 'listing');
    for (let index = 0; index < 50; index++) scripted.put(PODS, `pod-${index}`);
    scripted.health(PODS, 'synced');
    const { code, body } = await get('/readyz?verbose');
    expect(code).toBe(503);
    expect(body).toContain('[-]cluster failed: syncing, the verdicts are not complete');
    expect(body).toContain('[+]kinds/pods ok');
    scripted.clock.advance(1000);
    expect((await get('/readyz?verbose')).body).toContain('[+]cluster ok');
  });

  it('fail while Pods or workloads are forbidden, and say that only one namespace is read', async () => {
    const { scripted, get } = await probed();
    scripted.health(DEPLOYMENTS, 'synced', 'Only the namespace payments is read.', 'payments');
    scripted.health(PODS, 'forbidden');
    scripted.tick();
    const { code, body } = await get('/readyz');
    expect(code).toBe(503);
    expect(body).toContain('[-]kinds/pods failed: forbidden since');
    expect(body).toContain('[-]kinds/deployments.apps incomplete: synced in one namespace since');
    expect(body).not.toContain('payments');
  });

  it('send new readers elsewhere while gcscope ends', async () => {
    const { telemetry, get } = await probed();
    telemetry.isClosing = true;
    const answer = await get('/healthz');
    expect(answer.code).toBe(503);
    expect(answer.body).toContain('[-]shutdown failed: gcscope is ending');
  });
});

describe('metrics', () => {
  it('count objects, edges, kinds and streams', async () => {
    const { scripted, telemetry, get } = await probed();
    scripted.put(PODS, 'owner');
    scripted.put(PODS, 'child', {
      ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'owner', uid: 'pod-owner' }],
    });
    scripted.health(SECRETS, 'forbidden');
    scripted.tick();
    Object.assign(telemetry.streams, { clients: 3, frames: 12, bytes: 3400 });
    telemetry.streams.resyncs.behind = 2;
    const { body } = await get('/metrics');
    const lines = body.split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'gcscope_graph_objects 2',
        'gcscope_graph_edges 1',
        'gcscope_synced{group="",resource="pods"} 1',
        'gcscope_synced{group="",resource="secrets"} 0',
        'gcscope_kinds{state="forbidden"} 1',
        'gcscope_cluster_live 1',
        'gcscope_stream_clients 3',
        'gcscope_stream_frames_total 12',
        'gcscope_stream_bytes_total 3400',
        'gcscope_stream_resyncs_total{reason="behind"} 2',
      ]),
    );
    expect(body).toMatch(/^nodejs_eventloop_lag_seconds /m);
    // A second look counts nothing twice.
    expect((await get('/metrics')).body).toContain('gcscope_stream_frames_total 12\n');
  });

  it('tell how long changes take to become a frame, from the first of them on', async () => {
    const { scripted, get } = await probed();
    scripted.put(PODS, 'first');
    scripted.clock.advance(10);
    scripted.put(PODS, 'second');
    scripted.clock.advance(100);
    const { body } = await get('/metrics');
    expect(body).toContain('gcscope_apply_to_frame_seconds_count 1\n');
    expect(body).toMatch(/^gcscope_apply_to_frame_seconds_sum 0\.015$/m);
  });

  it('compare what the collector should do with what happened', async () => {
    const { scripted, get } = await probed();
    const ownerReferences = [ownedBy(DEPLOYMENTS, 'web')];
    scripted.put(DEPLOYMENTS, 'web');
    for (const name of ['a', 'b', 'c']) scripted.put(PODS, name, { ownerReferences });
    scripted.tick();
    scripted.delete(DEPLOYMENTS, 'deployment-web');
    scripted.tick();
    scripted.clock.advance(121_000);
    scripted.delete(PODS, 'pod-a');
    scripted.tick();
    const { body } = await get('/metrics');
    expect(body.split('\n')).toEqual(
      expect.arrayContaining([
        'gcscope_standing_decisions{overdue="true"} 2',
        'gcscope_standing_decisions{overdue="false"} 0',
        'gcscope_decisions_total{result="carried_out"} 1',
        'gcscope_decisions_total{result="overdue"} 3',
        'gcscope_deletions_total{by="collector"} 1',
        'gcscope_deletions_total{by="others"} 1',
      ]),
    );
  });

  it('name no object and no namespace, however they are called', async () => {
    const { scripted, get } = await probed();
    const canary = 'canary<script>';
    for (const name of [canary, '__proto__', 'constructor']) {
      scripted.put(PODS, name, { namespace: `${name}-ns`, uid: `${name}-uid` });
    }
    scripted.tick();
    for (const url of ['/metrics', '/readyz?verbose', '/livez?verbose']) {
      const { body } = await get(url);
      expect(body).not.toContain('canary');
      expect(body).not.toContain('__proto__');
    }
  });
});
