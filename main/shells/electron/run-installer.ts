import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { differsFromVerified, hashOfFile } from './replace-program.ts'

/**
 * Compares the bytes of the installer at `path` with `sha256` (hex) once more, then starts it as a separate program.
 * Resolves when the installer has started. Rejects if the bytes differ or the operating system refuses to start it.
 */
export const runInstaller = async (path: string, sha256: string, args: readonly string[]): Promise<void> => {
  if ((await hashOfFile(path)) !== sha256) throw differsFromVerified()
  const installer = spawn(path, args, { detached: true, stdio: 'ignore' })
  // Rejects on `error`, which is emitted instead of `spawn`.
  await once(installer, 'spawn')
  installer.unref()
}
