/** A line of a comparison. */
export interface DiffLine {
  readonly type: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Beyond this many pairs of lines, a comparison takes too long: all lines count as changed. */
const MOST_PAIRS = 1_000_000;

/**
 * The fewest removed and added lines that turn `before` into `after`, removed ones first. A block of changes that could
 * begin at several lines begins at the first: in YAML, an entry of a list begins there.
 */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let tail = 0;
  while (
    tail < Math.min(before.length, after.length) - start &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  ) {
    tail++;
  }
  const same = (text: string): DiffLine => ({ type: 'same', text });
  return slideUp([
    ...before.slice(0, start).map(same),
    ...diffMiddle(
      before.slice(start, before.length - tail),
      after.slice(start, after.length - tail),
    ),
    ...before.slice(before.length - tail).map(same),
  ]);
}

function slideUp(lines: readonly DiffLine[]): DiffLine[] {
  const slid = [...lines];
  for (let end = slid.length - 1; end > 0; end--) {
    const type = slid[end]?.type;
    if (type === undefined || type === 'same') continue;
    let start = end;
    while (slid[start - 1]?.type === type) start--;
    let last = end;
    let above = slid[start - 1];
    while (above?.type === 'same' && above.text === slid[last]?.text) {
      slid[last] = above;
      slid[start - 1] = { type, text: above.text };
      start--;
      last--;
      above = slid[start - 1];
    }
    end = start;
  }
  return slid;
}

function diffMiddle(before: readonly string[], after: readonly string[]): DiffLine[] {
  const lines: DiffLine[] = [];
  const common =
    before.length * after.length > MOST_PAIRS ? undefined : commonLengths(before, after);
  const width = after.length + 1;
  let i = 0;
  let j = 0;
  while (common && i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      lines.push({ type: 'same', text: before[i] ?? '' });
      i++;
      j++;
    } else if ((common[(i + 1) * width + j] ?? 0) >= (common[i * width + j + 1] ?? 0)) {
      lines.push({ type: 'removed', text: before[i++] ?? '' });
    } else {
      lines.push({ type: 'added', text: after[j++] ?? '' });
    }
  }
  for (const text of before.slice(i)) lines.push({ type: 'removed', text });
  for (const text of after.slice(j)) lines.push({ type: 'added', text });
  return lines;
}

/** Lengths at [i, j] of the longest common subsequence of the lines from i on in `before` and from j on in `after`. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint16Array {
  const width = after.length + 1;
  const lengths = new Uint16Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        before[i] === after[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
    }
  }
  return lengths;
}
