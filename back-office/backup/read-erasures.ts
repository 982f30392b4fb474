import { existsSync } from 'node:fs'
import type { Erasure } from '#domain/members/erasure.ts'
import { erasureListPath, readErasureList } from '../members/erasure-list.ts'
import { BackupProblem } from './backup-problem.ts'

/**
 * Returns the erasures of the list in a data folder; none if there is no list. Throws `erasures-unreadable` for a
 * damaged list.
 */
export const readErasuresOf = (dataFolder: string): readonly Erasure[] => {
  const path = erasureListPath(dataFolder)
  return existsSync(path) ? readErasures(path) : []
}

/**
 * Returns the erasures of the list that the command line names; none if it names no list. Throws the problem
 * `erasures-unreadable` for a list that is missing or damaged, because erased members would come back.
 */
export const readErasures = (path: string | null): readonly Erasure[] => {
  if (path === null) return []
  const { erasures, unreadable } = readErasureList(path)
  if (!existsSync(path) || unreadable > 0) throw new BackupProblem('erasures-unreadable', path)
  return erasures
}
