import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Reads the version in the package.json of a folder; null if the folder is not the one of this program. */
const readVersionIn = (folder: string): string | null => {
  try {
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return name === 'atrium' && typeof version === 'string' ? version : null
  } catch {
    return null
  }
}

const findProgram = (): { readonly folder: string; readonly version: string } | null => {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const version = readVersionIn(folder)
    if (version !== null) return { folder, version }
  }
  return null
}

/** Returns Atrium's version, from the package.json above this file, in the build or in the source tree; else 0.0.0. */
export const readProgramVersion = (): string => findProgram()?.version ?? '0.0.0'

/** Returns the folder with that package.json, which has the program's own files; else null. */
export const findProgramFolder = (): string | null => findProgram()?.folder ?? null
