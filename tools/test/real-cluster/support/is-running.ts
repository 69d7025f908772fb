/** Whether there is a process with this id; one that has ended but was not reaped counts. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
