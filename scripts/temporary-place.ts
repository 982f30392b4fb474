import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const gigabyte = 2 ** 30
const memoryDisk = '/dev/shm'

/** Returns whether a folder accepts files and runs programs. */
const runsPrograms = (folder: string): boolean => {
  const own = mkdtempSync(join(folder, 'atrium-try-'))
  try {
    const program = join(own, 'try')
    writeFileSync(program, '#!/bin/sh\nexit 0\n')
    chmodSync(program, 0o700)
    return spawnSync(program).status === 0
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

/**
 * Returns the folder for the files of a test run: a disk in memory if the machine has one with room, else the system's
 * temporary folder. The tests create and delete several hundred thousand files. On a real disk, that takes an eighth of
 * the run's processor time. A run needs about 2 GB.
 */
export const findTemporaryPlace = (): string => {
  try {
    const { bavail, bsize } = statfsSync(memoryDisk)
    const hasRoom = bavail * bsize > 6 * gigabyte && process.availableMemory() > 12 * gigabyte
    if (hasRoom && runsPrograms(memoryDisk)) return memoryDisk
  } catch {
    // The machine has no disk in memory, or the disk cannot be used.
  }
  return tmpdir()
}
