import { placeOfValue, toText, withEntries } from './dict-writing.ts'
import type { Page } from './page-tree.ts'
import type { PdfFile } from './pdf-file.ts'
import { type Dict, isDict, odd, type Ref, readDict, toPdfRef } from './pdf-syntax.ts'

/** Adds the stamp's name to the resources of pages; a dictionary that several pages share is changed once. */
type StampResources = {
  /** Returns the new value of the page's resources entry; null if it does not change. */
  resourcesOf(page: Page): string | null
}

export const createStampResources = (parts: {
  readonly file: PdfFile
  /** The name and the form, as an entry of `XObject`. */
  readonly nameEntry: string
  put(ref: Ref, text: string): Ref
  add(text: string): Ref
}): StampResources => {
  const { file, nameEntry, put, add } = parts
  const done = new Set<number>()
  /** The changed dictionaries that pages inherit, by their position. */
  const merged = new Map<string, Ref>()
  /** Adds the stamp's name to the dictionary of a reference, once. */
  const enter = (ref: Ref, change: (dict: Dict) => string | null): void => {
    if (done.has(ref.number)) return
    done.add(ref.number)
    const text = change(file.dictAt(ref) ?? odd('invalid resources'))
    if (text !== null) put(ref, text)
  }
  const withName = (dict: Dict): string => withEntries(dict, [], nameEntry)
  /** Returns the resources with the stamp's name; null if the name went into an object that they refer to. */
  const withStamp = (dict: Dict): string | null => {
    const entry = dict.entries.get('XObject')
    if (entry === undefined) return withEntries(dict, [], `/XObject<<${nameEntry}>>`)
    const ref = toPdfRef(entry)
    if (ref !== null) {
      enter(ref, withName)
      return null
    }
    if (!isDict(entry)) return odd('invalid resources')
    return withEntries(dict, [entry], `/XObject${withName(readDict(entry.bytes, entry.start))}`)
  }
  const resourcesOf = (page: Page): string | null => {
    const { resources } = page
    if (resources === null) {
      const ref = merged.get('') ?? add(`<</XObject<<${nameEntry}>>>>`)
      merged.set('', ref)
      return toText(ref)
    }
    const ref = toPdfRef(resources.value)
    if (ref !== null) {
      enter(ref, withStamp)
      return null
    }
    if (!isDict(resources.value)) return odd('invalid resources')
    const dict = readDict(resources.value.bytes, resources.value.start)
    if (resources.isOwn) return withStamp(dict)
    const place = placeOfValue(resources.value)
    const known = merged.get(place)
    if (known !== undefined) return toText(known)
    const text = withStamp(dict)
    if (text === null) return null
    const added = add(text)
    merged.set(place, added)
    return toText(added)
  }

  return { resourcesOf }
}
