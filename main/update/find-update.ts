import { chooseRelease } from '#domain/update/choose-release.ts'
import { compareVersions } from '#domain/update/release-version.ts'
import type { HeldBackReason } from '#domain/update/update-state.ts'
import type { ReadyUpdate, UpdaterParts, UpdateWork } from './update-work.ts'

type Candidate = Pick<ReadyUpdate, 'file' | 'change'>

/** After this many failed installations, a version is not tried again: a person must investigate. */
const maxFailures = 2

type Waiting = { readonly candidate: Candidate; readonly reason: HeldBackReason }

/**
 * Returns the first candidate that may be installed now, and for each earlier candidate the reason why it must wait.
 */
const firstAllowed = async (
  candidates: readonly Candidate[],
  work: UpdateWork,
): Promise<{ readonly allowed: Candidate | null; readonly waiting: readonly Waiting[] }> => {
  const waiting: Waiting[] = []
  for (const candidate of candidates) {
    const reason = await work.reasonToWait(candidate.file)
    if (work.isStopped()) break
    if (reason === null) return { allowed: candidate, waiting }
    waiting.push({ candidate, reason })
  }
  return { allowed: null, waiting }
}

const isSameFile = (one: ReadyUpdate, other: Candidate): boolean =>
  one.file.target.hashes.sha256 === other.file.target.hashes.sha256

/** Shows progress at most once a second, so that it does not push other events out of the event stream's memory. */
const progressEveryMs = 1000

/** Downloads a candidate's file. Returns whether the candidate is now ready to be installed. */
const makeReady = async (parts: UpdaterParts, work: UpdateWork, { file, change }: Candidate): Promise<boolean> => {
  const { version, target } = file
  work.setReady(null)
  await parts.removeOtherDownloads(file)
  let shownMs = Number.NEGATIVE_INFINITY
  const show = (doneBytes: number): void => {
    if (parts.nowMs() - shownMs < progressEveryMs && doneBytes < target.length) return
    shownMs = parts.nowMs()
    work.setState({ kind: 'downloading', version, doneBytes, totalBytes: target.length })
  }
  show(0)
  const download = await parts.download(file, show)
  if (work.isStopped()) return false
  if (!download.ok) {
    work.refuse(download.code, version)
    return false
  }
  work.setReady({ file, path: download.path, change })
  parts.log('info', 'update.ready', { version })
  work.showReady()
  return true
}

/** Shows a release that other tools install, and asks the server nothing: the server would expect a report. */
const showForIT = async (
  { record, serverVersion, isReadableBy, removeOtherDownloads }: UpdaterParts,
  work: UpdateWork,
  candidate: Candidate | undefined,
): Promise<void> => {
  // An earlier installation on this computer may have updated itself and left downloads.
  await removeOtherDownloads(null)
  if (candidate === undefined) return work.setState({ kind: 'idle' })
  const { change, file } = candidate
  const { version, notes, minimumServer } = file
  if (change === 'rollback' && !isReadableBy(version))
    return work.setState({ kind: 'held-back', version, reason: 'data-newer' })
  const server = record.knownServer(serverVersion())
  const needsServer = server !== null && compareVersions(server, minimumServer) < 0 ? minimumServer : null
  work.setState({ kind: 'for-it', version, change, notes, needsServer })
}

/** Looks at the feed once, and downloads what the program should install. Returns whether an update is ready now. */
export const findUpdate = async (parts: UpdaterParts, work: UpdateWork): Promise<boolean> => {
  const { program, record } = parts
  if (work.ready() === null) work.setState({ kind: 'checking' })
  const reading = await parts.readFeed()
  if (work.isStopped()) return false
  record.recordCheck(parts.nowMs())
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
  const all = candidates.map(({ kind, file }) => ({ file, change: kind }))
  if (parts.prepare === null) {
    await showForIT(parts, work, all[0])
    return false
  }
  const possible = all.filter(({ file }) => record.failures(file.version) < maxFailures)
  const { allowed, waiting } = await firstAllowed(possible, work)
  if (work.isStopped()) return false
  const ready = work.ready()
  if (ready !== null && allowed !== null && isSameFile(ready, allowed)) {
    work.showReady()
    return true
  }
  if (allowed !== null) return await makeReady(parts, work, allowed)
  // The server allowed the ready update earlier, so it stays ready if the server does not answer now. A newer release
  // has no effect until the server answers about it. `installUpdate` asks the server again.
  if (
    ready !== null &&
    waiting.some(({ candidate, reason }) => reason === 'no-answer' && isSameFile(ready, candidate))
  ) {
    work.showReady()
    return true
  }
  work.setReady(null)
  const first = waiting[0]
  if (first !== undefined) {
    work.setState({ kind: 'held-back', version: first.candidate.file.version, reason: first.reason })
    return false
  }
  await parts.removeOtherDownloads(null)
  const failed = candidates[0]?.file.version
  work.setState(failed === undefined ? { kind: 'idle' } : { kind: 'failed', code: 'not-installed', version: failed })
  return false
}
