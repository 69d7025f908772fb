import { writeFileSync } from 'node:fs';
import { sequencesFrom } from './random-requests.ts';
import { RequestDifferential } from './request-differential.ts';

const [first = '1', count = '50'] = process.argv.slice(2);
const d = await RequestDifferential.start();
try {
  const t = performance.now();
  const played = await d.play(sequencesFrom(Number(first), Number(count)));
  const diffs = played.flatMap((p) => p.difference ?? []);
  const n = played.reduce((s, p) => s + p.codes.length, 0);
  console.log(
    `${played.length} sequences, ${n} requests alike, ${diffs.length} differences, ${Math.round(performance.now() - t)} ms`,
  );
  const codes = new Map<string, number>();
  for (const p of played)
    for (const [i, c] of p.codes.entries()) {
      const k = `${p.sequence.requests[i]?.topic} ${c}`;
      codes.set(k, (codes.get(k) ?? 0) + 1);
    }
  console.log(
    [...codes]
      .sort()
      .map(([k, v]) => `${k}: ${v}`)
      .join('\n'),
  );
  writeFileSync('/tmp/e-scratch/diffs.json', JSON.stringify(diffs, null, 1));
} finally {
  await d.stop();
}
