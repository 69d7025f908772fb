import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import { chromiumLaunch } from './chromium.ts';

const MAIN = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));

/** The built program, serving. */
export interface Served {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts `gcscope serve` of the built program with these arguments; rejects when it ends before it serves. */
export async function serve(...args: readonly string[]): Promise<Served> {
  const process = spawn('node', [MAIN, 'serve', '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const errors: string[] = [];
  process.stderr.on('data', (data: Buffer) => errors.push(data.toString()));
  const url = await Promise.race([
    firstLine(process),
    once(process, 'exit').then(() => {
      throw new Error(`gcscope serve ended: ${errors.join('')}`);
    }),
  ]);
  return {
    url: url.replace(/\/$/, ''),
    stop: async () => {
      const ended = once(process, 'exit');
      process.kill('SIGTERM');
      await ended;
    },
  };
}

/** The browser that the tests use. */
export async function browser(): Promise<Browser> {
  return await chromium.launch(await chromiumLaunch());
}

async function firstLine(process: ChildProcess): Promise<string> {
  if (!process.stdout) throw new Error('The program has no standard output.');
  for await (const line of createInterface({ input: process.stdout })) return line;
  throw new Error('gcscope serve printed no URL.');
}
