const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'] as const;

/** A runtime may report any number; what is no size counts as 0. */
export function sizeOf(bytes: number): number {
  return Number.isFinite(bytes) && bytes > 0 ? bytes : 0;
}

/** A size in binary units: `512 B`, `1.4 GiB`. */
export function formatBytes(bytes: number): string {
  let size = sizeOf(bytes);
  let unit = 0;
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024;
    unit++;
  }
  const text = unit === 0 ? String(Math.round(size)) : size.toFixed(1).replace(/\.0$/, '');
  return `${text} ${UNITS[unit]}`;
}
