import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { lockDataFolder } from '#runtime/data-folder.ts'
import { trustCertificates } from '#runtime/trusted-certificates.ts'
import { loadAppFiles } from '../../bridge/app-files.ts'
import type { Dispatcher } from '../../bridge/dispatcher.ts'
import { frameSources } from '../../bridge/frame-sources.ts'
import { createLauncher, type ServerOptions } from '../../destination/create-launcher.ts'
import { wantedDestination } from '../../destination/wanted-destination.ts'
import type { Platform } from '../../platform.ts'
import { readPolicy } from '../../policy/read-policy.ts'
import { watchForCrashes } from '../../support/watch-for-crashes.ts'
import { createNodePlatform } from './node-platform.ts'
import { openLoopbackServer } from './serve.ts'

/** The app that this shell runs; `main/app.ts` creates it. */
type CreateApp = (
  platform: Platform,
  options: ServerOptions,
) => Promise<{ dispatcher: Dispatcher; stop(): Promise<void> }>

const STOP_LIMIT_MS = 8_000

type Flags = {
  readonly port: number
  readonly data: string
  readonly backOffice: string | null
  readonly demo: boolean
}

const readFlags = (args: readonly string[]): Flags => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string' },
      data: { type: 'string' },
      'back-office': { type: 'string' },
      demo: { type: 'boolean', default: false },
      // The caller opens the page. The flag is accepted so that a caller can pass on all flags unchanged.
      'no-open': { type: 'boolean' },
    },
  })
  const port = Number(values.port ?? 0)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error('--port must be a number from 0 to 65535')
  if (!values.data) throw new Error('--data must name the folder for the data')
  return { port, data: values.data, backOffice: values['back-office'] ?? null, demo: values.demo }
}

const explain = (error: unknown, flags: Flags): string => {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return `Port ${flags.port} is in use by another program. Choose another with --port.`
  return message ?? String(error)
}

/**
 * Runs Atrium for a browser on this workstation until SIGINT or SIGTERM, then stops it cleanly. As soon as a window can
 * be opened, passes the line that callers wait for (decisions §1) to `print`. When no server is set, it serves a page
 * that asks for one. When the data is of a newer version, it serves a page of instructions in place of the app.
 * Resolves with the exit code. `distFolder` has the built `renderer` and `preload`.
 */
export const runBrowserHost = async (parts: {
  args: readonly string[]
  createApp: CreateApp
  distFolder: string
  print: (line: string) => void
  printError: (line: string) => void
  /** Path of the policy file; the operating system's usual path when absent. Only tests set it. */
  policyFile?: string
}): Promise<number> => {
  const { createApp, distFolder, print, printError } = parts
  let flags: Flags
  try {
    flags = readFlags(parts.args)
  } catch (error) {
    printError((error as Error).message)
    return 2
  }
  const stops: (() => Promise<void>)[] = []
  let exitCode = 0
  const stopAll = async (): Promise<void> => {
    for (const stop of stops.reverse()) await stop()
  }
  // Registered first, so that a signal during the start also stops Atrium.
  const signalled = new Promise<void>((done) => {
    process.once('SIGINT', () => done())
    process.once('SIGTERM', () => done())
  })
  try {
    const files = loadAppFiles(join(distFolder, 'renderer'), join(distFolder, 'preload/browser-host.js'))
    stops.push(await lockDataFolder(flags.data))
    const platform = await createNodePlatform(flags.data)
    watchForCrashes(platform.crashes, { rejectionsContinue: false })
    const policy = readPolicy(parts.policyFile)
    trustCertificates(policy.values.caFile)
    const wanted = wantedDestination(flags, policy.values)
    const host = await openLoopbackServer(flags.port)
    stops.push(() => host.stop())
    const launcher = createLauncher({
      platform,
      wanted,
      policy,
      openPlatform: (folder) => createNodePlatform(folder, platform.crashes),
      createApp,
      show: (stage) => {
        if (stage.kind === 'newer-data') {
          exitCode = 1
          host.showPage(stage.page)
          print(`Atrium cannot start. Read why at ${host.plainUrl}`)
        } else if (stage.kind === 'site') host.showSite(stage.site)
        else host.showApp({ files, dispatcher: stage.app.dispatcher, frames: frameSources(stage.backOfficeUrl) })
      },
    })
    stops.push(() => launcher.stop())
    await launcher.open()
    if (exitCode === 0) print(`Atrium ready at ${host.url}`)
    await signalled
  } catch (error) {
    printError(`Atrium cannot start: ${explain(error, flags)}`)
    await stopAll().catch(() => undefined)
    return 1
  }
  const late = setTimeout(() => {
    printError('Atrium did not stop in time.')
    process.exit(1)
  }, STOP_LIMIT_MS)
  late.unref()
  await stopAll()
  clearTimeout(late)
  return exitCode
}
