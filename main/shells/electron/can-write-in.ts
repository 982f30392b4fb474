import { closeSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns whether this user can create a file in a folder, by creating one and removing it. `accessSync` is not enough:
 * on Windows it checks only the read-only attribute. It also succeeds where this user cannot write, such as in the
 * folder of an installation for all users.
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
