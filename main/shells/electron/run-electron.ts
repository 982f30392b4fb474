import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { app, dialog, ipcMain, Menu, powerMonitor, protocol, session, shell, type WebContents } from 'electron'
import type { Policy } from '#domain/settings/policy.ts'
import { loadAppFiles } from '../../bridge/app-files.ts'
import type { Dispatcher } from '../../bridge/dispatcher.ts'
import { frameSources, isFrameAddress, isFrameResource } from '../../bridge/frame-sources.ts'
import { createLauncher, type ServerOptions } from '../../destination/create-launcher.ts'
import { wantedDestination } from '../../destination/wanted-destination.ts'
import type { Platform } from '../../platform.ts'
import { readPolicy } from '../../policy/read-policy.ts'
import { watchForCrashes } from '../../support/watch-for-crashes.ts'
import { receiveAppLinks } from './app-links.ts'
import { APP_SCHEME, createAppProtocol, createSiteProtocol, createStandaloneProtocol } from './app-protocol.ts'
import { protectContent } from './content-protection.ts'
import { createElectronPlatform } from './electron-platform.ts'
import { type DataFolderParts, findDataFolders } from './find-data-folders.ts'
import { attachIpcTransport } from './ipc-transport.ts'
import { lockWithSystem } from './lock-with-system.ts'
import { openDataFolder } from './open-data-folder.ts'
import { openNetwork } from './open-network.ts'
import { createOpenRule, parseOutsideOrigin } from './outside-pages.ts'
import { isProviderFrame } from './provider-window.ts'
import { quitCleanly } from './quit-cleanly.ts'
import { isInstalled, mayStart } from './refused-switches.ts'
import { closeSession, hardenEveryPage, hardenSession } from './session-hardening.ts'
import { createOwnWindows, type OwnWindows } from './window.ts'

/** The app that this shell runs; `main/app.ts` creates it. */
type CreateApp = (platform: Platform, options: ServerOptions) => Promise<RunningApp>

type RunningApp = { dispatcher: Dispatcher; lock(): void; stop(): Promise<void> }

/** Reads our own flags and ignores Chromium's, which are on the same command line. */
const readFlags = (args: readonly string[]): { data: string | undefined; backOffice: string | null; demo: boolean } => {
  const options = { data: { type: 'string' }, 'back-office': { type: 'string' }, demo: { type: 'boolean' } } as const
  const { values } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true })
  const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
  return { data: text(values.data), backOffice: text(values['back-office']) ?? null, demo: values.demo === true }
}

/** On macOS copy and paste need the menu; other systems get none. */
const setMenu = (): void => {
  const template = [{ role: 'appMenu' }, { role: 'editMenu' }, { role: 'windowMenu' }] as const
  Menu.setApplicationMenu(process.platform === 'darwin' ? Menu.buildFromTemplate([...template]) : null)
}

/**
 * Applies the settings that Electron accepts only before it is ready. Returns false and ends the program if this
 * account already has a window of the same folder, which is then shown.
 */
const beginApp = (windowFolder: string): boolean => {
  app.enableSandbox()
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
  // The single-instance lock belongs to this folder, so that two sets of data may be open side by side.
  app.setPath('userData', windowFolder)
  const isFirst = app.requestSingleInstanceLock()
  if (!isFirst) app.exit(0)
  return isFirst
}

/** Closes the session that no window uses, and applies what the policy sets for the program as a whole. */
const prepareApp = ({ autostart, contentProtection }: Policy): void => {
  closeSession(session.defaultSession)
  // Set at each start, so that the autostart ends when the organisation removes the setting. The uninstaller uses the
  // same name.
  app.setLoginItemSettings({ openAtLogin: autostart === true, name: 'Atrium' })
  if (contentProtection === true) protectContent(app)
}

/**
 * Returns where this workstation stores its files. If the policy's folder cannot be used, shows the reason, ends Atrium
 * and returns null.
 */
const dataFolders = (parts: Pick<DataFolderParts, 'flag' | 'sharedFolder'> & Partial<DataFolderParts>) => {
  try {
    return findDataFolders({
      platform: process.platform,
      appData: app.getPath('appData'),
      localAppData: process.env.LOCALAPPDATA,
      ...parts,
    })
  } catch (error) {
    dialog.showErrorBox('Atrium cannot start', (error as Error).message)
    app.exit(1)
    return null
  }
}

/**
 * Runs Atrium in Electron until its main window closes or the process receives a signal, then stops it cleanly. A
 * second start on the same data shows the first one's window and ends. When the data is of a newer version the window
 * shows instructions in place of the app, and the exit code is 1. `distFolder` has the built `renderer` and `preload`.
 */
