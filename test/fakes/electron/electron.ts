import { fork } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { record } from './stand-in-record.ts'
import { session } from './stand-in-session.ts'
import { ipcHandlers, ipcMainEvents, joinChromium, openWindows, windowEvents } from './stand-in-window.ts'

/** Exports the stand-in's windows and sessions, beside the parts made here. */
// biome-ignore lint/performance/noBarrelFile: the product imports one module, `electron`, so the stand-in is one as well.
export { net } from './stand-in-net.ts'
export { protocol, session } from './stand-in-session.ts'
export { BrowserWindow } from './stand-in-window.ts'

const packageFile = new URL('../../../package.json', import.meta.url)
const paths = new Map<string, string>([
  ['appData', process.env.ATRIUM_TEST_APP_DATA ?? tmpdir()],
  ['downloads', join(tmpdir(), 'downloads')],
])

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

class StandInApp extends EventEmitter {
  readonly isPackaged = process.env.ATRIUM_TEST_PACKAGED === '1'
  #isReady = false
  #ready: Promise<void> | null = null

  readonly commandLine = {
    removeSwitch: (name: string): void => record('commandLine.removeSwitch', name),
  }

  enableSandbox(): void {
    if (this.#isReady) throw new Error('app.enableSandbox() must be called before app is ready')
    record('app.enableSandbox')
  }

  getVersion(): string {
    return process.env.ATRIUM_TEST_VERSION ?? JSON.parse(readFileSync(packageFile, 'utf8')).version
  }

  getPath(name: string): string {
    const path = paths.get(name)
    if (path === undefined) throw new Error(`Failed to get '${name}' path`)
    return path
  }

  setPath(name: string, path: string): void {
    paths.set(name, path)
  }

  /**
   * Returns false if another process has the lock of this userData folder; a signal then notifies that process of this
   * start.
   */
  requestSingleInstanceLock(): boolean {
    const file = join(this.getPath('userData'), 'single-instance')
    mkdirSync(dirname(file), { recursive: true })
    try {
      const pid = Number(readFileSync(file, 'utf8'))
      if (pid > 0 && pid !== process.pid && isAlive(pid)) {
        // A signal has no content, so the second process leaves its arguments in a file.
        writeFileSync(`${file}.args`, JSON.stringify(process.argv))
        process.kill(pid, 'SIGUSR2')
        return false
      }
    } catch {
      // The lock file does not exist yet.
    }
    writeFileSync(file, String(process.pid))
    process.on('SIGUSR2', () => {
      const args: string[] = JSON.parse(readFileSync(`${file}.args`, 'utf8'))
      this.emit('second-instance', {}, args, '')
    })
    process.on('exit', () => rmSync(file, { force: true }))
    return true
  }

  whenReady(): Promise<void> {
    this.#ready ??= joinChromium().then(() => {
      this.#isReady = true
      this.emit('ready')
    })
    return this.#ready
  }

  quit(): void {
    let prevented = false
    this.emit('before-quit', {
      preventDefault: () => {
        prevented = true
      },
    })
    if (!prevented) this.exit(0)
  }

  setAsDefaultProtocolClient(scheme: string): boolean {
    record('app.setAsDefaultProtocolClient', scheme)
    return true
  }

  setLoginItemSettings(settings: object): void {
    record('app.setLoginItemSettings', settings)
  }

  relaunch(): void {
    record('app.relaunch')
  }

  exit(code = 0): void {
    const windows = [...openWindows].map((window) => window.close())
    void Promise.allSettled(windows).then(() => process.exit(code))
  }
}

export const app = new StandInApp()
windowEvents.on('web-contents-created', (event, contents) => app.emit('web-contents-created', event, contents))
windowEvents.on('browser-window-created', (event, window) => app.emit('browser-window-created', event, window))
windowEvents.on('window-all-closed', () => app.emit('window-all-closed'))

