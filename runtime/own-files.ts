import { existsSync } from 'node:fs'
import { isAbsolute, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findProgramFolder } from './program-version.ts'

/** The folder of the build, below the program's folder. The names of {@link createOwnFiles} leave it out. */
const built = 'dist'

/** Matches the address of a page's script: in the desktop app, or on this computer in a browser. */
const pageAddress =
  /^(?:app:\/\/atrium|http:\/\/(?:127\.0\.0\.1|localhost):\d{1,5})(?<path>(?:\/[\w-][\w.-]{0,79}){1,8})$/

const toPath = (address: string): string | null => {
  try {
    if (address.startsWith('file:')) return fileURLToPath(address)
    return isAbsolute(address) ? address : null
  } catch {
    return null
  }
}

/**
 * Creates the function that returns the name of one of our own files, such as `main/app.js`, from its address in a
 * stack. The function returns null if the file does not exist, so that no other text passes as a path. The names are
 * those of the build without `dist`, or of the source tree.
 */
export const createOwnFiles = (program: string | null = findProgramFolder()): ((address: string) => string | null) => {
  if (program === null) return () => null
  const isThere = (...parts: readonly string[]): boolean => existsSync(join(program, ...parts))
  return (address) => {
    const page = pageAddress.exec(address)?.groups?.path
    if (page !== undefined) return isThere(built, 'renderer', page) ? `renderer${page}` : null
    const path = toPath(address)
    if (path === null) return null
    const inside = relative(program, path)
    if (inside === '' || inside.startsWith('..') || !isThere(inside)) return null
    const name = inside.split(sep).join('/')
    return name.startsWith(`${built}/`) ? name.slice(built.length + 1) : name
  }
}

/** Creates the function that returns whether a file with this name exists. Names are as in {@link createOwnFiles}. */
export const createOwnFileCheck =
  (program: string | null = findProgramFolder()): ((name: string) => boolean) =>
  (name) =>
    program !== null &&
    !name.split('/').includes('..') &&
    (existsSync(join(program, built, name)) || existsSync(join(program, name)))
