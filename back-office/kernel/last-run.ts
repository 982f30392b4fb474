import { readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { fileModeFor } from '#runtime/private-modes.ts'

const lastRunSchema = z.object({ runID: z.string(), host: z.string(), pid: z.number().int().positive() })

const pathIn = (dataFolder: string): string => join(dataFolder, 'server-run.json')

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (thrown) {
    // The process exists and belongs to another account.
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM'
  }
}

/**
 * Records in the data folder that this process uses it. Returns the run of the previous process if that process has
 * certainly ended, so that its leases can be freed at once. If another program now has its process number, the previous
 * process counts as running.
 */
export const replaceLastRun = (dataFolder: string, runID: string): string | null => {
  const path = pathIn(dataFolder)
  let last: z.infer<typeof lastRunSchema> | null = null
  try {
    last = lastRunSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    // This is the first start, or the file is incomplete.
  }
  try {
    writeFileSync(path, JSON.stringify({ runID, host: hostname(), pid: process.pid }), { mode: fileModeFor(path) })
  } catch {
    // The disk may be full. The server still starts; after a kill, the leases of this run expire.
  }
  // A process number has a meaning only on its own computer or in its own container.
  if (last === null || last.host !== hostname()) return null
  return last.pid === process.pid || isRunning(last.pid) ? null : last.runID
}