export const ipcMain = {
  handle: (channel: string, handler: (event: object, ...args: unknown[]) => unknown): void => {
    ipcHandlers.set(channel, handler)
  },
  removeHandler: (channel: string): void => {
    ipcHandlers.delete(channel)
  },
  on: (channel: string, listener: (event: object, ...args: unknown[]) => void): void => {
    ipcMainEvents.on(channel, listener)
  },
  removeAllListeners: (channel: string): void => {
    ipcMainEvents.removeAllListeners(channel)
  },
}

export const Menu = {
  buildFromTemplate: (template: readonly object[]): readonly object[] => template,
  setApplicationMenu: (menu: readonly object[] | null): void => record('Menu.setApplicationMenu', menu),
}

export const dialog = {
  showErrorBox: (title: string, content: string): void => {
    console.error(`${title}: ${content}`)
  },
  showMessageBox: async (options: object): Promise<{ response: number }> => {
    record('dialog.showMessageBox', options)
    return { response: 0 }
  },
}

/** Records what the product asks the operating system to open, and opens nothing. */
export const shell = {
  openExternal: async (address: string): Promise<void> => record('shell.openExternal', address),
}

export const screen = {
  getAllDisplays: (): object[] => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
}

/**
 * Electron's own process for a worker, simulated by a Node child process. In the worker, the parent's messages are
 * events of `process`.
 */
export const utilityProcess = {
  fork: (file: string, args: readonly string[] = [], options: { serviceName?: string } = {}): EventEmitter => {
    record('utilityProcess.fork', { file, serviceName: options.serviceName })
    const child = fork(file, [...args], { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    return Object.assign(child, {
      postMessage: (message: object): void => {
        child.send(message)
      },
    })
  },
}

export const powerMonitor = new EventEmitter()

/** Events that Windows sends to each window. All others go to `powerMonitor`. */
const ofWindows = ['query-session-end', 'session-end']

// A test that started this process with an IPC channel can send the operating system's events: ['lock-screen'].
process.on('message', (message) => {
  if (!Array.isArray(message) || typeof message[0] !== 'string') return
  const receivers = ofWindows.includes(message[0]) ? openWindows : [powerMonitor]
  for (const receiver of receivers) receiver.emit(message[0], {})
})
// A test can also ask what Electron's default session allows: ['default-session'].
process.on('message', async (message) => {
  if (!Array.isArray(message) || message[0] !== 'default-session') return
  const from = { resourceType: 'mainFrame', frame: { parent: null } }
  const addresses = ['app://atrium/', 'https://example.invalid/', 'http://127.0.0.1:1/', 'file:///etc/passwd']
  const answers = await Promise.all(addresses.map((url) => session.defaultSession.answer(url, 'GET', from)))
  const permissions = ['media', 'loopback-network', 'clipboard-sanitized-write']
  record('default-session', {
    answers,
    granted: permissions.filter((permission) => session.defaultSession.grants({}, permission)),
  })
})
process.channel?.unref()

/**
 * Squirrel.Mac: reads the update's address from its feed address, downloads the update, and accepts only a zip file. It
 * does not restart the program.
 */
class StandInUpdater extends EventEmitter {
  #url = ''

  setFeedURL({ url }: { readonly url: string }): void {
    this.#url = url
  }

  checkForUpdates(): void {
    const take = async (): Promise<void> => {
      const { url }: { url: string } = await (await fetch(this.#url)).json()
      const bytes = Buffer.from(await (await fetch(url)).arrayBuffer())
      if (!bytes.subarray(0, 2).equals(Buffer.from('PK'))) throw new Error('Code signature did not pass validation')
      record('autoUpdater.update', { bytes: bytes.toString('base64'), other: (await fetch(new URL('/', url))).status })
      this.emit('update-downloaded')
    }
    take().catch((thrown: unknown) => this.emit('error', thrown))
  }

  quitAndInstall(): void {
    record('autoUpdater.quitAndInstall')
    app.quit()
  }
}

export const autoUpdater = new StandInUpdater()
