import { chooseRelease } from '#domain/update/choose-release.ts'
import type { UpdaterParts, UpdateWork } from './update-work.ts'

/** Looks at the feed once, and downloads what the program should install. Returns whether an update is ready now. */
export const findUpdate = async (parts: UpdaterParts, work: UpdateWork): Promise<boolean> => {
  const { program, record, log } = parts
  if (work.ready() === null) work.become({ kind: 'checking' })
  const reading = await parts.readFeed()
  record.noteLook(parts.nowMs())
  if (!reading.ok) {
    work.refuse(reading.code, null)
    return work.ready() !== null
  }
  const choice = chooseRelease(reading.files, program)
  if (choice.kind === 'newer' || choice.kind === 'rollback') {
    const { file } = choice
    const { version, target } = file
    if (work.ready()?.file.target.hashes.sha256 === target.hashes.sha256) {
      work.showReady()
      return true
    }
    work.setReady(null)
    const reason = await work.reasonToWait(file)
    if (reason !== null) {
      work.become({ kind: 'held-back', version, reason })
      return false
    }
    const show = (doneBytes: number): void =>
      work.become({ kind: 'downloading', version, doneBytes, totalBytes: target.length })
    show(0)
    const download = await parts.download(file, show)
    if (!download.ok) {
      work.refuse(download.code, version)
      return false
    }
    work.setReady({ file, path: download.path, change: choice.kind })
    log('info', 'update.ready', { version })
    work.showReady()
    return true
  }
  work.setReady(null)
  if (choice.kind === 'ambiguous') work.refuse('ambiguous', choice.version)
  else work.become({ kind: 'idle' })
  return false
}
