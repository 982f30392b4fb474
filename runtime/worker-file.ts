import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Finds the file of one of our own workers by its name without extension (`serial-port.worker`). In the build all
 * workers are beside the entry; in the source tree each is in the folder of its subject. Returns null when this build
 * has none of that name.
 */
export const findWorkerFile = (workerName: string, from = import.meta.dirname): string | null => {
  const built = [join(from, `${workerName}.js`), join(from, '..', `${workerName}.js`)].find((path) => existsSync(path))
  if (built !== undefined) return built
  // A build has no source to look for; the glob would only search the clinic's disk.
  if (!import.meta.filename.endsWith('.ts')) return null
  const root = join(import.meta.dirname, '..')
  const [source] = globSync(`{back-office,main,paper}/**/${workerName}.ts`, { cwd: root })
  return source === undefined ? null : join(root, source)
}

/** Returns the message for a worker that {@link findWorkerFile} did not find. */
export const missingWorkerMessage = (workerName: string): string => `This build of Atrium lacks ${workerName}.`
