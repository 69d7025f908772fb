const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'] as const;

/** A size in binary units: `512 B`, `1.4 GiB`. */
export function formatBytes(bytes: number): string {
  let size = Math.abs(bytes);
  let unit = 0;
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024;
    unit++;
  }
  const text = unit === 0 ? String(Math.round(size)) : size.toFixed(1).replace(/\.0$/, '');
  return `${bytes < 0 ? '-' : ''}${text} ${UNITS[unit]}`;
}
