import { decideInstall } from '#domain/update/decide-install.ts'
import { isVerified } from './download-release.ts'
import type { ReadyUpdate, UpdaterParts, UpdateWork } from './update-work.ts'

/**
 * Installs a ready update. The caller has checked whether the desk is free. Asks the server again, because the server
 * may have halted the release after the download, and verifies the bytes again. Checks the desk again directly before
 * the program ends, because a person may have begun to work while the installation was prepared.
 */
export const installUpdate = async (
  parts: UpdaterParts,
  work: UpdateWork,
  { file, path }: ReadyUpdate,
  isAskedFor: boolean,
): Promise<void> => {
  const { program, record, log, nowMs } = parts
  const { version, notes } = file
  const begin = (): void => record.begin({ from: program.version, version, at: Math.floor(nowMs() / 1000), notes })
  try {
    const reason = await work.reasonToWait(file)
    if (work.isStopped()) return
    if (reason === 'no-answer') return work.showReady()
    if (reason !== null) {
      work.setReady(null)
      return work.setState({ kind: 'held-back', version, reason })
    }
    const isSound = await isVerified(file, path)
    if (work.isStopped()) return
    if (!isSound) {
      work.setReady(null)
      return work.refuse('bad-hash', version)
    }
    if (parts.prepare === null) throw new Error('Other tools install the updates of this program.')
    const finish = await parts.prepare(path, file)
    const decision = decideInstall(work.factsOf(version, isAskedFor))
    if (work.isStopped()) return
    if (decision.kind === 'wait') return work.showReady()
    work.setState({ kind: 'installing', version })
    begin()
    log('info', 'update.installing', { version, reason: decision.because })
    finish()
  } catch (thrown) {
    log('error', 'update.failed', { error: thrown instanceof Error ? thrown.name : typeof thrown, version })
    if (work.isStopped()) return
    try {
      begin()
      record.conclude(program.version)
    } finally {
      // Runs even if the journal cannot be written: if the state stayed `installing`, the updater would never look at
      // the feed again.
      work.setReady(null)
      work.setState({ kind: 'failed', code: 'not-installed', version })
    }
  }
}
