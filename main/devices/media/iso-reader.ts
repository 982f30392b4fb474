import { fromUcs2, sectorSize } from './iso-records.ts'

/** A file of an image, as one of its trees lists it. */
export type IsoEntry = { readonly path: string; readonly at: number; readonly size: number }
type ReadIso = { readonly short: readonly IsoEntry[]; readonly long: readonly IsoEntry[] }

/** Reads `length` bytes from `at`, fewer at the end. */
type ReadBytes = (at: number, length: number) => Promise<Uint8Array>

/** Maximum number of entries, more than any medium from Atrium has; an image that claims more is damaged. */
const maxEntries = 100_000
const maxDepth = 16
const maxFolderBytes = 32 * 1024 * 1024

/**
 * Returns the files (path, offset and size) that each of a disc image's two directory trees lists. Returns null for a
 * damaged image or a file that is not an image.
 */
export const readIso = async (read: ReadBytes): Promise<ReadIso | null> => {
  const trees: { short: readonly IsoEntry[] | null; long: readonly IsoEntry[] | null } = { short: null, long: null }
  for (let sector = 16; sector < 32; sector += 1) {
    const descriptor = await read(sector * sectorSize, sectorSize)
    if (descriptor.length < sectorSize || Buffer.from(descriptor.subarray(1, 6)).toString('latin1') !== 'CD001')
      return null
    const kind = descriptor[0]
    if (kind === 255) break
    if (kind !== 1 && kind !== 2) continue
    const root = parseRecord(descriptor.subarray(156, 190))
    if (root === null) return null
    const tree = await readFolder(read, root, kind === 2, '', 0)
    if (kind === 1) trees.short = tree
    else trees.long = tree
  }
  return trees.short === null || trees.long === null ? null : { short: trees.short, long: trees.long }
}

type Parsed = { readonly at: number; readonly size: number; readonly isFolder: boolean; readonly name: Uint8Array }

const parseRecord = (bytes: Uint8Array): Parsed | null => {
  const length = bytes[0] ?? 0
  const nameLength = bytes[32] ?? 0
  if (length < 34 || length > bytes.length || 33 + nameLength > length) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, length)
  // Each number is stored twice, in both byte orders; a record whose two values differ is damaged.
  if (view.getUint32(2, true) !== view.getUint32(6) || view.getUint32(10, true) !== view.getUint32(14)) return null
  return {
    at: view.getUint32(2, true) * sectorSize,
    size: view.getUint32(10, true),
    isFolder: (view.getUint8(25) & 2) !== 0,
    name: bytes.subarray(33, 33 + nameLength),
  }
}

const readFolder = async (
  read: ReadBytes,
  folder: Parsed,
  isJoliet: boolean,
  path: string,
  depth: number,
): Promise<readonly IsoEntry[] | null> => {
  if (depth > maxDepth || folder.size > maxFolderBytes) return null
  const bytes = await read(folder.at, folder.size)
  if (bytes.length !== folder.size) return null
  const entries: IsoEntry[] = []
  for (let at = 0; at < bytes.length; ) {
    const length = bytes[at] ?? 0
    if (length === 0) {
      at = (Math.floor(at / sectorSize) + 1) * sectorSize
      continue
    }
    const record = parseRecord(bytes.subarray(at))
    if (record === null) return null
    at += length
    // Skips the entries for the folder itself and its parent.
    if (record.name.length === 1 && (record.name[0] ?? 2) < 2) continue
    const name = (isJoliet ? fromUcs2(record.name) : Buffer.from(record.name).toString('latin1')).replace(/;1$/, '')
    if (!record.isFolder) entries.push({ path: path + name, at: record.at, size: record.size })
    else {
      const below = await readFolder(read, record, isJoliet, `${path}${name}/`, depth + 1)
      if (below === null) return null
      entries.push(...below)
    }
    if (entries.length > maxEntries) return null
  }
  return entries
}
