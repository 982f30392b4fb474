import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The file of one of our own workers, by its name without ending (`serial-port.worker`): in the build all workers lie flat
 * beside the entry, from source each lies in a folder of its subject. Null where this build has none of that name.
 */
export const findWorkerFile = (workerName: string, from = import.meta.dirname): string | null => {
  const built = [join(from, `${workerName}.js`), join(from, '..', `${workerName}.js`)].find((path) => existsSync(path))
  if (built !== undefined) return built
  // Built, there is no source to look for; the glob would only search the clinic's disk.
  if (!import.meta.filename.endsWith('.ts')) return null
  const root = join(import.meta.dirname, '..')
  const [source] = globSync(`{back-office,main,paper}/**/${workerName}.ts`, { cwd: root })
  return source === undefined ? null : join(root, source)
}

/** Why {@link findWorkerFile} found nothing, for whoever has to say so. */
export const missingWorkerMessage = (workerName: string): string => `This build of Atrium lacks ${workerName}.`
