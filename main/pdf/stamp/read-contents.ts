import { deflateSync, inflateSync } from 'node:zlib'
import { fromAscii85 } from './ascii85.ts'
import { type LeftOpen, leftOpenBy } from './content-balance.ts'
import type { Page } from './page-tree.ts'
import type { PdfFile } from './pdf-file.ts'
import { odd, type Ref, textOf } from './pdf-syntax.ts'
import { toNumbersText } from './stamp-annotation.ts'
import { filtersOf, unpack } from './stream-data.ts'
import { mostUnfolded } from './unfold-check.ts'

/** Contents' parts as one; a line's end keeps them apart, as readers do. */
export const joinContents = (parts: readonly Uint8Array[]): Buffer =>
  Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [lineEnd, part])))
const lineEnd = Buffer.from('\n')

/** Null where a part is packed in a rare way or damaged. */
const readContents = (file: PdfFile, refs: readonly Ref[]): Buffer | null => {
  try {
    return joinContents(refs.map((ref) => readPart(file, ref)))
  } catch {
    return null
  }
}

const readPart = (file: PdfFile, ref: Ref): Buffer => {
  const { dict, data } = file.stream(ref) ?? odd('no stream')
  const [first, second, ...others] = filtersOf(dict, file.resolve)
  if (first !== 'ASCII85Decode' || dict.entries.has('DecodeParms')) return unpack(dict, data, mostUnfolded.contents)
  if (others.length > 0 || (second !== undefined && second !== 'FlateDecode')) return odd('a rare filter')
  const inner = fromAscii85(data)
  return second === undefined ? inner : inflateSync(inner, { maxOutputLength: mostUnfolded.contents })
}

/** Says of pages' contents what {@link leftOpenBy} does, once for those that several pages share. */
export const leftOpenOf = (file: PdfFile): ((contents: readonly Ref[]) => LeftOpen) => {
  const known = new Map<string, LeftOpen>()
  return (contents) => {
    const key = contents.map(({ number }) => number).join()
    const before = known.get(key)
    if (before !== undefined) return before
    const bytes = readContents(file, contents)
    const left = bytes === null ? ({ kind: 'unsound', marks: 0 } as const) : leftOpenBy(bytes)
    known.set(key, left)
    return left
  }
}

/**
 * A page's own contents as a form, which is a scope of its own: as they are packed where they are one stream. Throws where they are
 * several that cannot be read.
 */
export const toPageForm = (file: PdfFile, page: Page, resources: string): string => {
  const [only = odd('no contents'), ...others] = page.contents
  const form = `/Type/XObject/Subtype/Form/BBox[${toNumbersText(page.seen.box)}]${resources}`
  if (others.length === 0) {
    const { dict, data } = file.stream(only) ?? odd('no stream')
    const packing = ['Filter', 'DecodeParms'].map((key) => {
      const entry = dict.entries.get(key)
      return entry === undefined ? '' : `/${key} ${textOf(entry)}`
    })
    return toStreamText(data, `${form}${packing.join('')}`)
  }
  const plain = readContents(file, page.contents) ?? odd('contents that cannot be read')
  return toStreamText(deflateSync(plain), `${form}/Filter/FlateDecode`)
}

const toStreamText = (data: Buffer, entries: string): string =>
  `<<${entries}/Length ${data.length}>>stream\n${data.toString('latin1')}\nendstream`
