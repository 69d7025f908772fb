import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { script } from '../src/command-line.ts';
import { differentialCommand } from '../src/differential-command.ts';

/** The exit code that a command line leads to, and what is printed; a command line that is accepted has no code. */
function outcome(
  command: Command,
  line: string,
): { readonly code?: number; readonly text: string } {
  let text = '';
  const add = (more: string): void => {
    text += more;
  };
  command.configureOutput({ writeOut: add, writeErr: add }).exitOverride((error) => {
    throw Object.assign(new Error(error.message), { exitCode: error.exitCode });
  });
  try {
    command.parse(line.split(' '), { from: 'user' });
    return { text };
  } catch (error) {
    return { code: Number((error as { readonly exitCode?: number }).exitCode), text };
  }
}

describe('the command line of a script', () => {
  it('is called as npm calls it, and says how to get help', () => {
    const command = script('paint', 'Paints.').option('--blue', 'in blue');
    expect(outcome(command, '--help')).toEqual({
      code: 0,
      text: expect.stringContaining('Usage: npm run paint -- [options]\n\nPaints.'),
    });
    const { code, text } = outcome(
      script('paint', 'Paints.').option('--blue', 'in blue'),
      '--bleu',
    );
    expect([code, text]).toEqual([1, expect.stringContaining("unknown option '--bleu'")]);
    expect(text).toContain('(Did you mean --blue?)');
    expect(text).toContain('(npm run paint -- --help lists the options)');
  });

  it('refuses words that it has no use for', () => {
    expect(outcome(script('paint', 'Paints.'), 'house').text).toContain('too many arguments');
  });
});

describe('the command line of the differential', () => {
  it('has its defaults', () => {
    const command = differentialCommand();
    expect(outcome(command, '--worlds 7').code).toBeUndefined();
    expect(command.opts()).toEqual({ worlds: 7, first: 1, release: 'v1.36' });
  });

  it.each([
    [
      '--worlds none',
      "--worlds <number>' argument 'none' is invalid. It is a whole number from 1.",
    ],
    ['--first 0', "--first <seed>' argument '0' is invalid. It is a whole number from 1."],
    ['--pace slow', 'Allowed choices are steady, unseen, hasty.'],
    ['--release v1.2', 'Allowed choices are v1.36, v1.28.'],
    ['--verdicts --pace hasty', "'--verdicts' cannot be used with option '--pace <pace>'"],
    ['--requests --verdicts', "'--requests' cannot be used with option '--verdicts'"],
    ['--requests --pace hasty', "'--requests' cannot be used with option '--pace <pace>'"],
    ['--requests --release v1.28', "'--requests' cannot be used with option '--release <series>'"],
  ])('refuses %s', (line, message) => {
    const { code, text } = outcome(differentialCommand(), line);
    expect(code).toBe(1);
    expect(text).toContain(message);
  });
});
