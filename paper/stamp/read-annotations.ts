import type { Page } from './page-tree.ts'
import type { PdfFile } from './pdf-file.ts'
import { isArray, isNull, odd, readArray, textOf, toFinite, toName, type Value } from './pdf-syntax.ts'
import { toBox } from './seen-page.ts'
import type { Annotation } from './stamp-annotation.ts'

/** Returns a page's annotations, each with its `text` in the page's list. Throws if anything about them is odd. */
export const readAnnotations = (file: PdfFile, { dict }: Page): readonly (Annotation & { readonly text: string })[] => {
  const entry = dict.entries.get('Annots')
  if (entry === undefined) return []
  const list = file.resolve(entry)
  if (isNull(list)) return []
  if (!isArray(list)) return odd('annotations that are not an array')
  return readArray(list).map((value) => ({ ...toAnnotation(file, value), text: textOf(value) }))
}

const toAnnotation = (file: PdfFile, value: Value): Annotation => {
  const entries = file.dictOf(value)?.entries
  const read = (key: string): Value | null => {
    const entry = entries?.get(key)
    return entry === undefined ? null : file.resolve(entry)
  }
  const [subtype, rect, flags, appearance] = [read('Subtype'), read('Rect'), read('F'), read('AP')]
  return {
    subtype: entries === undefined ? 'Popup' : subtype === null ? null : toName(subtype),
    box: rect !== null && isArray(rect) ? toBox(readArray(rect).map((one) => toFinite(file.resolve(one)))) : null,
    flags: flags === null ? 0 : toFinite(flags),
    hasAppearance: appearance !== null && !isNull(appearance),
  }
}
