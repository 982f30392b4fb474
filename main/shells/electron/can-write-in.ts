import { closeSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns whether this user can create a file in a folder, by creating one and removing it. `accessSync` is no answer:
 * on Windows it reads the read-only attribute only, so that it says yes in the folder of an installation for the whole
 * machine.
 */
export const canWriteIn = (folder: string): boolean => {
  const probe = join(folder, `.atrium-${process.pid}.probe`)
  try {
    closeSync(openSync(probe, 'wx'))
  } catch {
    return false
  }
  try {
    rmSync(probe)
    return true
  } catch {
    // A folder where files can be created but not removed does not let an update replace the program.
    return false
  }
}
