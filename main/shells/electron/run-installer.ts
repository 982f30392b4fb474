import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { differsFromVerified, hashOfFile } from './replace-program.ts'

/**
 * Starts the installer at `path` as a program of its own, after its bytes were compared with `sha256` (hex) once more.
 * Resolves when the installer has started. Rejects if the bytes differ or the operating system refuses to start it.
 */
export const runInstaller = async (path: string, sha256: string, args: readonly string[]): Promise<void> => {
  if ((await hashOfFile(path)) !== sha256) throw differsFromVerified()
  const installer = spawn(path, args, { detached: true, stdio: 'ignore' })
  // Rejects on `error`, which comes in place of `spawn`.
  await once(installer, 'spawn')
  installer.unref()
}
