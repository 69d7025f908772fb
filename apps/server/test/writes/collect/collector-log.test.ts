import { describe, expect, it } from 'vitest';
import { CollectorLog } from '../../../src/writes/collect/collector-log.ts';

const AT = new Date(2026, 0, 2, 3, 4, 5, 67);

function written(verbosity: number, write: (log: CollectorLog) => void): string {
  let text = '';
  const put = (line: string): void => {
    text += line;
  };
  write(new CollectorLog(verbosity, put, () => AT));
  return text;
}

describe('the log of collect', () => {
  it('has the header of klog: severity, month, day, time, process', () => {
    const process = '(?<process> *\\d+)';
    const header = new RegExp(
      `^I0102 03:04:05\\.067000 ${process} gcscope:1\\] "Running" a="b c"\\n$`,
    );
    const line = written(0, (log) => log.say(0, 'Running', { a: 'b c' }));
    expect(line).toMatch(header);
    expect(header.exec(line)?.groups?.process).toHaveLength(7);
  });

  it('has what the verbosity includes, and errors and warnings always', () => {
    const all = (log: CollectorLog): void => {
      log.say(0, 'zero');
      log.info({}, 'two');
      log.debug({}, 'four');
      log.say(5, 'five');
      log.warn({}, 'warning');
      log.error('error');
    };
    const messages = (verbosity: number): string[] =>
      [...written(verbosity, all).matchAll(/^(.).*"(\w+)"$/gm)].map(
        ([, severity, text]) => `${severity} ${text}`,
      );
    expect(messages(0)).toEqual(['I zero', 'W warning', 'E error']);
    expect(messages(4)).toEqual(['I zero', 'I two', 'I four', 'W warning', 'E error']);
    expect(messages(5)).toEqual(['I zero', 'I two', 'I four', 'I five', 'W warning', 'E error']);
  });

  it('lets no text begin a line as a message does: klog indents what has several lines', () => {
    const lines = written(0, (log) => log.warn({ err: 'a\nE0102 forged' }, 'one\nE0102 forged'));
    expect(lines.match(/^\S/gm)).toEqual(['W']);
    expect(lines).toContain('\tE0102 forged\n');
  });
});
