import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Child, startNode } from '#test/fixtures/child.ts'
import { runFolderVariable } from '#test/fixtures/once-a-run.ts'
import { builtBackOffice } from '#test/fixtures/services/back-office-program.ts'
import { findDemoData as findDemoDataOfRun } from '#test/fixtures/services/demo-data.ts'

const READY = /^Back office ready at (http:\/\/127\.0\.0\.1:(\d+))$/m

/** A journey's own back office, which keeps its address and data when it is stopped and started. */
type BackOfficeProcess = {
  readonly url: string
  start(): Promise<void>
  stop(): Promise<void>
  log(): string
}

const startCli = (data: string, port: number): Child =>
  startNode([builtBackOffice, '--port', String(port), '--data', data, '--demo'])

/**
 * Fills a folder with the demo's data once per run, on the first request; each journey starts from a copy. `results` is
 * the folder that Playwright empties before each run.
 */
export const findDemoData = async (results: string): Promise<string> => {
  mkdirSync(results, { recursive: true })
  process.env[runFolderVariable] = results
  const made = await findDemoDataOfRun()
  if (made === null) throw new Error('Demo data can be made only inside a run')
  return made
}

/** Starts a back office on a copy of `demoData` below `folder`. */
export const startBackOfficeProcess = async (demoData: string, folder: string): Promise<BackOfficeProcess> => {
  const data = join(folder, 'back-office')
  if (existsSync(data)) rmSync(data, { recursive: true })
  cpSync(demoData, data, { recursive: true })
  let child = startCli(data, 0)
  let earlierOutput = ''
  const [, url = '', port = ''] = await child.waitFor(READY)
  let isRunning = true
  return {
    url,
    start: async () => {
      if (isRunning) return
      child = startCli(data, Number(port))
      await child.waitFor(READY)
      isRunning = true
    },
    stop: async () => {
      if (!isRunning) return
      isRunning = false
      await child.end('SIGTERM')
      earlierOutput += child.output() + child.errors()
    },
    log: () => (isRunning ? earlierOutput + child.output() + child.errors() : earlierOutput),
  }
}
