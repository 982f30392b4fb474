import { lineOfText } from '#domain/values/plain-text.ts'

export const maxSupportPhoneChars = 40

/**
 * Reads the configured support phone: undefined when missing or blank, null when it is not one line of text or longer
 * than {@link maxSupportPhoneChars} characters.
 */
export const toSupportPhone = (text: string | undefined): string | undefined | null => {
  if (text === undefined || text.trim() === '') return undefined
  const parsed = lineOfText(maxSupportPhoneChars).safeParse(text)
  return parsed.success ? parsed.data : null
}
