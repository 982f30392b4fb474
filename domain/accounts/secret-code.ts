/**
 * The characters of codes that people read and type: digits and letters without I, L, O and U, which are easily
 * misread.
 */
export const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * A setup code has 60 random bits, because it allows few guesses. An invitation code has 100, because its guesses are
 * not counted.
 */
export const codeLengths = { setup: 12, invitation: 20 } as const

/** Seconds until a code expires. */
export const setupCodeSeconds = 24 * 3600
export const invitationSeconds = 7 * 24 * 3600

/** Guesses after which a setup code is void and the command `init` must print a new one. */
export const maxSetupGuesses = 10

/** Returns a code in groups of four, as it is printed: `7K2M-9QXT-4B8D`. */
export const formatCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? ''

/**
 * Returns a typed code in its stored form: upper case, no spaces or dashes, `O` as 0, `I` and `L` as 1. Returns null
 * for a text that cannot be a code of this length.
 */
export const parseCode = (typed: string, length: number): string | null => {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  return code.length === length && [...code].every((letter) => codeAlphabet.includes(letter)) ? code : null
}
