import { spawn } from 'node:child_process';
import type { Millis } from '@gcscope/gc-core/wire';
import type { Clock } from '../../base/clock.ts';

/** A plugin that takes longer is ended. */
const TIME_LIMIT: Millis = 60_000;
/** Characters that a plugin may print: an answer with a certificate has a few thousand. */
const OUTPUT_LIMIT = 1_048_576;
const ERROR_LIMIT = 4_096;

export interface PluginCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** Resolves with what the plugin prints. Whatever it started ends with it: at its time limit, and with this process. */
export function runPlugin({ command, args, env }: PluginCommand, clock: Clock): Promise<string> {
  return new Promise((resolve, reject) => {
    // A process group of its own, so that helpers of the plugin can be ended, too.
    const detached = process.platform !== 'win32';
    const stdio = ['ignore', 'pipe', 'pipe'] as const;
    const child = spawn(command, args, { env, detached, stdio: [...stdio] });
    const kill = (): void => {
      if (!detached || child.pid === undefined) child.kill('SIGKILL');
      else killGroup(child.pid);
    };
    const finish = (settle: () => void): void => {
      cancel();
      process.removeListener('exit', kill);
      kill();
      settle();
    };
    const fail = (message: string): void => finish(() => reject(new Error(message)));
    const cancel = clock.setTimeout(
      () => fail(`the credentials plugin did not end within ${TIME_LIMIT / 1000} s`),
      TIME_LIMIT,
    );
    process.once('exit', kill);
    let output = '';
    let complaint = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.length > OUTPUT_LIMIT) fail('the credentials plugin printed more than 1 MB');
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(0, ERROR_LIMIT);
    });
    child.on('error', (error) => finish(() => reject(error)));
    // A helper that goes on would hold the output open.
    child.on('exit', kill);
    child.on('close', (code, signal) => {
      if (code === 0) finish(() => resolve(output));
      else {
        fail(
          complaint.trim() || `the credentials plugin failed (${signal ?? `exit code ${code}`})`,
        );
      }
    });
  });
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // All of them have ended.
  }
}
