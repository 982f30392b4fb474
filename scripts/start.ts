import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildProduct } from './build-product.ts'
import { openPage } from './open-page.ts'
import { pickShell } from './pick-shell.ts'
import { callerFolder, projectRoot, stopWith } from './project.ts'
import { standBy } from './stand-by.ts'
import { parseStartFlags, START_USAGE } from './start-flags.ts'

/** The address of the app, or of the page that explains why it cannot start. */
const READY = /^Atrium (?:ready|cannot start\. Read why) at (http\S+)$/m

/** Returns the folder in which this operating system stores the data of a user's programs. */
const userDataFolder = (): string => {
  if (process.platform === 'win32') return process.env.APPDATA ?? join(homedir(), 'AppData', 'Roaming')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support')
  return process.env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share')
}

/**
 * Passes a child's output on unchanged, and opens the page when the output contains the line with its address.
 * `onOpened` receives the function that removes the file that leads to the page.
 */
const openWhenReady = (output: NodeJS.ReadableStream, onOpened: (remove: () => void) => void): void => {
  let seen = ''
  let opened = false
  output.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk)
    if (opened) return
    seen += chunk.toString('utf8')
    const url = READY.exec(seen.slice(0, seen.lastIndexOf('\n') + 1))?.[1]
    if (url === undefined) return
    opened = true
    seen = ''
    onOpened(openPage(url))
  })
}

const flags = parseStartFlags(process.argv.slice(2))
if ('problem' in flags) stopWith(`${flags.problem}. ${START_USAGE}`, 2)
else {
  const { missing } = await buildProduct()
  if (missing.length > 0) stopWith(`Atrium could not start: the sources lack ${missing.join(', ')}.`)
  const shell = await pickShell(flags.shell)
  if (flags.shell === 'electron' && shell.kind === 'browser')
    stopWith(
      `Atrium could not start in Electron: ${shell.because}. Leave out --shell=electron to open it in the browser.`,
    )
  if (flags.shell === undefined && shell.kind === 'browser') console.error(`Using the browser shell: ${shell.because}.`)

  const forEntry = ['--data', resolve(callerFolder, flags.data ?? join(userDataFolder(), 'Atrium'))]
  if (flags.port !== undefined) forEntry.push('--port', String(flags.port))
  // Without --back-office, a start from the sources opens the demo; an installed Atrium asks for the server's address.
  forEntry.push(...(flags.backOffice === undefined ? ['--demo'] : ['--back-office', flags.backOffice]))

  const opens = shell.kind === 'browser' && flags.open
  const [program, entry] =
    shell.kind === 'electron'
      ? [shell.program, projectRoot]
      : [process.execPath, join(projectRoot, 'dist/main/browser-host.js')]
  const child = spawn(program, [entry, ...forEntry], { stdio: ['inherit', opens ? 'pipe' : 'inherit', 'inherit'] })
  let remove: (() => void) | undefined
  if (child.stdout) {
    openWhenReady(child.stdout, (given) => {
      remove = given
    })
  }
  process.exitCode = await standBy(child)
  remove?.()
}
