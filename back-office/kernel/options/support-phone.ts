import { lineOfText } from '#domain/values/plain-text.ts'

export const longestSupportPhone = 40

/**
 * Reads the configured support phone: undefined when missing or blank, null when it is not one line of text or longer
 * than {@link longestSupportPhone} characters.
 */
export const toSupportPhone = (text: string | undefined): string | undefined | null => {
  if (text === undefined || text.trim() === '') return undefined
  const parsed = lineOfText(longestSupportPhone).safeParse(text)
  return parsed.success ? parsed.data : null
}
