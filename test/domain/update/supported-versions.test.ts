import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compareVersions } from '#domain/update/release-version.ts'
import { findVersionGap, isTooOld, oldestProgram, oldestServer } from '#domain/update/supported-versions.ts'

describe('whether a version is too old', () => {
  it.each([
    ['0.1.0', '0.1.0', false],
    ['0.1.0', '0.1.1', true],
    ['0.9.9', '0.10.0', true],
    ['0.10.0', '0.9.9', false],
    ['1.0.0', '0.99.99', false],
    ['1.99.0', '2.0.0', true],
    ['0.0.0', '0.1.0', true],
    // The first value is not the version of a release, and the others are not versions.
    ['0.0.0-test', '9.0.0', false],
    ['1', '9.0.0', false],
    ['0.1.0, 0.1.0', '9.0.0', false],
    ['', '9.0.0', false],
    [undefined, '9.0.0', false],
  ])('is decided for %s if %s is the oldest supported: %s', (version, oldest, isOld) => {
    expect(isTooOld(version, oldest)).toBe(isOld)
  })

  it('is false for the version in package.json, both of a workstation and of a server', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(compareVersions(version, oldestProgram)).toBeGreaterThanOrEqual(0)
    expect(compareVersions(version, oldestServer)).toBeGreaterThanOrEqual(0)
  })
})

describe('the gap between a workstation and a server', () => {
  it.each([
    ['0.2.0', '0.1.0', '0.2.0', '0.1.0', null],
    ['0.2.0', '0.1.0', '0.3.0', '0.3.0', { versionGap: 'program-too-old', neededVersion: '0.3.0' }],
    ['0.3.0', '0.2.0', '0.1.0', '0.1.0', { versionGap: 'server-too-old', neededVersion: '0.2.0' }],
    ['0.3.0', '0.2.0', '0.1.0', null, { versionGap: 'server-too-old', neededVersion: '0.2.0' }],
    ['0.1.0', '0.1.0', '9.0.0', null, null],
    ['0.1.0', '0.3.0', '0.2.0', '0.2.0', { versionGap: 'program-too-old', neededVersion: '0.2.0' }],
    ['0.0.0-test', '0.1.0', '0.3.0', '0.3.0', null],
    [undefined, '0.1.0', '0.3.0', '0.3.0', null],
    ['0.3.0', '0.2.0', '0.0.0-test', null, null],
  ] as const)(
    'of a workstation %s, which needs a server from %s on, and a server %s, which serves workstations from %s on',
    (version, needs, server, serves, found) => {
      expect(findVersionGap({ version, needs }, { version: server, serves })).toEqual(found)
    },
  )
})
