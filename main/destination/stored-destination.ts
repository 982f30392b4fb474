import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Log } from '#runtime/log.ts'
import { replaceFile } from '#runtime/replace-file.ts'
import { parseServerAddress } from './server-address.ts'

const storedSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('server'),
    url: z.string().refine((url) => parseServerAddress(url).ok),
  }),
  z.object({ kind: z.literal('demo') }),
])

/** What a person chose at the first start: the clinic's server, or the demo. */
export type StoredDestination = z.infer<typeof storedSchema>

const fileOf = (dataFolder: string): string => join(dataFolder, 'destination.json')

/** Returns the choice stored in the data folder; null when there is none or it cannot be read. */
export const readDestination = (dataFolder: string, log: Log): StoredDestination | null => {
  let text: string
  try {
    text = readFileSync(fileOf(dataFolder), 'utf8')
  } catch {
    return null
  }
  try {
    return storedSchema.parse(JSON.parse(text))
  } catch {
    log('warning', 'destination.unreadable')
    return null
  }
}

/** Stores the choice; null removes it. Throws the system's error when the write fails. */
export const storeDestination = (dataFolder: string, destination: StoredDestination | null): void => {
  const file = fileOf(dataFolder)
  if (destination === null) {
    rmSync(file, { force: true })
    return
  }
  replaceFile(file, `${JSON.stringify(destination)}\n`)
}
