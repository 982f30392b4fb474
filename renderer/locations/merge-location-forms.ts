import type { LocationForm } from './location-form.ts'

type Values = Readonly<Record<string, unknown>>

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Merges value by value; null if a value was changed on both sides in different ways. */
const mergeValues = <Part extends Values>(base: Part, mine: Part, saved: Part): Part | null => {
  const names = Object.keys(mine)
  const isMine = (name: string): boolean => !isSame(mine[name], base[name])
  const isTheirs = (name: string): boolean => !isSame(saved[name], base[name])
  if (names.some((name) => isMine(name) && isTheirs(name) && !isSame(mine[name], saved[name]))) return null
  return { ...saved, ...Object.fromEntries(names.filter(isMine).map((name) => [name, mine[name]])) }
}

/**
 * Merges a newer version into a form that is being edited. `base`: the version that the form started from. A field that
 * the user did not change takes the saved value. Returns null if both sides changed one field in different ways.
 */
export const mergeLocationForms = (
  base: LocationForm,
  mine: LocationForm,
  saved: LocationForm,
): LocationForm | null => {
  const texts = mergeValues(base.texts, mine.texts, saved.texts)
  const flags = mergeValues(base.flags, mine.flags, saved.flags)
  const hours = mergeValues(base.hours, mine.hours, saved.hours)
  const choices = mergeValues(choicesOf(base), choicesOf(mine), choicesOf(saved))
  return texts && flags && hours && choices && { ...mine, ...choices, texts, flags, hours }
}

const choicesOf = ({ currency, type }: LocationForm) => ({ currency, type })
