import { createHash } from 'node:crypto'
import { isFitFileName } from '#domain/release/report-file-name.ts'
import type { FileForMedium } from './medium-writer.ts'

export const manifestName = 'MANIFEST.SHA256'

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Returns a manifest with one line for each file, in the format of `sha256sum -c`. */
export const toManifest = (files: readonly FileForMedium[]): FileForMedium => {
  const bytes = new TextEncoder().encode(files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join(''))
  return { path: manifestName, bytes, sha256: sha256Of(bytes) }
}

/** Parses the path and hash of every file; returns null for a text that is not one of our manifests. */
export const parseManifest = (bytes: Uint8Array): ReadonlyMap<string, string> | null => {
  const lines = new TextDecoder().decode(bytes).split('\n')
  if (lines.pop() !== '') return null
  const files = new Map<string, string>()
  for (const line of lines) {
    const [, sha256, path] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? []
    if (sha256 === undefined || path === undefined || !isFitPath(path)) return null
    files.set(path, sha256)
  }
  return files
}

const maxDepth = 7

/**
 * Returns whether a path can be written on any medium: relative, without `..`, and with names that every system
 * accepts.
 */
const isFitPath = (path: string): boolean => {
  const steps = path.split('/')
  return steps.length <= maxDepth && steps.every(isFitFileName)
}

/**
 * Returns whether there are files, and all of them have unique names that can be written and differ from the manifest's
 * name.
 */
export const haveValidNames = (files: readonly FileForMedium[]): boolean => {
  const names = new Set(files.map(({ path }) => path.toLowerCase()))
  return (
    files.length > 0 &&
    names.size === files.length &&
    !names.has(manifestName.toLowerCase()) &&
    files.every(({ path }) => isFitPath(path))
  )
}

/** Returns whether every file matches its hash. */
export const doHashesMatch = (files: readonly FileForMedium[]): boolean =>
  files.every(({ bytes, sha256 }) => sha256Of(bytes) === sha256)
