/** Where a logger writes its lines. */
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
