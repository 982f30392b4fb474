import { randomInt } from 'node:crypto'
import { codeAlphabet } from '#domain/accounts/secret-code.ts'

/** Returns a random code of this length. */
export const createCode = (length: number): string =>
  Array.from({ length }, () => codeAlphabet.charAt(randomInt(codeAlphabet.length))).join('')
