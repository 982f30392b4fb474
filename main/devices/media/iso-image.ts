import {
  directoryRecord,
  type Extent,
  endOfDescriptors,
  sectorSize,
  type VolumeParts,
  volumeDescriptor,
} from './iso-records.ts'
import { type IsoNode, toIsoTree } from './iso-tree.ts'

/** The layout of an image: `head` starts at sector 0, and each file at its own first sector. */
type IsoLayout = {
  readonly head: Uint8Array
  /** First sector of each file, in the given order. */
  readonly files: readonly number[]
  readonly sectors: number
}

const systemSectors = 16
/** Empty sectors after the last file: a drive reads ahead, and would fail past the end of the disc. */
const paddingSectors = 150

const sectorsOf = (bytes: number): number => Math.ceil(bytes / sectorSize)

type Side = 'short' | 'long'
type Folder = { readonly node: IsoNode; readonly parent: number; readonly depth: number }

/**
 * Computes the layout of a disc image (ISO 9660 level 1 with Joliet) from the paths and sizes of its files. The tree of
 * short names and the tree of long names point to the same bytes. An empty file also gets a sector, so that its
 * position is never after the end of the data.
 */
export const layOutIso = (
  files: readonly { readonly path: string; readonly size: number }[],
  volume: { readonly name: string; readonly at: Date },
): IsoLayout => {
  const tree = toIsoTree(files.map(({ path }) => path))
  const sides = { short: foldersOf(tree, 'short'), long: foldersOf(tree, 'long') }
  let next = systemSectors + 3
  const take = (sectors: number): number => {
    const at = next
    next += sectors
    return at
  }
  const tables = (side: Side) => {
    const size = sides[side].reduce((sum, { node }) => sum + pathRecordLength(node[side]), 0)
    return { size, little: take(sectorsOf(size)), big: take(sectorsOf(size)) }
  }
  const pathTables = { short: tables('short'), long: tables('long') }
  const extentsOf = (side: Side): ReadonlyMap<IsoNode, Extent> =>
    new Map(
      sides[side].map(({ node }) => {
        const size = folderSize(node, side)
        return [node, { sector: take(size / sectorSize), size }]
      }),
    )
  const folders = { short: extentsOf('short'), long: extentsOf('long') }
  const starts = files.map(({ size }) => take(Math.max(1, sectorsOf(size))))
  const sectors = next + paddingSectors

  const head = new Uint8Array((starts[0] ?? next) * sectorSize)
  const descriptor = (side: Side): VolumeParts => ({
    name: volume.name,
    isJoliet: side === 'long',
    sectors,
    root: extentOf(folders[side], tree),
    pathTable: pathTables[side],
    at: volume.at,
  })
  head.set(volumeDescriptor(descriptor('short')), systemSectors * sectorSize)
  head.set(volumeDescriptor(descriptor('long')), (systemSectors + 1) * sectorSize)
  head.set(endOfDescriptors(), (systemSectors + 2) * sectorSize)
  for (const side of ['short', 'long'] as const) {
    const table = pathTables[side]
    head.set(pathTable(sides[side], side, folders[side], true), table.little * sectorSize)
    head.set(pathTable(sides[side], side, folders[side], false), table.big * sectorSize)
    for (const { node, parent } of sides[side]) {
      const own = extentOf(folders[side], node)
      const above = sides[side][parent - 1]?.node ?? tree
      const records = [
        directoryRecord(Uint8Array.of(0), own, true, volume.at),
        directoryRecord(Uint8Array.of(1), extentOf(folders[side], above), true, volume.at),
        ...sorted(node, side).map((child) => {
          const extent: Extent =
            child.file === null
              ? extentOf(folders[side], child)
              : { sector: starts[child.file] ?? 0, size: files[child.file]?.size ?? 0 }
          return directoryRecord(child[side], extent, child.file === null, volume.at)
        }),
      ]
      placeRecords(head, own.sector * sectorSize, records)
    }
  }
  return { head, files: starts, sectors }
}

const extentOf = (extents: ReadonlyMap<IsoNode, Extent>, node: IsoNode): Extent =>
  extents.get(node) ?? { sector: 0, size: 0 }

/** Returns a folder's children in the order of directory records and path tables: by name (ECMA-119 9.3). */
const sorted = (node: IsoNode, side: Side): readonly IsoNode[] =>
  [...(node.children ?? [])].sort((a, b) => (side === 'short' ? byShortName(a, b) : Buffer.compare(a.long, b.long)))

/** Compares name and extension separately, each padded with spaces; no name has a space. */
const byShortName = (a: IsoNode, b: IsoNode): number => {
  const padded = ({ short }: IsoNode): string => {
    const [stem = '', ending = ''] = Buffer.from(short).toString('latin1').split(/[.;]/)
    return stem.padEnd(8) + ending.padEnd(3)
  }
  const [left, right] = [padded(a), padded(b)]
  return left < right ? -1 : left > right ? 1 : 0
}

/** Returns every folder, level by level; `parent` is the number of its parent folder in this order, from 1. */
const foldersOf = (tree: IsoNode, side: Side): readonly Folder[] => {
  const found: Folder[] = [{ node: tree, parent: 1, depth: 1 }]
  for (let index = 0; index < found.length; index += 1) {
    const folder = found[index]
    if (folder === undefined) break
    for (const child of sorted(folder.node, side))
      if (child.children !== null) found.push({ node: child, parent: index + 1, depth: folder.depth + 1 })
  }
  return found
}

const recordLength = (identifier: Uint8Array): number => 33 + identifier.length + (identifier.length % 2 === 0 ? 1 : 0)

/** Returns the size of a folder. No record may cross the end of a sector. */
const folderSize = (node: IsoNode, side: Side): number => {
  let at = 34 * 2
  for (const child of sorted(node, side)) {
    const length = recordLength(child[side])
    if (Math.floor(at / sectorSize) !== Math.floor((at + length - 1) / sectorSize)) at = sectorsOf(at) * sectorSize
    at += length
  }
  return sectorsOf(at) * sectorSize
}

const placeRecords = (head: Uint8Array, start: number, records: readonly Uint8Array[]): void => {
  let at = 0
  for (const record of records) {
    if (Math.floor(at / sectorSize) !== Math.floor((at + record.length - 1) / sectorSize))
      at = sectorsOf(at) * sectorSize
    head.set(record, start + at)
    at += record.length
  }
}

const pathRecordLength = (identifier: Uint8Array): number => 8 + identifier.length + (identifier.length % 2)

const pathTable = (
  folders: readonly Folder[],
  side: Side,
  extents: ReadonlyMap<IsoNode, Extent>,
  isLittle: boolean,
): Uint8Array => {
  const table = new Uint8Array(folders.reduce((sum, { node }) => sum + pathRecordLength(node[side]), 0))
  const view = new DataView(table.buffer)
  let at = 0
  for (const { node, parent } of folders) {
    const identifier = node[side]
    table[at] = identifier.length
    view.setUint32(at + 2, extentOf(extents, node).sector, isLittle)
    view.setUint16(at + 6, parent, isLittle)
    table.set(identifier, at + 8)
    at += pathRecordLength(identifier)
  }
  return table
}
