import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkElectron } from '#scripts/check-electron.ts'
import { projectRoot } from '#scripts/project.ts'
import { type ProjectFiles, withSampleProject } from './sample-project.ts'

const released = Date.parse('2026-10-21')
const day = 86_400_000
const withElectron = (version: string): ProjectFiles => {
  const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  manifest.devDependencies.electron = version
  return { 'package.json': JSON.stringify(manifest) }
}
const problems = (plants: ProjectFiles, now = released): Promise<string[]> =>
  withSampleProject(plants, (root) => checkElectron(root, now))

describe('the use of Electron', () => {
  it('follows the rules everywhere', () => {
    expect(checkElectron(projectRoot, released)).toEqual([])
  })

  it('uses a version that receives security fixes', async () => {
    expect(await problems({}, released + 168 * day)).toEqual([])
    expect(await problems({}, released + 169 * day)).toEqual([
      expect.stringMatching(/^package\.json: Electron 45\.\S+ of 2026-10-21 gets no more security fixes/),
    ])
    expect(await problems(withElectron('99.0.0'))).toEqual([
      'package.json: add the release of Electron 99.0.0 to check-electron.ts',
    ])
  })

  it.each([
    ['Node in a page', 'const x = { nodeIntegration: true }'],
    ['Node in a worker', 'const x = { nodeIntegrationInWorker: true }'],
    ['Node in a frame', 'const x = { nodeIntegrationInSubFrames: true }'],
    ['a page that shares the JavaScript context of its preload', 'const x = { contextIsolation: false }'],
    ['a page without a sandbox', 'const x = { sandbox: false }'],
    ['a page that reads other sites', 'const x = { webSecurity: false }'],
    ['scripts from an unencrypted address', 'const x = { allowRunningInsecureContent: true }'],
    ['experimental features', 'const x = { experimentalFeatures: true }'],
    ['features of Blink', "const x = { enableBlinkFeatures: 'X' }"],
    ['a webview', 'const x = { webviewTag: true }'],
    ['popups of a webview', "const x = '<webview allowpopups>'"],
    ['navigation to a dropped file', 'const x = { navigateOnDragDrop: true }'],
    ['a page of a file', "window.loadFile('x.html')"],
    ['the URL of a file', "window.loadURL('file:///x.html')"],
    ['a view without rules', 'new WebContentsView()'],
    ['a switch of Chromium', "app.commandLine.appendSwitch('x')"],
    ['an open content policy', `const x = "script-src 'unsafe-inline'"`],
    ['invalid certificates', 'const x = { rejectUnauthorized: false }'],
    ['invalid certificates of a page', "app.on('certificate-error', () => {})"],
    ['a window', 'new BrowserWindow({})'],
    ['an import under another name', "import { app, shell as other } from 'electron'"],
    ['a window class in a variable', "import { app, BrowserWindow } from 'electron'\nconst Pane = BrowserWindow"],
    ['all of Electron', "import * as electron from 'electron'"],
    ['Electron at run time', "const x = await import('electron')"],
    ['a channel of a window', "contents.ipc.handle('x', () => {})"],
    ['a channel of a frame', "frame.ipc?.on('x', () => {})"],
    ['a protection set from a variable', 'const x = { contextIsolation: isOn, ...rest }'],
    ['a protection set by its name as a string', "settings['sandbox'] = false"],
    ['the start of another program', 'shell.openExternal(x)'],
    ['a channel', "ipcMain.handle('x', () => {})"],
    ['ipcMain as an argument', "import { ipcMain } from 'electron'\nattach(ipcMain)"],
    ['a message to main without the bridge', "ipcRenderer.send('x')"],
    ['a function for pages', "contextBridge.exposeInMainWorld('x', {})"],
    ['text as code', 'contents.executeJavaScript(x)'],
    ['a custom certificate check', 'session.setCertificateVerifyProc(() => {})'],
    ['a scheme', 'protocol.registerSchemesAsPrivileged([])'],
  ])('is refused in a file that no rule lists: %s', async (_what, code) => {
    const found = await problems({ 'main/members/x.ts': `${code}\n` })
    expect(found).toEqual([expect.stringMatching(/^main\/members\/x\.ts: /)])
  })

  it('is refused for a new channel, even in the file that may pass ipcMain to other modules', async () => {
    const plants = { 'main/shells/electron/run-electron.ts': "ipcMain.handle('x', () => {})\n" }
    expect(await problems(plants)).toEqual([expect.stringMatching(/run-electron\.ts: ipcMain\.handle/)])
  })

  it('is allowed in a comment and in a test', async () => {
    const code = 'new BrowserWindow({ sandbox: false })'
    const plants = { 'main/members/x.ts': `// ${code}\n/** ${code} */\n`, 'test/x.test.ts': `${code}\n` }
    expect(await problems(plants)).toEqual([])
  })
})
