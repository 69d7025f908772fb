/** Number of `total` items that a shortened list shows first: about `most`. A button that shows one more takes the place of that one. */
export function listedFirst(total: number, most: number): number {
  return total === most + 1 ? total : Math.min(total, most);
}
