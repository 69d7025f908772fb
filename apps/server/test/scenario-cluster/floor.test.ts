import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '../../src');
const ROOM = 'scenario-cluster';

/** Every source of the server with its text, the path relative to `src`. */
const SOURCES = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => [file, readFileSync(join(SRC, file), 'utf8')] as const);

describe('the room that writes to a cluster', () => {
  it('is imported by `scenario run` alone', () => {
    const others = SOURCES.filter(([file]) => !file.startsWith(`${ROOM}/`));
    const importers = others.filter(([, text]) => text.includes(`${ROOM}/`)).map(([file]) => file);
    expect(importers).toEqual(['cli/scenario-replay.ts']);
    const callers = others.filter(([, text]) => text.includes('scenario-replay.ts'));
    expect(callers.map(([file]) => file)).toEqual(['cli/scenario-commands.ts']);
  });

  it('sends from one file alone', () => {
    const senders = SOURCES.filter(([file]) => file.startsWith(`${ROOM}/`)).filter(([, text]) =>
      /from 'undici'|\bfetch\(|node:https?'/.test(text),
    );
    expect(senders.map(([file]) => file)).toEqual([`${ROOM}/object-requests.ts`]);
  });
});
