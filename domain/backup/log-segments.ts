const segmentName = /^[0-9A-F]{24}$/
const bytesOfLog = 0x1_0000_0000

/** Returns whether a name is the name of a complete segment of PostgreSQL's write-ahead log. */
export const isSegment = (name: string): boolean => segmentName.test(name)

/**
 * Returns the segment after another one, in the same timeline.
 * @internal Tests cover the step to the next log number (every 4 GiB) directly, because a test with whole archives
 * would need gigabytes.
 */
export const nextSegment = (name: string, segmentBytes: number): string => {
  const [log, segment] = [Number.parseInt(name.slice(8, 16), 16), Number.parseInt(name.slice(16), 16)]
  const isLast = segment + 1 >= bytesOfLog / segmentBytes
  const toHex = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0')
  return name.slice(0, 8) + toHex(isLast ? log + 1 : log) + toHex(isLast ? 0 : segment + 1)
}

/**
 * Returns the first segment that an archive lacks for a backup; null if it lacks none. The archive must have every
 * segment from the backup's first to its last, and no gap up to the newest segment of that timeline.
 */
export const findMissingSegment = (
  names: readonly string[],
  { from, until, segmentBytes }: { readonly from: string; readonly until: string; readonly segmentBytes: number },
): string | null => {
  const timeline = from.slice(0, 8)
  const ofTimeline = names.filter((name) => isSegment(name) && name.startsWith(timeline) && name >= from)
  const found = new Set(ofTimeline)
  const last = ofTimeline.reduce((newest, name) => (name > newest ? name : newest), until)
  for (let name = from; name <= last; name = nextSegment(name, segmentBytes)) if (!found.has(name)) return name
  return null
}

/**
 * Returns the backup to restore: the newest one that was complete at the time `at`, or the newest of all if no time is
 * given. Undefined if there is none.
 */
export const chooseBackup = <Backup extends { readonly takenAt: string }>(
  backups: readonly Backup[],
  at: string | null,
): Backup | undefined =>
  backups
    .filter(({ takenAt }) => at === null || Date.parse(takenAt) <= Date.parse(at))
    .toSorted((one, other) => Date.parse(other.takenAt) - Date.parse(one.takenAt))[0]
