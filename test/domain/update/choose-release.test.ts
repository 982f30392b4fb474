import { describe, expect, it } from 'vitest'
import { chooseRelease } from '#domain/update/choose-release.ts'
import type { ReleaseFile } from '#domain/update/release.ts'

const release = (version: string, changes: Partial<ReleaseFile> = {}): ReleaseFile => ({
  version,
  channel: 'stable',
  platform: 'linux',
  arch: 'x64',
  format: 'appimage',
  releasedAt: '2026-11-20T10:00:00Z',
  minimumServer: '0.1.0',
  notes: [],
  rollbackFrom: [],
  ...changes,
})
const program = { version: '1.2.0', channel: 'stable', platform: 'linux', arch: 'x64', format: 'appimage' } as const

describe('the release that a program may install', () => {
  it.each<[string, ReleaseFile[], string[]]>([
    ['nothing from an empty feed', [], []],
    [
      'newer releases, the newest first',
      [release('1.3.0'), release('1.10.0'), release('1.4.0')],
      ['1.10.0', '1.4.0', '1.3.0'],
    ],
    ['no older release', [release('1.1.0')], []],
    ['an older release to roll back the installed version', [release('1.1.0', { rollbackFrom: ['1.2.0'] })], ['1.1.0']],
    [
      'no older release that withdraws another version but not the installed one',
      [release('1.1.0', { rollbackFrom: ['1.1.9'] })],
      [],
    ],
    [
      'first a newer release, then the older one that withdraws the installed version',
      [release('1.1.0', { rollbackFrom: ['1.2.0'] }), release('1.3.0')],
      ['1.3.0', '1.1.0'],
    ],
    ['a release that runs on all processors', [release('1.3.0', { arch: 'universal' })], ['1.3.0']],
    ['no early release', [release('1.3.0', { channel: 'early' })], []],
  ])('is %s', (_, files, versions) => {
    expect(chooseRelease(files, program).candidates.map(({ file }) => file.version)).toEqual(versions)
  })

  it('is never a version that another release withdraws', () => {
    const files = [release('1.1.0', { rollbackFrom: ['1.2.0'] }), release('1.2.0')]
    expect(chooseRelease(files, { ...program, version: '1.1.0' }).candidates).toEqual([])
    expect(chooseRelease(files, { ...program, version: '1.0.0' }).candidates.map(({ file }) => file.version)).toEqual([
      '1.1.0',
    ])
  })

  it('includes early and stable releases for a program on the early channel', () => {
    const files = [release('1.3.0', { channel: 'early' }), release('1.4.0')]
    const { candidates } = chooseRelease(files, { ...program, channel: 'early' })
    expect(candidates.map(({ file }) => file.version)).toEqual(['1.4.0', '1.3.0'])
  })

  it('is ambiguous if two files claim one version', () => {
    expect(chooseRelease([release('1.3.0'), release('1.3.0', { arch: 'universal' })], program).ambiguous).toBe('1.3.0')
    expect(chooseRelease([release('1.3.0')], program).ambiguous).toBe(null)
  })
})
