import { Worker } from 'node:worker_threads'
import type { DatabaseFileState } from '#domain/support/support-bundle.ts'
import { workerURL } from '#runtime/worker-url.ts'

export type DatabaseToCheck = { readonly path: string; readonly keyHex: string }
export type CheckedDatabase = Pick<DatabaseFileState, 'migrations' | 'integrity'>

const notChecked: CheckedDatabase = { migrations: null, integrity: 'not-checked' }

/**
 * Checks the pages of database files in a thread, while the program keeps its own connections to them open. Never
 * rejects: unless the check ends within `limitMs`, every file is `not-checked`. Only tests set `startThread`.
 */
export const checkFiles = (
  files: readonly DatabaseToCheck[],
  limitMs: number,
  startThread: () => Worker = () => new Worker(workerURL('check-files.worker', import.meta.url), { workerData: files }),
): Promise<readonly CheckedDatabase[]> =>
  new Promise((resolve) => {
    const thread = startThread()
    const end = (checked: readonly CheckedDatabase[]): void => {
      clearTimeout(limit)
      void thread.terminate()
      resolve(checked)
    }
    const fail = (): void => end(files.map(() => notChecked))
    const limit = setTimeout(fail, limitMs)
    limit.unref()
    thread.unref()
    thread.once('message', end).once('error', fail).once('exit', fail)
  })
