/** `None of the 3 causes matches the filters.` */
export function formatNoMatch(count: number, noun: string): string {
  if (count === 1) return `The only ${noun} does not match the filters.`;
  return `None of the ${count.toLocaleString('en')} ${noun}s matches the filters.`;
}
