import { deflateSync, inflateSync } from 'node:zlib'
import { fromAscii85 } from './ascii85.ts'
import { type LeftOpen, leftOpenBy } from './content-balance.ts'
import type { Page } from './page-tree.ts'
import type { PdfFile } from './pdf-file.ts'
import { odd, type Ref, textOf } from './pdf-syntax.ts'
import { toNumbersText } from './stamp-annotation.ts'
import { filtersOf, unpack } from './stream-data.ts'
import { maxUnfolded } from './unfold-check.ts'

/** Joins the parts of contents with line breaks between them, as viewers do. */
export const joinContents = (parts: readonly Uint8Array[]): Buffer =>
  Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [lineEnd, part])))
const lineEnd = Buffer.from('\n')

/**
 * Returns whether a part before the last may end within a comment. Viewers that join parts without a line break, such
 * as poppler, would read the next part as comment.
 */
const mayRunOn = (parts: readonly Uint8Array[]): boolean =>
  parts.slice(0, -1).some((part) => {
    const last = Math.max(part.lastIndexOf(10), part.lastIndexOf(13))
    return part.lastIndexOf(percent) > last
  })
const percent = 0x25

/** Returns the unpacked parts; null if a part is packed in a rare way or damaged. */
const readParts = (file: PdfFile, refs: readonly Ref[]): readonly Buffer[] | null => {
  try {
    return refs.map((ref) => readPart(file, ref))
  } catch {
    return null
  }
}

/**
 * Returns what the joined parts leave open. The result is also `unsound` if a comment may run on into the next part,
 * because viewers join parts differently.
 */
export const leftOpenByParts = (parts: readonly Uint8Array[]): LeftOpen => {
  const left = leftOpenBy(joinContents(parts))
  return mayRunOn(parts) ? { kind: 'unsound', marks: left.marks } : left
}

const readPart = (file: PdfFile, ref: Ref): Buffer => {
  const { dict, data } = file.stream(ref) ?? odd('no stream')
  const [first, second, ...others] = filtersOf(dict, file.resolve)
  if (first !== 'ASCII85Decode' || dict.entries.has('DecodeParms')) return unpack(dict, data, maxUnfolded.contents)
  if (others.length > 0 || (second !== undefined && second !== 'FlateDecode')) return odd('a rare filter')
  const inner = fromAscii85(data)
  return second === undefined ? inner : inflateSync(inner, { maxOutputLength: maxUnfolded.contents })
}

/** Returns a function that applies {@link leftOpenByParts} to a page's contents; it reads shared contents only once. */
export const leftOpenOf = (file: PdfFile): ((contents: readonly Ref[]) => LeftOpen) => {
  const known = new Map<string, LeftOpen>()
  return (contents) => {
    const key = contents.map(({ number }) => number).join()
    const before = known.get(key)
    if (before !== undefined) return before
    const parts = readParts(file, contents)
    const left = parts === null ? ({ kind: 'unsound', marks: 0 } as const) : leftOpenByParts(parts)
    known.set(key, left)
    return left
  }
}

/**
 * Returns a page's own contents as a form XObject, so that their changes to the graphics state end with the form. A
 * single stream stays packed. Throws if one of several streams cannot be read.
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
  const parts = readParts(file, page.contents) ?? odd('contents that cannot be read')
  return toStreamText(deflateSync(joinContents(parts)), `${form}/Filter/FlateDecode`)
}

const toStreamText = (data: Buffer, entries: string): string =>
  `<<${entries}/Length ${data.length}>>stream\n${data.toString('latin1')}\nendstream`
