import type { StampPlacement } from '#domain/release/stamp.ts'
import type { LeftSound } from './content-balance.ts'
import { placeOfValue, toText, withEntries } from './dict-writing.ts'
import type { Page } from './page-tree.ts'
import type { PdfFile } from './pdf-file.ts'
import { odd, type Ref, textOf, toPdfRef } from './pdf-syntax.ts'
import { readAnnotations } from './read-annotations.ts'
import { leftOpenOf, toPageForm } from './read-contents.ts'
import { letterBox, type SeenPage } from './seen-page.ts'
import {
  annotationFlags,
  appearanceContent,
  appearanceMatrix,
  mayCover,
  stampBox,
  toNumbersText,
} from './stamp-annotation.ts'
import {
  closingContent,
  openingContent,
  type StampForm,
  stampFontName,
  wrappedNames,
  wrappingContent,
} from './stamp-drawing.ts'
import { createStampResources } from './stamp-resources.ts'
import { writeUpdate } from './write-update.ts'

/** The maximum number of bytes that are appended; limits the output for many pages that share one large dictionary. */
const maxAppended = 16 * 1024 * 1024

/**
 * Stamps a sound file by appending to it. The function appends one font, one form XObject with the stamp, one drawing
 * stream for each page geometry, and the pages that now refer to them. The result begins with the original, byte for
 * byte, so that a signature on it stays valid. Throws when the file is odd.
 */
export const appendStamp = (
  file: PdfFile,
  pages: readonly Page[],
  { form, placement }: { readonly form: StampForm; readonly placement: StampPlacement },
): Uint8Array => {
  const objects = new Map<number, { generation: number; text: string }>()
  let size = file.crossReference.size
  let written = 0
  const put = (ref: Ref, text: string): Ref => {
    written += text.length
    if (written > maxAppended) return odd('too much to append')
    objects.set(ref.number, { generation: ref.generation, text })
    return ref
  }
  const add = (text: string): Ref => {
    size += 1
    return put({ number: size - 1, generation: 0 }, text)
  }

  const font = add('<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>')
  const box = `/BBox[0 ${-form.height} ${form.width} 0]`
  const drawn = add(
    toStream(form.content, `/Type/XObject/Subtype/Form${box}/Resources<</Font<</${stampFontName} ${toText(font)}>>>>`),
  )
  const opening = toText(add(toStream(openingContent)))
  const closings = new Map<string, string>()
  const closingOf = (content: string): string => {
    const known = closings.get(content)
    if (known !== undefined) return known
    const closing = toText(add(toStream(content)))
    closings.set(content, closing)
    return closing
  }

  const name = freeName(file, pages)
  const { resourcesOf } = createStampResources({ file, nameEntry: `/${name} ${toText(drawn)}`, put, add })

  /** Turns the page's own contents into a form XObject, for contents that could hide a stamp drawn after them. */
  const wrap = (page: Page, marks: number): PageText => {
    const resources = page.resources === null ? '<<>>' : textOf(page.resources.value)
    const own = add(toPageForm(file, page, `/Resources ${resources}`))
    const xObjects = `/${wrappedNames.contents} ${toText(own)}/${wrappedNames.stamp} ${toText(drawn)}`
    return {
      contents: closingOf(wrappingContent(page.seen, placement, form, marks)),
      resources: `<</XObject<<${xObjects}>>>>`,
      isWrapped: true,
    }
  }
  const leftBy = leftOpenOf(file)
  let seen: SeenPage | null = null
  let seenLeft: LeftSound | null = null
  let closing = ''
  let corner = letterBox
  const draw = (page: Page): PageText => {
    const left = leftBy(page.contents)
    // Adjacent pages usually have the same geometry, and writing the same matrix again would be half the work of a
    // page.
    const isNew = seen === null || !isSeenAlike(seen, page.seen)
    if (isNew) corner = stampBox(page.seen, placement, form)
    seen = page.seen
    if (left.kind === 'unsound') {
      seenLeft = null
      return wrap(page, left.marks)
    }
    if (isNew || seenLeft?.states !== left.states || seenLeft.marks !== left.marks)
      closing = closingOf(closingContent(page.seen, placement, form, name, left))
    seenLeft = left
    return {
      contents: `[${[opening, ...page.contents.map(toText), closing].join(' ')}]`,
      resources: resourcesOf(page),
      isWrapped: false,
    }
  }
  const appearances = new Map<string, string>()
  const appearanceOf = (page: SeenPage): string => {
    const matrix = toNumbersText(appearanceMatrix(page, placement, form))
    const entries = `/Type/XObject/Subtype/Form${box}/Matrix[${matrix}]/Resources<</XObject<</S ${toText(drawn)}>>>>`
    const appearance = appearances.get(matrix) ?? toText(add(toStream(appearanceContent, entries)))
    appearances.set(matrix, appearance)
    return appearance
  }
  /**
   * Returns the page's annotations with the stamp above them; null when neither an annotation nor the contents can hide
   * it.
   */
  const annotationsOf = (page: Page, isWrapped: boolean): string | null => {
    const annotations = readAnnotations(file, page)
    if (!isWrapped && !annotations.some((one) => mayCover(one, corner))) return null
    const place = `/Rect[${toNumbersText(corner)}]/F ${annotationFlags}/P ${toText(page.ref)}`
    const stamp = add(`<</Type/Annot/Subtype/Stamp${place}/AP<</N ${appearanceOf(page.seen)}>>>>`)
    return `[${[...annotations.map(({ text }) => text), toText(stamp)].join(' ')}]`
  }
  for (const page of pages) {
    const { contents, resources, isWrapped } = draw(page)
    const annotations = annotationsOf(page, isWrapped)
    const added = Object.entries({ Contents: contents, Resources: resources, Annots: annotations }).flatMap(
      ([key, text]) => (text === null ? [] : [[key, text] as const]),
    )
    const removed = added.flatMap(([key]) => page.dict.entries.get(key) ?? [])
    put(page.ref, withEntries(page.dict, removed, added.map(([key, text]) => `/${key} ${text}`).join('')))
  }
  return writeUpdate(file, { objects, size })
}

/** The new entries of a page's dictionary; null for an entry that does not change. */
type PageText = { readonly contents: string; readonly resources: string | null; readonly isWrapped: boolean }

const isSeenAlike = (one: SeenPage, other: SeenPage): boolean =>
  one.rotate === other.rotate && one.unit === other.unit && one.box.every((edge, index) => edge === other.box[index])

const toStream = (content: string, entries = ''): string =>
  `<<${entries}/Length ${content.length}>>stream\n${content}\nendstream`

/** Returns a name that no page uses yet; a file that was stamped before already uses `AtriumStamp1`. */
const freeName = (file: PdfFile, pages: readonly Page[]): string => {
  const seen = new Set<string>()
  const taken = new Set<string>()
  for (const { resources } of pages) {
    if (resources === null) continue
    const ref = toPdfRef(resources.value)
    const place = ref === null ? placeOfValue(resources.value) : textOf(resources.value)
    if (seen.has(place)) continue
    seen.add(place)
    const xObjects = file.dictOf(file.dictOf(resources.value)?.entries.get('XObject'))
    for (const name of xObjects?.entries.keys() ?? []) if (name.startsWith('AtriumStamp')) taken.add(name)
  }
  for (let count = 1; ; count += 1) if (!taken.has(`AtriumStamp${count}`)) return `AtriumStamp${count}`
}
