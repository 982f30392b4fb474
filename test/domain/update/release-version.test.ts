import { describe, expect, it } from 'vitest'
import { compareVersions, releaseVersionSchema } from '#domain/update/release-version.ts'

describe('the version of a release', () => {
  it.each(['0.0.0', '1.12.0', '2026.1.0', '1999.0.0', '2099.999.999'])('accepts %s', (version) => {
    expect(releaseVersionSchema.parse(version)).toBe(version)
  })

  it.each([
    '',
    '1',
    '1.2',
    '1.2.3.4',
    '01.2.3',
    '1.2.3-beta',
    'v1.2.3',
    '1.2.1000',
    '1.1000.0',
    '2100.0.0',
    '3000.0.0',
    '10000.0.0',
    '1.2.-3',
    ' 1.2.3',
    '1.2.3\n',
  ])('refuses %j', (version) => {
    expect(releaseVersionSchema.safeParse(version).success).toBe(false)
  })

  it.each([
    ['1.2.3', '1.2.3', 0],
    ['1.2.3', '1.2.4', -1],
    ['1.10.0', '1.9.0', 1],
    ['2.0.0', '1.99.99', 1],
    ['0.9.10', '0.10.9', -1],
    ['1.0.0', '10.0.0', -1],
  ])('compares %s with %s part by part as numbers', (one, other, sign) => {
    expect(Math.sign(compareVersions(one, other))).toBe(sign)
    expect(Math.sign(compareVersions(other, one))).toBe(sign === 0 ? 0 : -sign)
  })
})
