import { decideInstall } from '#domain/update/decide-install.ts'
import { isVerified } from './download-release.ts'
import type { ReadyUpdate, UpdaterParts, UpdateWork } from './update-work.ts'

/**
 * Installs a ready update if the desk is free. Asks the server again, because it may have halted the release since the
 * download, verifies the bytes again, and looks at the desk again, because a person may have begun to work meanwhile.
 */
export const installUpdate = async (
  parts: UpdaterParts,
  work: UpdateWork,
  { file, path }: ReadyUpdate,
  isAskedFor: boolean,
): Promise<void> => {
  const { program, record, log, nowMs } = parts
  const { version, notes } = file
  const mayInstall = (): ReturnType<typeof decideInstall> => decideInstall(work.factsOf(version, isAskedFor))
  if (mayInstall().kind === 'wait') return work.showReady()
  try {
    const reason = await work.reasonToWait(file)
    if (reason !== null) {
      work.setReady(null)
      return work.become({ kind: 'held-back', version, reason })
    }
    if (!(await isVerified(file, path))) {
      work.setReady(null)
      return work.refuse('bad-hash', version)
    }
    const decision = mayInstall()
    if (decision.kind === 'wait') return work.showReady()
    work.become({ kind: 'installing', version })
    record.begin({ from: program.version, version, at: Math.floor(nowMs() / 1000), notes })
    log('info', 'update.installing', { version, reason: decision.because })
    await parts.install(path, file)
  } catch (thrown) {
    log('error', 'update.failed', { error: thrown instanceof Error ? thrown.name : typeof thrown, version })
    record.conclude(program.version)
    work.setReady(null)
    work.become({ kind: 'failed', code: 'not-installed', version })
  }
}
