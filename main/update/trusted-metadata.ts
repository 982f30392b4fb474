import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Metadata, MetadataKind } from '@tufjs/models'
import { makePrivateFolder } from '#runtime/private-modes.ts'
import { replaceFile } from '#runtime/replace-file.ts'

/** Metadata in the order in which it is written: a snapshot names targets, and a timestamp names a snapshot. */
const names = ['root', 'targets', 'snapshot', 'timestamp'] as const

const readOrNull = (path: string): Buffer | null => {
  try {
    return readFileSync(path)
  } catch {
    return null
  }
}

/** Returns the version of a root that its own keys have signed; 0 for anything else. */
export const rootVersion = (bytes: Buffer | null): number => {
  try {
    const root = Metadata.fromJSON(MetadataKind.Root, JSON.parse(String(bytes)))
    root.verifyDelegate(MetadataKind.Root, root)
    return root.signed.version
  } catch {
    return 0
  }
}

/**
 * The metadata that this workstation has verified. tuf-js works on a copy, and writes the metadata that it verified
 * into the copy.
 */
type TrustedMetadata = {
  /**
   * Creates the copy. The copy's root is the newer of the stored root and the program's own root. If the folder was
   * deleted or damaged, the root that the program was installed with is used. If a write fails, throws the system's
   * error and leaves no copy.
   */
  begin(): string
  /**
   * Stores what tuf-js wrote into the copy, even if a later step failed, and removes the copy. Throws the system's
   * error if a write fails.
   */
  end(copy: string): void
}

/** Creates the store. `folder` is created when missing; `ownRoot` is the root that the program was built with. */
export const createTrustedMetadata = (folder: string, ownRoot: Buffer): TrustedMetadata => {
  const stored = (name: string): string => join(folder, `${name}.json`)
  return {
    begin: () => {
      const copy = join(folder, `copy-${randomUUID()}`)
      makePrivateFolder(copy)
      try {
        for (const name of names) {
          const bytes = readOrNull(stored(name))
          const chosen = name === 'root' && rootVersion(bytes) <= rootVersion(ownRoot) ? ownRoot : bytes
          if (chosen !== null) replaceFile(join(copy, `${name}.json`), chosen)
        }
        return copy
      } catch (thrown) {
        // Otherwise each look at the feed would leave another copy on a disk that is already full.
        rmSync(copy, { recursive: true, force: true })
        throw thrown
      }
    },
    end: (copy) => {
      try {
        for (const name of names) {
          const bytes = readOrNull(join(copy, `${name}.json`))
          if (bytes !== null && !readOrNull(stored(name))?.equals(bytes)) replaceFile(stored(name), bytes)
        }
      } finally {
        rmSync(copy, { recursive: true, force: true })
      }
    },
  }
}
