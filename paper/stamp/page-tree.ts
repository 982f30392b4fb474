import { maxDocumentPages } from '#domain/documents/document.ts'
import { contentMark } from './content-mark.ts'
import type { PdfFile } from './pdf-file.ts'
import {
  type Dict,
  isArray,
  isNull,
  odd,
  type Ref,
  readArray,
  textOf,
  toFinite,
  toName,
  toPdfRef,
  type Value,
} from './pdf-syntax.ts'
import { type Box, letterBox, type SeenPage, toBox, toRotate, toSeenBox } from './seen-page.ts'

/** The parts of a page that the stamp needs. */
export type Page = {
  readonly ref: Ref
  readonly dict: Dict
  readonly seen: SeenPage
  /** The resources as written, in the page or inherited; null if there are none. */
  readonly resources: { readonly value: Value; readonly isOwn: boolean } | null
  /** The references to the parts of its contents, in order. */
  readonly contents: readonly Ref[]
  /** Whether the page is for health-information staff only. */
  readonly isHidden: boolean
}

type PageList =
  | { readonly kind: 'pages'; readonly pages: readonly Page[] }
  | { readonly kind: 'refused'; readonly reason: 'no-pages' | 'too-many-pages' }

const inheritable = ['MediaBox', 'CropBox', 'Rotate', 'Resources'] as const
type Inherited = Readonly<Partial<Record<(typeof inheritable)[number], Value>>>
type Step = { readonly ref: Ref; readonly inherited: Inherited; readonly depth: number }

const deepest = 64
/** The maximum number of branches and pages in a tree; a sensible tree has fewer branches than pages. */
const maxSteps = 20_000

/** Returns all pages in order. Throws for an odd tree: cycles, pages that occur twice, wrong counts. */
export const readPages = (file: PdfFile): PageList => {
  const root = file.dictOf(file.crossReference.trailer.entries.get('Root')) ?? odd('no root')
  const top = toPdfRef(root.entries.get('Pages') ?? odd('no pages')) ?? odd('no pages')
  const pages: Page[] = []
  const visited = new Set<number>()
  const steps: Step[] = [{ ref: top, inherited: {}, depth: 0 }]
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const { ref, depth } = step
    if (visited.has(ref.number) || depth > deepest || visited.size > maxSteps) return odd('a cycle in the page tree')
    visited.add(ref.number)
    const dict = file.dictAt(ref) ?? odd('a missing page')
    const inherited = inherit(file, dict, step.inherited)
    const kids = dict.entries.get('Kids')
    if (kids === undefined) {
      if (pages.length === maxDocumentPages) return { kind: 'refused', reason: 'too-many-pages' }
      pages.push(toPage(file, ref, dict, inherited))
    } else {
      const below = file.resolve(kids)
      if (!isArray(below)) return odd('no kids')
      const refs = readArray(below).map((kid) => toPdfRef(kid) ?? odd('a kid that is not a reference'))
      for (const kid of refs.reverse()) steps.push({ ref: kid, inherited, depth: depth + 1 })
    }
  }
  if (pages.length === 0) return { kind: 'refused', reason: 'no-pages' }
  const count = file.dictOf(file.object(top))?.entries.get('Count')
  if (count === undefined || toFinite(file.resolve(count)) !== pages.length) return odd('a wrong count')
  return { kind: 'pages', pages }
}

const inherit = (file: PdfFile, dict: Dict, from: Inherited): Inherited => {
  const own = inheritable.flatMap((key) => {
    const value = dict.entries.get(key)
    return value === undefined || isNull(file.resolve(value)) ? [] : [[key, value] as const]
  })
  return own.length === 0 ? from : { ...from, ...Object.fromEntries(own) }
}

const toPage = (file: PdfFile, ref: Ref, dict: Dict, inherited: Inherited): Page => {
  const type = dict.entries.get('Type')
  if (type === undefined || toName(file.resolve(type)) !== 'Page') return odd('a page of another type')
  const mark = dict.entries.get(contentMark.key)
  const resources = inherited.Resources
  return {
    ref,
    dict,
    seen: {
      box: toSeenBox(boxOf(file, inherited.MediaBox) ?? letterBox, boxOf(file, inherited.CropBox)),
      rotate: inherited.Rotate === undefined ? 0 : (toRotate(numberOf(file, inherited.Rotate)) ?? odd('odd rotation')),
      unit: unitOf(file, dict),
    },
    resources: resources === undefined ? null : { value: resources, isOwn: dict.entries.has('Resources') },
    contents: contentsOf(file, dict.entries.get('Contents')),
    isHidden: mark !== undefined && toName(file.resolve(mark)) === contentMark.healthInformation,
  }
}

const numberOf = (file: PdfFile, value: Value): number => {
  const number = toFinite(file.resolve(value))
  return Number.isNaN(number) ? odd(`${textOf(value)} is not a number`) : number
}

/** Boxes by value: pages that inherit a box share the same value. */
const readBoxes = new WeakMap<Value, Box>()

const boxOf = (file: PdfFile, value: Value | undefined): Box | null => {
  if (value === undefined) return null
  const known = readBoxes.get(value)
  if (known !== undefined) return known
  const array = file.resolve(value)
  if (!isArray(array)) return odd('an invalid box')
  const box = toBox(readArray(array).map((one) => numberOf(file, one))) ?? odd('an invalid box')
  readBoxes.set(value, box)
  return box
}

const unitOf = (file: PdfFile, dict: Dict): number => {
  const value = dict.entries.get('UserUnit')
  const unit = value === undefined ? 1 : numberOf(file, value)
  return unit > 0 && unit < 1e4 ? unit : odd('an odd unit')
}

const contentsOf = (file: PdfFile, value: Value | undefined): readonly Ref[] => {
  if (value === undefined) return []
  const found = file.resolve(value)
  if (isNull(found)) return []
  if (isArray(found)) return readArray(found).map((one) => toPdfRef(one) ?? odd('contents that are not references'))
  return [toPdfRef(value) ?? odd('contents that are not references')]
}
