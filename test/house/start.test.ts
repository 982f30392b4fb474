import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { pickShell } from '#scripts/pick-shell.ts'
import { projectRoot } from '#scripts/project.ts'
import { type Child, startNode } from '../fixtures/child.ts'

const SCRIPTS = [
  'find-chromium.ts',
  'open-page.ts',
  'pick-shell.ts',
  'project.ts',
  'stand-by.ts',
  'start-flags.ts',
  'start.ts',
]

// Replaces the browser host: prints its flags and the ready line, and stops cleanly at SIGTERM.
const FAKE_HOST = `
process.on('SIGTERM', () => { console.log('stopped'); process.exit(0) })
// Ends by itself if a failed test leaves it without its parent.
setTimeout(() => process.exit(3), 20_000)
console.log(JSON.stringify(process.argv.slice(2)))
console.log('Atrium ready at http://127.0.0.1:1234/?token=x')
`

/** A port that fetch refuses without a connection, so that no test downloads Electron. */
const NO_DOWNLOADS = 'http://127.0.0.1:1/'

describe('npm start', () => {
  let root: string
  const at = (path: string): string => join(root, path)
  const plant = (path: string, text: string): void => {
    mkdirSync(dirname(at(path)), { recursive: true })
    writeFileSync(at(path), text)
  }
  /** Adds Electron’s package with its runtime. */
  const plantElectron = (): void => {
    plant('node_modules/electron/package.json', '{}')
    plant('node_modules/electron/path.txt', 'electron')
    plant('node_modules/electron/dist/electron', '')
  }

  beforeEach(({ skip }) => {
    if (process.platform !== 'linux') skip('the test starts and stops programs in a way that only Linux supports')
    root = mkdtempSync(join(tmpdir(), 'atrium-start-'))
    for (const name of SCRIPTS) cpSync(join(projectRoot, 'scripts', name), at(`scripts/${name}`))
    plant('package.json', '{ "type": "module" }')
    // Replaces the build and does nothing, as if dist were up to date.
    plant('scripts/build-product.ts', 'export const buildProduct = async () => ({ built: false, missing: [] })')
    plant('dist/main/browser-host.js', FAKE_HOST)
    plant('dist/main/electron.js', '')
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    rmSync(root, { recursive: true, force: true })
  })

  describe('chooses between Electron and the browser:', () => {
    const pick = async (asked?: 'electron' | 'browser') => {
      const copy: { pickShell: typeof pickShell } = await import(pathToFileURL(at('scripts/pick-shell.ts')).href)
      return await copy.pickShell(asked)
    }

    beforeEach(() => {
      plantElectron()
      vi.stubEnv('DISPLAY', ':0')
      vi.stubEnv('WAYLAND_DISPLAY', undefined)
      vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', undefined)
      vi.stubEnv('ELECTRON_MIRROR', NO_DOWNLOADS)
      vi.spyOn(process, 'getuid').mockReturnValue(1000)
    })

    it('Electron where its runtime is installed and there is a display', async () => {
      expect(await pick()).toEqual({ kind: 'electron', program: at('node_modules/electron/dist/electron') })
    })

    it('the browser on request', async () => {
      expect(await pick('browser')).toEqual({ kind: 'browser', because: 'requested by --shell' })
    })

    it('the browser if there is no display, unless Electron is requested', async () => {
      vi.stubEnv('DISPLAY', '')
      expect(await pick()).toEqual({ kind: 'browser', because: 'this machine has no display' })
      expect(await pick('electron')).toMatchObject({ kind: 'electron' })
    })

    it('the browser for root, where Electron has no sandbox', async () => {
      vi.spyOn(process, 'getuid').mockReturnValue(0)
      expect(await pick()).toEqual({ kind: 'browser', because: 'Electron cannot run sandboxed as root' })
    })

    it('the browser when the runtime is missing and cannot be downloaded', async () => {
      rmSync(at('node_modules/electron/dist'), { recursive: true })
      const because = "Electron's runtime is not installed and could not be downloaded"
      for (const asked of [undefined, 'electron'] as const) {
        expect(await pick(asked)).toEqual({ kind: 'browser', because })
      }
    })

    it('the browser when the build has no entry for Electron', async () => {
      rmSync(at('dist/main/electron.js'))
      expect(await pick()).toEqual({ kind: 'browser', because: 'this build has no Electron entry' })
    })
  })

  describe('starts the browser shell', () => {
    let child: Child | undefined
    const start = (...flags: string[]): Child => {
      const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...env } = process.env
      child = startNode([at('scripts/start.ts'), '--no-open', ...flags], {
        env: { ...env, XDG_DATA_HOME: at('home'), INIT_CWD: root },
      })
      return child
    }
    afterEach(async () => await child?.end('SIGKILL'))

    it('with demo data in the user’s data folder, forwards SIGTERM and exits with 0', async () => {
      const started = start('--shell=browser', '--port', '0')
      await started.waitFor(/^Atrium ready at /m)
      expect(await started.end('SIGTERM')).toBe(0)
      const flags = JSON.stringify(['--data', at('home/Atrium'), '--port', '0', '--demo'])
      expect(started.output()).toBe(`${flags}\nAtrium ready at http://127.0.0.1:1234/?token=x\nstopped\n`)
      expect(started.errors()).toBe('')
    })

    it('instead of Electron, prints the reason in one line, and adds no demo data if --back-office is set', async () => {
      const started = start('--data', 'here', '--back-office', 'https://bo.example')
      await started.waitFor(/^Atrium ready at /m)
      await started.end('SIGTERM')
      const flags = JSON.stringify(['--data', at('here'), '--back-office', 'https://bo.example'])
      expect(started.output().split('\n')[0]).toBe(flags)
      expect(started.errors()).toBe('Using the browser shell: this machine has no display.\n')
    })

    it('only if Electron was not requested: without a requested Electron, npm start exits with 1 and states the reason', async () => {
      rmSync(at('dist/main/electron.js'))
      const started = start('--shell=electron')
      expect(await started.ended()).toBe(1)
      expect(started.output()).toBe('')
      expect(started.errors()).toMatch(/^Atrium could not start in Electron: this build has no Electron entry\. .*\n$/)
    })
  })
})
