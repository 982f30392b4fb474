import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { standIns } from '#back-office/demo/stand-ins.ts'
import { type BackOffice, startBackOffice } from '#back-office/server.ts'
import { copyDemoData } from '../fixtures/services/demo-data.ts'

export type DemoBackOffice = {
  readonly url: string
  /** Closes it; what it has stays in its folder. */
  stop(): Promise<void>
  /** Opens it again on the same port and data. */
  start(): Promise<void>
}

/** The real back office on SQLite with demo data, in this process, in a folder of its own. `now`: milliseconds since 1970. */
export const startDemoBackOffice = async (options: { readonly now?: () => number } = {}): Promise<DemoBackOffice> => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'atrium-back-office-'))
  await copyDemoData(dataFolder)
  const open = (port: number): Promise<BackOffice> =>
    startBackOffice({
      port,
      dataFolder,
      database: { kind: 'sqlite' },
      environment: 'DEMO',
      standIns,
      version: '0.0.0-test',
      demo: true,
      ...options,
      log: () => {},
    })
  let backOffice: BackOffice | null = await open(0)
  const { url, port } = backOffice
  return {
    url,
    stop: async () => {
      await backOffice?.stop()
      backOffice = null
    },
    start: async () => {
      backOffice ??= await open(port)
    },
  }
}
