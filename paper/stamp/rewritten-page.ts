import { inflateSync } from 'node:zlib'
import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFStream,
} from 'pdf-lib'
import type { LeftOpen } from './content-balance.ts'
import { joinContents, leftOpenByParts } from './read-contents.ts'
import { type Box, type SeenPage, toBox } from './seen-page.ts'
import type { Annotation } from './stamp-annotation.ts'
import { PdfBomb } from './stream-data.ts'
import { maxUnfolded } from './unfold-check.ts'

const names = {
  contents: PDFName.of('Contents'),
  annotations: PDFName.of('Annots'),
  filter: PDFName.of('Filter'),
  deflate: PDFName.of('FlateDecode'),
  parameters: PDFName.of('DecodeParms'),
}

/** Returns the parts of a page's contents: one stream, several, or none. */
export const ownContents = ({ node }: PDFPage): readonly PDFObject[] => {
  const raw = node.get(names.contents)
  const contents = node.context.lookup(raw)
  if (contents instanceof PDFArray) return contents.asArray()
  return raw !== undefined && contents instanceof PDFStream ? [raw] : []
}

/** Returns the unpacked stream; null if it cannot be unpacked. */
const unpackPart = (stream: PDFObject | undefined): Uint8Array | null => {
  if (!(stream instanceof PDFRawStream)) return stream instanceof PDFStream ? stream.getContents() : null
  const { dict, contents } = stream
  try {
    if (dict.lookup(names.filter) !== names.deflate || dict.has(names.parameters))
      return decodePDFRawStream(stream).decode()
    return inflateSync(contents, { maxOutputLength: maxUnfolded.contents })
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new PdfBomb()
    return null
  }
}

const unpackParts = (parts: readonly (PDFObject | undefined)[]): readonly Uint8Array[] | null => {
  const plain = parts.map(unpackPart).filter((part) => part !== null)
  return plain.length === parts.length ? plain : null
}

const lookupAll = ({ node }: PDFPage, parts: readonly PDFObject[]): readonly (PDFObject | undefined)[] =>
  parts.map((one) => node.context.lookup(one))

/** Returns a function that applies {@link leftOpenByParts} to a page's contents; it reads shared contents only once. */
export const leftOpenOfRewritten = (): ((page: PDFPage, parts: readonly PDFObject[]) => LeftOpen) => {
  const known = new Map<string, LeftOpen>()
  return (page, parts) => {
    const key = parts.map(String).join()
    const before = known.get(key)
    if (before !== undefined) return before
    const plain = unpackParts(lookupAll(page, parts))
    const left = plain === null ? ({ kind: 'unsound', marks: 0 } as const) : leftOpenByParts(plain)
    known.set(key, left)
    return left
  }
}

/**
 * Returns a page's own contents as a form XObject, so that their changes to the graphics state end with the form. A
 * single stream stays packed. Returns null if one of several streams cannot be read.
 */
export const toRewrittenForm = (page: PDFPage, parts: readonly PDFObject[], seen: SeenPage): PDFRawStream | null => {
  const { context } = page.node
  const entries = { Type: 'XObject', Subtype: 'Form', BBox: [...seen.box] }
  const resources = page.node.Resources() ?? context.obj({})
  const streams = lookupAll(page, parts)
  const [only] = streams
  if (streams.length === 1 && only instanceof PDFRawStream) {
    const form = PDFRawStream.of(context.obj(entries), only.contents, only.transform)
    for (const key of [names.filter, names.parameters]) {
      const value = only.dict.get(key)
      if (value !== undefined) form.dict.set(key, value)
    }
    form.dict.set(PDFName.of('Resources'), resources)
    return form
  }
  const plain = unpackParts(streams)
  if (plain === null) return null
  const form = context.flateStream(joinContents(plain), entries)
  form.dict.set(PDFName.of('Resources'), resources)
  return form
}

export const annotationsOf = ({ node }: PDFPage): readonly PDFObject[] => {
  const list = node.context.lookup(node.get(names.annotations))
  return list instanceof PDFArray ? list.asArray() : []
}

export const toAnnotation = (context: PDFContext, value: PDFObject): Annotation => {
  const dict = context.lookup(value)
  if (!(dict instanceof PDFDict)) return { subtype: 'Popup', box: null, flags: 0, hasAppearance: false }
  const [subtype, rectangle, flags, appearance] = ['Subtype', 'Rect', 'F', 'AP'].map((key) =>
    dict.lookup(PDFName.of(key)),
  )
  return {
    subtype: subtype instanceof PDFName ? subtype.decodeText() : null,
    box: rectangle instanceof PDFArray ? toRectangle(rectangle) : null,
    flags: flags instanceof PDFNumber ? flags.asNumber() : 0,
    hasAppearance: appearance instanceof PDFDict,
  }
}

export const toRectangle = (array: PDFArray | undefined): Box | null =>
  array === undefined
    ? null
    : toBox(
        array.asArray().map((_, index) => {
          const value = array.lookup(index)
          return value instanceof PDFNumber ? value.asNumber() : Number.NaN
        }),
      )
