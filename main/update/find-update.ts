import { chooseRelease } from '#domain/update/choose-release.ts'
import type { HeldBackReason } from '#domain/update/update-state.ts'
import type { ReadyUpdate, UpdaterParts, UpdateWork } from './update-work.ts'

type Candidate = Pick<ReadyUpdate, 'file' | 'change'>

/** After this many failed installations a version is not tried again: a person has to look. */
const mostFailures = 2

/** Returns the first candidate that may be installed now, or why the most wanted one waits; null without any. */
const firstAllowed = async (
  candidates: readonly Candidate[],
  work: UpdateWork,
): Promise<Candidate | { readonly version: string; readonly reason: HeldBackReason } | null> => {
  let waiting: { readonly version: string; readonly reason: HeldBackReason } | null = null
  for (const candidate of candidates) {
    const reason = await work.reasonToWait(candidate.file)
    if (reason === null) return candidate
    waiting ??= { version: candidate.file.version, reason }
  }
  return waiting
}

/** Shows progress at most once a second, so that it does not push other events out of the event stream's memory. */
const progressEveryMs = 1000

/** Downloads a candidate's file. Returns whether it is ready to be installed now. */
const makeReady = async (parts: UpdaterParts, work: UpdateWork, { file, change }: Candidate): Promise<boolean> => {
  const { version, target } = file
  work.setReady(null)
  await parts.removeOtherDownloads(file)
  let shownMs = Number.NEGATIVE_INFINITY
  const show = (doneBytes: number): void => {
    if (parts.nowMs() - shownMs < progressEveryMs && doneBytes < target.length) return
    shownMs = parts.nowMs()
    work.become({ kind: 'downloading', version, doneBytes, totalBytes: target.length })
  }
  show(0)
  const download = await parts.download(file, show)
  if (!download.ok) {
    work.refuse(download.code, version)
    return false
  }
  work.setReady({ file, path: download.path, change })
  parts.log('info', 'update.ready', { version })
  work.showReady()
  return true
}

/** Looks at the feed once, and downloads what the program should install. Returns whether an update is ready now. */
export const findUpdate = async (parts: UpdaterParts, work: UpdateWork): Promise<boolean> => {
  const { program, record } = parts
  if (work.ready() === null) work.become({ kind: 'checking' })
  const reading = await parts.readFeed()
  if (work.isStopped()) return false
  record.noteLook(parts.nowMs())
  if (!reading.ok) {
    work.refuse(reading.code, null)
    return work.ready() !== null
  }
  const { candidates, ambiguous } = chooseRelease(reading.files, program)
  if (ambiguous !== null) {
    work.setReady(null)
    work.refuse('ambiguous', ambiguous)
    return false
  }
  const failures = (version: string): number =>
    record.history().filter((past) => past.version === version && past.outcome === 'failed').length
  const possible = candidates
    .filter(({ file }) => failures(file.version) < mostFailures)
    .map(({ kind, file }) => ({ file, change: kind }))
  const found = await firstAllowed(possible, work)
  if (work.isStopped()) return false
  const ready = work.ready()
  if (found === null) {
    work.setReady(null)
    await parts.removeOtherDownloads(null)
    const failed = candidates[0]?.file.version
    work.become(failed === undefined ? { kind: 'idle' } : { kind: 'failed', code: 'not-installed', version: failed })
    return false
  }
  if ('reason' in found) {
    // Without an answer, an update that the server allowed before stays ready. `installUpdate` asks the server again.
    if (found.reason === 'no-answer' && ready?.file.version === found.version) {
      work.showReady()
      return true
    }
    work.setReady(null)
    work.become({ kind: 'held-back', ...found })
    return false
  }
  if (ready !== null && ready.file.target.hashes.sha256 === found.file.target.hashes.sha256) {
    work.showReady()
    return true
  }
  return await makeReady(parts, work, found)
}
