import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type Erasure, erasureSchema } from '#domain/members/erasure.ts'
import { fileModeFor } from '#runtime/private-modes.ts'
import type { Database } from '../database/database.ts'
import { findUnlistedErasures, markListed } from '../repositories/erasures-repository.ts'

/**
 * The list of erasures beside the database. A backup from before an erasure still has the member, so a restore uses
 * this list to erase the member again. The list names members by id only.
 */
const listName = 'erasures.jsonl'

export const erasureListPath = (dataFolder: string): string => join(dataFolder, listName)

const append = (path: string, erasures: readonly Erasure[]): void => {
  const file = openSync(path, 'a', fileModeFor(path))
  try {
    // A line that a crash left unfinished must not spoil the next one; empty lines are skipped.
    writeSync(file, `\n${erasures.map((one) => `${JSON.stringify(one)}\n`).join('')}`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/**
 * Writes the erasures that are not in the list yet. After a crash in between, an erasure can be in the list twice; it
 * is never missing. Returns whether there were any.
 */
export const listErasures = async (db: Database, dataFolder: string, now: number): Promise<boolean> => {
  const erasures = await findUnlistedErasures(db)
  if (erasures.length === 0) return false
  append(erasureListPath(dataFolder), erasures)
  await markListed(
    db,
    erasures.map(({ erasureID }) => erasureID),
    now,
  )
  return true
}

const parseLine = (line: string): Erasure | undefined => {
  try {
    return erasureSchema.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}

/**
 * Returns the erasures of a list, each once, the oldest first, and how many lines cannot be read. A list that does not
 * exist is empty. A line that a crash left unfinished is not counted as unreadable, because the complete line follows
 * it.
 */
export const readErasureList = (
  path: string,
): { readonly erasures: readonly Erasure[]; readonly unreadable: number } => {
  if (!existsSync(path)) return { erasures: [], unreadable: 0 }
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const read = lines.map(parseLine)
  const erasures = new Map(read.flatMap((one) => (one === undefined ? [] : [[one.erasureID, one] as const])))
  const isUnfinished = (line: string, at: number): boolean =>
    lines.some((later, place) => place > at && read[place] !== undefined && later.startsWith(line))
  const unreadable = lines.filter((line, at) => read[at] === undefined && !isUnfinished(line, at)).length
  return { erasures: [...erasures.values()], unreadable }
}
