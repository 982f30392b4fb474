import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Reads the version in the package.json of a folder; null if the folder has no package.json of Atrium. */
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

/**
 * Returns the version in Atrium's package.json, which is above this file in the build and in the source tree; 0.0.0 if
 * it is not found.
 */
export const readProgramVersion = (): string => findProgram()?.version ?? '0.0.0'

/** Returns the folder of Atrium's package.json, which also has the program's own files; null if it is not found. */
export const findProgramFolder = (): string | null => findProgram()?.folder ?? null
