import { mkdir, open, readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { manifestName, parseManifest, sha256Of } from './medium-files.ts'
import type { FileForMedium } from './medium-writer.ts'

const chunkBytes = 1024 * 1024

/**
 * Writes files into a new folder, flushes each to the medium, then reads all of them back. Returns whether all match;
 * throws the system's error. An abort takes effect between two chunks.
 */
export const writeFolder = async (
  folder: string,
  files: readonly FileForMedium[],
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<boolean> => {
  await mkdir(folder)
  for (const [index, { path, bytes }] of files.entries()) {
    const whole = join(folder, ...path.split('/'))
    await mkdir(dirname(whole), { recursive: true })
    const file = await open(whole, 'wx')
    try {
      for (let at = 0; at < bytes.length; at += chunkBytes) {
        signal.throwIfAborted()
        await file.write(bytes.subarray(at, at + chunkBytes))
      }
      await file.sync()
    } finally {
      await file.close()
    }
    onProgress(index + 1)
  }
  for (const { path, sha256 } of files) {
    signal.throwIfAborted()
    if (sha256Of(await readFile(join(folder, ...path.split('/')))) !== sha256) return false
  }
  return true
}

/** Returns whether a folder has exactly the files of its manifest, unchanged. */
export const isWholeFolder = async (folder: string): Promise<boolean> => {
  const manifest = parseManifest(await readFile(join(folder, manifestName)))
  if (manifest === null) return false
  const there = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  if (there.length !== manifest.size + 1) return false
  for (const [path, sha256] of manifest)
    if (sha256Of(await readFile(join(folder, ...path.split('/')))) !== sha256) return false
  return true
}
