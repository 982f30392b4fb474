import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { layOutIso } from './iso-image.ts'
import { type IsoEntry, readIso } from './iso-reader.ts'
import { sectorSize } from './iso-records.ts'
import { manifestName, parseManifest } from './medium-files.ts'
import type { FileForMedium } from './medium-writer.ts'

const chunkBytes = 1024 * 1024

/**
 * Writes files as one disc image, flushes it and reads it back through both of its trees. In all other respects this
 * function works like `writeFolder`.
 */
export const writeImage = async (
  image: { readonly part: string; readonly name: string; readonly at: Date },
  files: readonly FileForMedium[],
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<boolean> => {
  const sizes = files.map(({ path, bytes }) => ({ path, size: bytes.length }))
  const layout = layOutIso(sizes, image)
  const file = await open(image.part, 'wx+')
  try {
    const put = async (bytes: Uint8Array, start: number): Promise<void> => {
      for (let at = 0; at < bytes.length; at += chunkBytes) {
        signal.throwIfAborted()
        const chunk = bytes.subarray(at, at + chunkBytes)
        await file.write(chunk, 0, chunk.length, start + at)
      }
    }
    await put(layout.head, 0)
    for (const [index, { bytes }] of files.entries()) {
      await put(bytes, (layout.files[index] ?? 0) * sectorSize)
      onProgress(index + 1)
    }
    // Fills the space between and after the files with zeros.
    await file.truncate(layout.sectors * sectorSize)
    await file.sync()
    return await isAsWritten(file, new Map(files.map(({ path, sha256 }) => [path, sha256])), signal)
  } finally {
    await file.close()
  }
}

const isAsWritten = async (
  file: FileHandle,
  files: ReadonlyMap<string, string>,
  signal?: AbortSignal,
): Promise<boolean> => {
  const trees = await readIso((at, length) => readAt(file, at, length))
  if (trees === null || trees.long.length !== files.size || trees.short.length !== files.size) return false
  // Checks that both trees point to the same bytes, so that hashing the files of one tree is enough.
  const placed = (entries: readonly IsoEntry[]): string =>
    entries
      .map(({ at, size }) => `${at}:${size}`)
      .sort()
      .join(' ')
  if (placed(trees.short) !== placed(trees.long)) return false
  for (const entry of trees.long) {
    signal?.throwIfAborted()
    if (files.get(entry.path) !== (await hashAt(file, entry))) return false
  }
  return true
}

/** Returns whether an image's content matches its manifest. */
export const isWholeImage = async (path: string): Promise<boolean> => {
  const file = await open(path, 'r')
  try {
    const trees = await readIso((at, length) => readAt(file, at, length))
    const manifest = trees?.long.find((entry) => entry.path === manifestName)
    if (manifest === undefined || manifest.size > chunkBytes * 16) return false
    const listed = parseManifest(await readAt(file, manifest.at, manifest.size))
    if (listed === null) return false
    return await isAsWritten(file, new Map([...listed, [manifestName, await hashAt(file, manifest)]]))
  } finally {
    await file.close()
  }
}

const readAt = async (file: FileHandle, at: number, length: number): Promise<Uint8Array> => {
  const bytes = new Uint8Array(length)
  const { bytesRead } = await file.read(bytes, 0, length, at)
  return bytes.subarray(0, bytesRead)
}

const hashAt = async (file: FileHandle, { at, size }: IsoEntry): Promise<string> => {
  const hash = createHash('sha256')
  for (let done = 0; done < size; done += chunkBytes) {
    const chunk = await readAt(file, at + done, Math.min(chunkBytes, size - done))
    if (chunk.length === 0) break
    hash.update(chunk)
  }
  return hash.digest('hex')
}
