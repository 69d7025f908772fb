import type { AuditReport, TerminatingReport } from '@gcscope/gc-core/wire';
import { expect, it } from 'vitest';
import { PODS } from '../support/reflector-run.ts';
import { JOBS, NODES } from './fault.ts';
import { FaultyCluster, LONGEST_LIE } from './faulty-cluster.ts';

const TEN_MINUTES = 600_000;

it('a quiet API server that sends no bookmarks and ends no watch is read throughout: Activity stays empty, and reports are whole', () =>
  FaultyCluster.run([PODS, JOBS, NODES], {}, async (faulty) => {
    const { server, clock, cluster, served } = faulty;
    const watches = server.seen('watch').length;
    const states = new Set<string>();
    server.delivering = false;
    const end = clock.now() + TEN_MINUTES;
    await faulty.until(() => {
      for (const { state } of cluster.health.kinds) states.add(state);
      return clock.now() >= end;
    });
    expect(server.seen('watch').length).toBeGreaterThan(watches + 10);
    expect([...states]).toEqual(['synced']);
    expect(cluster.activity.read({}, 10).entries).toEqual([]);
    for (const path of ['audit', 'terminating']) {
      const answer = await fetch(`${served.url}/api/v1/${path}`);
      const { unread } = (await answer.json()) as AuditReport | TerminatingReport;
      expect([path, unread]).toEqual([path, []]);
    }
    server.delivering = true;
    await faulty.expectOracle(LONGEST_LIE);
  }));
