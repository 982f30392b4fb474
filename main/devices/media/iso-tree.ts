import { toUcs2 } from './iso-records.ts'

/** A folder or file of the image, with its name as each of the two trees writes it. */
export type IsoNode = {
  readonly name: string
  readonly short: Uint8Array
  readonly long: Uint8Array
  /** Null for a file. */
  readonly children: IsoNode[] | null
  /** Index of the file; null for a folder. */
  readonly file: number | null
}

type Branch = { readonly folders: Map<string, Branch>; readonly files: Map<string, number> }

const ascii = new TextEncoder()
const root = Uint8Array.of(0)

/**
 * Builds the tree of a medium's files. Each node has a short name in the 8.3 file name format, which every reader
 * supports, and a Joliet name.
 */
export const toIsoTree = (paths: readonly string[]): IsoNode => {
  const top: Branch = { folders: new Map(), files: new Map() }
  for (const [index, path] of paths.entries()) {
    const steps = path.split('/')
    const name = steps.pop() ?? ''
    let branch = top
    for (const step of steps) {
      const next = branch.folders.get(step) ?? { folders: new Map(), files: new Map() }
      branch.folders.set(step, next)
      branch = next
    }
    branch.files.set(name, index)
  }
  return { name: '', short: root, long: root, children: toChildren(top), file: null }
}

const toChildren = (branch: Branch): IsoNode[] => {
  const taken = new Set<string>()
  const folders = [...branch.folders].map(([name, below]): IsoNode => {
    return {
      name,
      short: ascii.encode(shortName(name, true, taken)),
      long: toUcs2(name),
      children: toChildren(below),
      file: null,
    }
  })
  const files = [...branch.files].map(([name, file]): IsoNode => {
    return {
      name,
      short: ascii.encode(`${shortName(name, false, taken)};1`),
      long: toUcs2(`${name};1`),
      children: null,
      file,
    }
  })
  return [...folders, ...files]
}

/**
 * Returns a name in 8.3 format (interchange level 1, ECMA-119 10.1). If its folder already has that name, a number
 * makes it unique.
 */
const shortName = (name: string, isFolder: boolean, taken: Set<string>): string => {
  const clean = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9_]/g, '_')
  const dot = isFolder ? -1 : name.lastIndexOf('.')
  const stem = clean(dot > 0 ? name.slice(0, dot) : name) || '_'
  const ending = dot > 0 ? clean(name.slice(dot + 1)).slice(0, 3) : ''
  for (let number = 0; ; number += 1) {
    const suffix = number === 0 ? '' : String(number)
    const short = stem.slice(0, 8 - suffix.length) + suffix
    const whole = isFolder ? short : `${short}.${ending}`
    if (taken.has(whole)) continue
    taken.add(whole)
    return whole
  }
}
