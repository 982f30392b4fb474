import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Returns Atrium's version, from the package.json above this file, in the build or in the source tree; else 0.0.0. */
export const readProgramVersion = (): string => {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    try {
      const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      if (name === 'atrium' && typeof version === 'string') return version
    } catch {
      // No package.json here; continue one folder up.
    }
  }
  return '0.0.0'
}
