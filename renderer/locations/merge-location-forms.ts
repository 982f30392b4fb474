import { mergeFields } from '#domain/study/merge-fields.ts'
import type { LocationForm } from './location-form.ts'

/**
 * Merges a newer version into a form that is being edited. `base`: the version that the form started from. A field that
 * the user did not change takes the saved value. Returns null if both sides changed one field in different ways.
 */
export const mergeLocationForms = (
  base: LocationForm,
  mine: LocationForm,
  saved: LocationForm,
): LocationForm | null => {
  const texts = mergeFields(base.texts, mine.texts, saved.texts)
  const flags = mergeFields(base.flags, mine.flags, saved.flags)
  const hours = mergeFields(base.hours, mine.hours, saved.hours)
  const choices = mergeFields(choicesOf(base), choicesOf(mine), choicesOf(saved))
  if ([texts, flags, hours, choices].some(({ conflicts }) => conflicts.length > 0)) return null
  return { ...mine, ...choices.merged, texts: texts.merged, flags: flags.merged, hours: hours.merged }
}

const choicesOf = ({ currency, type, paperLogo }: LocationForm) => ({ currency, type, paperLogo })
