import { describe, expect, it } from 'vitest'
import { codeAlphabet, formatCode, parseCode } from '#domain/accounts/secret-code.ts'

describe('a secret code', () => {
  it('has no easily confused characters', () => {
    expect(codeAlphabet).toMatch(/^[0-9A-HJKMNP-TV-Z]{32}$/)
  })
  it.each<[string, string | null]>([
    ['7K2M-9QXT-4B8D', '7K2M9QXT4B8D'],
    [' 7k2m 9qxt4b8d ', '7K2M9QXT4B8D'],
    ['oK2M-9QXT-iBlD', '0K2M9QXT1B1D'],
    ['7K2M-9QXT-4B8', null],
    ['7K2M-9QXT-4B8DD', null],
    ['7K2M-9QXT-4B8U', null],
    ['', null],
  ])('typed as %s is read as %s', (typed, code) => expect(parseCode(typed, 12)).toBe(code))
  it('is printed in groups of four', () => expect(formatCode('7K2M9QXT4B8D')).toBe('7K2M-9QXT-4B8D'))
})
