import { describe, expect, it } from 'vitest'
import { maxLogoBytes, paperLogoSchema } from '#domain/locations/paper-logo.ts'

const base64Of = (bytes: number): string => Buffer.alloc(bytes, 7).toString('base64')

describe('the logo of a location', () => {
  it.each([
    ['none', '', true],
    ['a small file', base64Of(100), true],
    ['the largest file', base64Of(maxLogoBytes), true],
    ['a file that is a byte too large', base64Of(maxLogoBytes + 1), false],
    ['text that is not base64', 'not a logo', false],
    ['base64 that is cut off', base64Of(100).slice(0, -3), false],
    ['a data URL', `data:image/png;base64,${base64Of(9)}`, false],
  ])('is accepted or refused correctly: %s', (_what, logo, isAllowed) => {
    expect(paperLogoSchema.safeParse(logo).success).toBe(isAllowed)
  })
})
