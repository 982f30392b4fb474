import { existsSync } from 'node:fs'
import type { Erasure } from '#domain/members/erasure.ts'
import { readErasureList } from '../members/erasure-list.ts'
import { BackupProblem } from './backup-problem.ts'

/**
 * Returns the erasures of a list that the command line names; none without one. Throws the problem `erasures-unreadable`
 * for a list that is missing or damaged: without it, erased members would come back.
 */
export const readErasures = (path: string | null): readonly Erasure[] => {
  if (path === null) return []
  const { erasures, unreadable } = readErasureList(path)
  if (!existsSync(path) || unreadable > 0) throw new BackupProblem('erasures-unreadable', path)
  return erasures
}
