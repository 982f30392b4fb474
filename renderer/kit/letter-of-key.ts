/**
 * Returns the letter of a key press with Alt, in lower case; null for none. It is the letter that the keyboard's layout
 * has there, so that Alt+Q is the key with Q on a French keyboard too. macOS types another sign for a letter with
 * Option, such as `ç`: then the place of the key counts.
 */
export const letterOfKey = ({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string | null => {
  const letter = key.toLowerCase()
  if (/^[a-z]$/.test(letter)) return letter
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? null
}
