import { join } from 'node:path'
import { lockDataFolder } from '#runtime/data-folder.ts'
import { NewerDatabaseError } from '#runtime/open-database-file.ts'
import { drawNewerDataPage } from '../bridge/newer-data-page.ts'
import { drawStandalonePage, type StandalonePage, type StandaloneSite } from '../bridge/standalone-page.ts'
import type { Platform } from '../platform.ts'
import type { PolicyState } from '../policy/read-policy.ts'
import { destinationWords } from './destination-words.ts'
import { type Choose, createFirstStartSite, type Redraw } from './first-start-site.ts'
import { createOtherServerSite } from './other-server-site.ts'
import { OtherServerError, setWorkAside } from './server-binding.ts'
import { readDestination, type StoredDestination, storeDestination } from './stored-destination.ts'

/**
 * The server of this workstation, and who chose it. A demo that a flag requests uses the data folder itself; a demo
 * that a person chose uses a subfolder.
 */
export type Destination = StoredDestination & { readonly setBy: 'policy' | 'flag' | 'person' }

/** What the app receives about its server. */
export type ServerOptions = {
  readonly backOfficeUrl: string | null
  readonly demo: boolean
  readonly destination: Destination
  readonly policy: PolicyState
  /** Forgets the server, shows the first-start page and stops the app; null if policy or a flag set the server. */
  readonly leaveServer: (() => void) | null
}

/** What a shell shows: the app, or pages in its place. */
type Stage<App> =
  | { readonly kind: 'app'; readonly app: App; readonly backOfficeUrl: string | null }
  | { readonly kind: 'site'; readonly site: StandaloneSite }
  | { readonly kind: 'newer-data'; readonly page: StandalonePage }

type Launcher = {
  /** Shows the app, or the page that is needed first. Rejects when the data folder or the key cannot be used. */
  open(): Promise<void>
  stop(): Promise<void>
}

/** Delay in milliseconds before the app is replaced, so that the answer to the window's last command is sent first. */
const leaveAfterMs = 100

/**
 * Creates the part that decides where a workstation belongs, from the wanted destination or the stored choice. Without
 * either, it shows the first-start page. A shell opens the platform and shows each stage; `show` replaces the previous
 * stage.
 */
export const createLauncher = <App extends { stop(): Promise<void> }>(parts: {
  /** The platform of the data folder. */
  readonly platform: Platform
  /** The destination that policy or flags name; null leaves the choice to the person. */
  readonly wanted: Destination | null
  readonly policy: PolicyState
  /** Opens the platform of another folder. */
  readonly openPlatform: (folder: string) => Promise<Platform>
  readonly createApp: (platform: Platform, options: ServerOptions) => Promise<App>
  readonly show: (stage: Stage<App>) => void | Promise<void>
}): Launcher => {
  const { platform, wanted, policy, openPlatform, createApp, show } = parts
  const { log, folders } = platform
  const dataFolder = folders.data
  let app: App | null = null
  let leaving: Promise<void> = Promise.resolve()
  let demo: { readonly platform: Platform; readonly unlock: () => Promise<void> } | null = null

  const platformOf = async (destination: Destination): Promise<Platform> => {
    if (destination.kind !== 'demo' || destination.setBy !== 'person') return platform
    if (demo === null) {
      const folder = join(dataFolder, 'demo')
      const unlock = await lockDataFolder(folder)
      try {
        demo = { platform: await openPlatform(folder), unlock }
      } catch (error) {
        await unlock()
        throw error
      }
    }
    return demo.platform
  }

  const leave = (): void => {
    const left = app
    app = null
    leaving = (async () => {
      await new Promise((done) => setTimeout(done, leaveAfterMs))
      storeDestination(dataFolder, null)
      await show({ kind: 'site', site: firstStart() })
      await left?.stop()
    })()
    leaving.catch(() => log('error', 'background.failed'))
  }

  const openDestination = async (destination: Destination): Promise<void> => {
    await leaving
    const own = await platformOf(destination)
    const backOfficeUrl = destination.kind === 'server' ? destination.url : null
    const isDemo = destination.kind === 'demo'
    const leaveServer = destination.setBy === 'person' ? leave : null
    try {
      app = await createApp(own, { backOfficeUrl, demo: isDemo, destination, policy, leaveServer })
    } catch (error) {
      if (error instanceof NewerDatabaseError) {
        const page = drawNewerDataPage({ ...error, ownVersion: platform.version })
        await show({ kind: 'newer-data', page })
        return
      }
      if (!(error instanceof OtherServerError)) throw error
      await show({ kind: 'site', site: otherServer(destination, error, own) })
      return
    }
    await show({ kind: 'app', app, backOfficeUrl })
  }

  /** Opens the destination that a form chose. Returns the page that makes the window load its new content. */
  const openFromPage = async (destination: Destination, redraw: Redraw): Promise<StandalonePage> => {
    try {
      await openDestination(destination)
      return drawStandalonePage(`<p>${destinationWords.opening}</p>`, { refresh: true })
    } catch (error) {
      return redraw(destinationWords.notStarted(error instanceof Error ? error.message : String(error)))
    }
  }
  const choose: Choose = (choice, redraw) => {
    storeDestination(dataFolder, choice)
    return openFromPage({ ...choice, setBy: 'person' }, redraw)
  }

  const firstStart = (): StandaloneSite => createFirstStartSite(choose, platform.fetch)
  const otherServer = (destination: Destination, error: OtherServerError, own: Platform): StandaloneSite =>
    createOtherServerSite({
      error,
      wantedUrl: destination.kind === 'server' ? destination.url : null,
      isManaged: destination.setBy !== 'person',
      choose,
      retry: (redraw) => openFromPage(destination, redraw),
      askAgain: async () => {
        storeDestination(dataFolder, null)
        await show({ kind: 'site', site: firstStart() })
      },
      setAside: () => {
        setWorkAside(own.folders.data, own.nowMs())
        log('warning', 'destination.work-set-aside')
      },
    })

  return {
    open: async () => {
      if (policy.problem === 'writable') log('error', 'policy.writable')
      if (policy.problem === 'unreadable') log('error', 'policy.unreadable')
      const stored = wanted === null ? readDestination(dataFolder, log) : null
      const destination = wanted ?? (stored === null ? null : ({ ...stored, setBy: 'person' } as const))
      if (destination === null) await show({ kind: 'site', site: firstStart() })
      else await openDestination(destination)
    },
    stop: async () => {
      await leaving.catch(() => undefined)
      await app?.stop()
      await demo?.unlock()
    },
  }
}