export const runElectron = async (parts: {
  createApp: CreateApp
  distFolder: string
  /** Path of the policy file; the operating system's usual path when absent. Only tests set it. */
  policyFile?: string
  /** The facts of a Windows computer, in place of the facts of this computer. Only tests set them. */
  system?: Partial<DataFolderParts>
}): Promise<void> => {
  const { createApp, distFolder } = parts
  const installed = isInstalled(app, distFolder)
  const flags = readFlags(process.argv.slice(installed ? 1 : 2))
  const policy = readPolicy(parts.policyFile)
  const folders = dataFolders({ flag: flags.data, sharedFolder: policy.values.sharedFolder, ...parts.system })
  if (folders === null) return
  // A program that developers start from its sources accepts every switch.
  if (installed && !mayStart({ app, dialog }, folders.own)) return
  let windows: OwnWindows | null = null
  const stops: (() => void | Promise<void>)[] = []

  const { caFile, kiosk, restartOnExit } = policy.values

  if (!beginApp(folders.window)) return
  app.on('second-instance', () => windows?.focus())
  const links = receiveAppLinks(app, process.argv)
  app.on('window-all-closed', () => app.quit())
  // The allowed sources of frames, which depend on the server of this workstation.
  let frames: readonly string[] = []
  const isOwnWindow = (contents: WebContents): boolean => windows?.has(contents) ?? false
  hardenEveryPage(
    app,
    (contents, address) =>
      isProviderFrame(contents, address) || (isOwnWindow(contents) && isFrameAddress(frames, address)),
    createOpenRule({
      outsideOrigin: parseOutsideOrigin(process.env.ATRIUM_CRM_URL),
      isOwnWindow,
      // The address is not logged, because it identifies a record. If the system has no browser, nothing happens.
      openOutside: (address) => void shell.openExternal(address).catch(() => {}),
      decideOnOpen: (contents, address) => windows?.decideOnOpen(contents, address) ?? { action: 'deny' },
    }),
  )
  setMenu()

  let exitCode = 0
  quitCleanly({ stops, restarts: restartOnExit === true, exitCode: () => exitCode })

  await app.whenReady()
  try {
    const files = loadAppFiles(join(distFolder, 'renderer'))
    prepareApp(policy.values)
    // No cache on disk: what a page shows must not remain there.
    const ownSession = session.fromPartition('persist:atrium', { cache: false })
    hardenSession(ownSession, {
      isOwnWindow,
      downloadsFolder: app.getPath('downloads'),
      mayLoadInFrame: (address, isPage) => (isPage ? isFrameAddress : isFrameResource)(frames, address),
    })
    let answer: (request: Request) => Response | Promise<Response> = createAppProtocol(files, frames)
    ownSession.protocol.handle(APP_SCHEME, (request) => answer(request))

    const home = await openDataFolder(folders)
    stops.push(() => home.unlock())
    const shared = { files, fetch: await openNetwork(caFile), isShared: home.isShared }
    const platform = await createElectronPlatform(home.data, shared)
    watchForCrashes(platform.crashes, { rejectionsContinue: true })
    let running: RunningApp | null = null
    let detach: (() => void) | null = null
    const launcher = createLauncher<RunningApp>({
      platform,
      wanted: wantedDestination(flags, policy.values),
      policy,
      openPlatform: (folder) => createElectronPlatform(folder, { ...shared, crashes: platform.crashes }),
      createApp,
      show: (stage) => {
        detach?.()
        detach = null
        running = null
        if (stage.kind === 'site') answer = createSiteProtocol(stage.site)
        else if (stage.kind === 'newer-data') {
          // The same window shows a page of instructions in place of the app.
          answer = createStandaloneProtocol(stage.page)
          exitCode = 1
        } else {
          running = stage.app
          frames = frameSources(stage.backOfficeUrl)
          answer = createAppProtocol(files, frames)
          detach = attachIpcTransport({ ipcMain, dispatcher: stage.app.dispatcher, isOwnWindow })
        }
      },
    })
    stops.push(() => launcher.stop())
    stops.push(() => detach?.())
    await launcher.open()
    lockWithSystem({ app, powerMonitor }, () => running?.lock())

    windows = createOwnWindows({
      session: ownSession,
      preload: join(distFolder, 'preload/electron.cjs'),
      dataFolder: platform.folders.data,
      allowDevTools: !installed,
      kiosk: kiosk === true,
      log: platform.log,
      crashes: platform.crashes,
    })
    // Quits explicitly: while a card provider's hidden window is open, `window-all-closed` does not fire.
    windows.open(links.takePending(), () => app.quit())
    home.warn({ dialog, log: platform.log })
    links.onLink((path) => {
      windows?.focus()
      running?.dispatcher.publish('workstation.linkOpened', { path })
    })
  } catch (error) {
    dialog.showErrorBox('Atrium cannot start', error instanceof Error ? error.message : String(error))
    for (const stop of stops.reverse()) await stop()
    app.exit(1)
  }
}
