/** Fields that carry credentials or name a person, and all headers: a proxy may name people in any of them. */
const NAMES = [
  'headers',
  'rawHeaders',
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'token',
  'impersonate-user',
  'impersonate-group',
  'impersonate-uid',
  'x-forwarded-user',
  'x-forwarded-groups',
  'x-remote-user',
  'x-remote-group',
  'x-gcscope-proxy-secret',
];

/** Never in the log, whatever is logged: paths for pino, in an object and in those within it. */
export const REDACTED: string[] = NAMES.flatMap((name) => [
  `["${name}"]`,
  `*["${name}"]`,
  `*.*["${name}"]`,
]);

interface LogDestination {
  write(line: string): void;
}

/**
 * Passes log lines to `write`. If it throws (a full disk, a closed pipe), the line is lost and the program goes on; the next
 * line that can be written says how many were lost.
 */
export function logDestination(write: (text: string) => void): LogDestination {
  let lost = 0;
  return {
    write: (line) => {
      try {
        if (lost > 0) write(lossOf(lost));
        lost = 0;
        write(line);
      } catch {
        lost++;
      }
    },
  };
}

function lossOf(lost: number): string {
  const msg = `${lost} lines of the log could not be written.`;
  return `${JSON.stringify({ level: 40, time: Date.now(), msg })}\n`;
}
