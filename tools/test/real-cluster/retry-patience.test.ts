import { describe, expect, it } from 'vitest';
import { retryPatience } from '../../real-cluster/src/differential/retry-patience.ts';

const NOW = new Date('2026-11-22T12:00:30Z');
const MINUTE = 60_000;

/** As many failures of an object, the latest half a minute ago. */
function failures(uid: string, count: number, date = '1122'): string {
  const text = `"error syncing item" item="[v1/ConfigMap, namespace: a, name: b, uid: ${uid}]" err="no."`;
  return `I${date} 12:00:00.000000   20104 garbagecollector.go:363] ${text}\n`.repeat(count);
}

/** What is waited for an object with uid u-1. */
function patience(log: string, now = NOW): number {
  return retryPatience(log, (uid) => uid === 'u-1', now);
}

describe('retryPatience', () => {
  it('[QU-03] outlasts the delay that as many failures have doubled, until a thousand seconds', () => {
    expect(patience(failures('u-1', 16))).toBe(5 * 2 ** 15);
    expect(patience(failures('u-1', 18))).toBe(5 * 2 ** 17);
    expect(patience(failures('u-1', 30))).toBe(1_000_000);
  });

  it('is a minute and a half with less, and with objects that are not asked about', () => {
    expect(patience('')).toBe(1.5 * MINUTE);
    expect(patience(failures('u-1', 5))).toBe(1.5 * MINUTE);
    expect(patience(failures('u-2', 30))).toBe(1.5 * MINUTE);
  });

  it('counts an error that names the item by a dump, and an item that was never observed', () => {
    const head = 'E1122 12:00:00.000000   16629 garbagecollector.go:365]';
    const identity =
      'identity:garbagecollector.objectReference{OwnerReference:v1.OwnerReference{APIVersion:\\"v1\\", Kind:\\"Pod\\", Name:\\"b\\", UID:\\"u-1\\", Controller:(*bool)(nil)}, Namespace:\\"a\\"}';
    const owners = 'owners:[]v1.OwnerReference{v1.OwnerReference{Name:\\"o\\", UID:\\"u-2\\"}}';
    const dumped = `${head} "Unhandled Error" err="error syncing item &garbagecollector.node{${identity}, ${owners}}: no."\n`;
    expect(patience(dumped.repeat(16))).toBe(5 * 2 ** 15);
    const item = 'item="[v1/ConfigMap, namespace: a, name: b, uid: u-1]"';
    const unseen = `I1122 12:00:00.000000 1 garbagecollector.go:1] "item hasn't been observed via informer yet" ${item}\n`;
    expect(patience((dumped + unseen).repeat(8))).toBe(5 * 2 ** 15);
  });

  it('passes over other lines about the object', () => {
    const item = '[v1/Pod, namespace: a, name: b, uid: u-1]';
    const other = `I1122 12:00:00.000000 1 garbagecollector.go:1] "Processing item" item="${item}"\n`;
    expect(patience(other.repeat(30))).toBe(1.5 * MINUTE);
  });

  it('takes a line of December for one of last year in January', () => {
    const log = failures('u-1', 30, '1231').replaceAll('12:00:00', '23:59:30');
    expect(patience(log, new Date('2027-01-01T00:00:00Z'))).toBe(1_000_000);
  });
});
