import { foldText } from '#domain/values/plain-text.ts'

/** The ids of the entries that the user chose in the palette, newest first. */
export type RecentChoices = {
  readonly note: (id: string) => void
  readonly read: () => readonly string[]
}

/** Limit of the ids that are kept. */
const keptIds = 30

/**
 * Creates the list of recent choices. It is only in memory and has ids, no names. A window creates it at each sign-in
 * and unlock, so it is gone after a lock or a sign-out.
 */
export const createRecentChoices = (): RecentChoices => {
  let ids: readonly string[] = []
  return {
    note: (id) => {
      ids = [id, ...ids.filter((other) => other !== id)].slice(0, keptIds)
    },
    read: () => ids,
  }
}

/**
 * Returns how well a title matches a text: 3 if it has the same words, 2 if it contains each typed word, 1 if its words
 * begin with the typed ones, otherwise 0, such as for a phone number.
 */
export const matchQuality = (text: string, title: string): 0 | 1 | 2 | 3 => {
  const typed = foldText(text).split(' ').filter(Boolean)
  const words = foldText(title).split(' ')
  if (typed.every((one) => words.includes(one))) return typed.length === words.length ? 3 : 2
  return typed.every((one) => words.some((word) => word.startsWith(one))) ? 1 : 0
}

/**
 * Moves recent entries forward, but only among neighbours that match equally well, so that a better match stays first.
 * All others keep their order.
 */
export const sortByRecency = <Entry>(
  entries: readonly Entry[],
  recent: readonly string[],
  { idOf, qualityOf }: { readonly idOf: (entry: Entry) => string; readonly qualityOf: (entry: Entry) => number },
): readonly Entry[] => {
  const ageOf = (entry: Entry): number => {
    const place = recent.indexOf(idOf(entry))
    return place === -1 ? recent.length : place
  }
  const equals: Entry[][] = []
  let before: number | null = null
  for (const entry of entries) {
    const quality = qualityOf(entry)
    if (quality === before) equals.at(-1)?.push(entry)
    else equals.push([entry])
    before = quality
  }
  return equals.flatMap((group) => group.toSorted((a, b) => ageOf(a) - ageOf(b)))
}
