const units = ['kB', 'MB', 'GB', 'TB'] as const
const step = 1000

/** Returns a number of bytes as `812 B`, `25.5 kB`, `1.2 MB` or `3.0 GB`, in decimal units. */
export const formatSize = (bytes: number): string => {
  if (bytes < step) return `${bytes} B`
  let size = bytes
  let unit: string = 'B'
  for (const next of units) {
    // 999,950 bytes are 1.0 MB, not 1000.0 kB.
    if (Number(size.toFixed(1)) < step) break
    size /= step
    unit = next
  }
  return `${size.toFixed(1)} ${unit}`
}
