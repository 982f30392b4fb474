import { fileURLToPath } from 'node:url'

/** The project's own folder, without a trailing separator. */
export const projectRoot = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '')

/** The folder where the npm command was typed. Relative paths in flags start here; npm itself moves to the project. */
export const callerFolder = process.env.INIT_CWD ?? process.cwd()

/** Stops with one line on the error stream and the given exit code. */
export const stopWith = (message: string, exitCode = 1): never => {
  console.error(message)
  process.exit(exitCode)
}
