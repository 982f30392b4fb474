const versionPattern = /^v?(?<numbers>\d{1,5}(?:\.\d{1,5}){0,3})(?![\d.])/

/** Matches a version as a bundle and a crash report have it: numbers and dots. */
export const versionTextPattern = /^\d{1,5}(?:\.\d{1,5}){0,3}$/

/**
 * Returns the numbers at the start of a version, such as `6.8.0` for `6.8.0-45-generic`; null if it does not begin with
 * one to four numbers of at most five digits. The rest of a version may be any text.
 */
export const toVersionText = (version: string): string | null => versionPattern.exec(version)?.groups?.numbers ?? null

/**
 * The browsers that a bundle names. The user-agent texts of Edge and Opera also name Chrome, so Edge and Opera come
 * first.
 */
const browsers = [
  ['Edge', /\bEdg\/(?<number>\d{1,4})/],
  ['Opera', /\bOPR\/(?<number>\d{1,4})/],
  ['Firefox', /\bFirefox\/(?<number>\d{1,4})/],
  ['Chrome', /(?:\b|Headless)Chrome\/(?<number>\d{1,4})/],
  ['Safari', /\bVersion\/(?<number>\d{1,4}).*\bSafari\//],
] as const

/** Matches what {@link toBrowserText} returns. */
export const browserTextPattern = /^(?:Edge|Opera|Firefox|Chrome|Safari) \d{1,4}$/

/**
 * Returns a browser and its main version, such as `Chrome 142`, from its user-agent text; null if the text names none
 * of the browsers above.
 */
export const toBrowserText = (userAgent: string): string | null => {
  for (const [name, pattern] of browsers) {
    const number = pattern.exec(userAgent)?.groups?.number
    if (number !== undefined) return `${name} ${number}`
  }
  return null
}
