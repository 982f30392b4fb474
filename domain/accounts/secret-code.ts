/**
 * The characters of codes that people read and type: digits and letters without I, L, O and U, which are mistaken for
 * others.
 */
export const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A setup code has 60 random bits, few guesses and one day; an invitation has 100 bits and any number of guesses. */
export const codeLengths = { setup: 12, invitation: 20 } as const

/** Seconds until a code expires. */
export const setupCodeSeconds = 24 * 3600
export const invitationSeconds = 7 * 24 * 3600

/** Wrong guesses after which a setup code is void and a new one must be printed. */
export const mostSetupGuesses = 10

/** Returns a code in groups of four, as it is printed: `7K2M-9QXT-4B8D`. */
export const formatCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? ''

/**
 * Returns a typed code in its stored form: upper case, without spaces and dashes, with `O` read as 0 and `I` and `L` as
 * 1. A text that cannot be a code of this length gives null.
 */
export const parseCode = (typed: string, length: number): string | null => {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  return code.length === length && [...code].every((letter) => codeAlphabet.includes(letter)) ? code : null
}
