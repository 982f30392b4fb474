import { fileURLToPath } from 'node:url'

/** The project's own folder, without a trailing separator. */
export const projectRoot = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '')

/** Stops with one line on the error stream and the given exit code. */
export const stopWith = (message: string, exitCode = 1): never => {
  console.error(message)
  process.exit(exitCode)
}
