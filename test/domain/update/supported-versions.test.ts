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
    // No release's version, and no version at all.
    ['0.0.0-test', '9.0.0', false],
    ['1', '9.0.0', false],
    ['0.1.0, 0.1.0', '9.0.0', false],
    ['', '9.0.0', false],
    [undefined, '9.0.0', false],
  ])('%s where %s is the oldest: %s', (version, oldest, isOld) => {
    expect(isTooOld(version, oldest)).toBe(isOld)
  })

  it('does not concern this version: it works with itself', () => {
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
  ] as const)('of %s, which needs %s, and a server %s, which serves %s', (version, needs, server, serves, found) => {
    expect(findVersionGap({ version, needs }, { version: server, serves })).toEqual(found)
  })
})
