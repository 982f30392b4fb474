import { lineOfText } from '#domain/values/plain-text.ts'

export const longestSupportPhone = 40

/**
 * Reads the support line of the configuration: undefined where none is given or it is blank, null where it is no line of text
 * or longer than {@link longestSupportPhone} characters.
 */
export const toSupportPhone = (text: string | undefined): string | undefined | null => {
  if (text === undefined || text.trim() === '') return undefined
  const parsed = lineOfText(longestSupportPhone).safeParse(text)
  return parsed.success ? parsed.data : null
}
