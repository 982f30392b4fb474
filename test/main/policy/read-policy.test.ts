import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { wantedDestination } from '#main/destination/wanted-destination.ts'
import { noPolicy, policyFile, readPolicy } from '#main/policy/read-policy.ts'
import { projectRoot } from '#scripts/project.ts'

const isRoot = process.getuid?.() === 0

describe('the policy of a workstation', () => {
  let folder: string
  let file: string
  const write = (text: string): void => writeFileSync(file, text, { mode: 0o644 })

  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'atrium-policy-')), 'atrium')
    mkdirSync(folder, { mode: 0o755 })
    file = join(folder, 'policy.json')
  })
  afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

  it('is read from the path that the guide names for each system', () => {
    const guide = readFileSync(join(projectRoot, 'docs/policy.md'), 'utf8')
    expect(guide).toContain('`%ProgramData%\\Atrium\\policy.json`')
    for (const system of ['Linux', 'macOS']) expect(guide).toContain(`| ${system} | \`${policyFile}\``)
  })

  it('is empty without a file', () => {
    expect(readPolicy(file)).toEqual(noPolicy)
  })

  it('is ignored if the user of the workstation could have written it', () => {
    write('{"lockMinutes":3}')
    if (isRoot) chmodSync(file, 0o666)
    expect(readPolicy(file)).toEqual({ values: {}, problem: 'writable' })
  })

  it('is ignored if the user of the workstation could have replaced it', ({ skip }) => {
    if (!isRoot) skip('only root can write a policy file that readPolicy accepts')
    write('{"lockMinutes":3}')
    chmodSync(folder, 0o777)
    expect(readPolicy(file).problem).toBe('writable')
    chmodSync(folder, 0o755)
    expect(readPolicy(file)).toEqual({ values: { lockMinutes: 3 }, problem: null })
    chownSync(file, 65_534, 65_534)
    expect(readPolicy(file).problem).toBe('writable')
  })

  it.each([
    ['{"lockMinutes":3', 'unreadable'],
    ['[]', 'unreadable'],
    ['', 'unreadable'],
    ['{"lockMinutes":0}', 'unreadable'],
    ['{"lockMinutes":16}', 'unreadable'],
    ['{"lockMinutes":"3"}', 'unreadable'],
    ['{"kiosk":"yes"}', 'unreadable'],
    ['{"serverAddress":""}', 'unreadable'],
    ['{"offlineDays":8}', 'unreadable'],
    ['\uFEFF{"kiosk":true,"laterKey":1}', null],
  ])('with %s has the problem %s, and sets a value only if the problem is null', (text, problem) => {
    write(text)
    // Unless root runs the test, its user can write the file, and that problem is reported first.
    const expected = isRoot ? problem : 'writable'
    const { values, problem: found } = readPolicy(file)
    expect(found).toBe(expected)
    expect(values).toEqual(found === null ? { kiosk: true } : {})
  })

  it('is unreadable if macOS has a profile that cannot be read, and is empty without a profile', () => {
    const profile = join(folder, 'profile.plist')
    const read = (output: string | null) => readPolicy(file, { system: 'darwin', run: () => output, profile })
    expect(read(null)).toEqual(noPolicy)
    writeFileSync(profile, '')
    expect(read('{"kiosk":true}')).toEqual({ values: { kiosk: true }, problem: null })
    for (const output of [null, '', 'x', '{"kiosk":1}']) {
      expect(read(output), String(output)).toEqual({ values: {}, problem: 'unreadable' })
    }
  })

  it('overrides flags, and an address that is not allowed stops the start', () => {
    const flags = { backOffice: 'http://127.0.0.1:1/', demo: true }
    expect(wantedDestination(flags, { serverAddress: 'atrium.clinic.example' })).toEqual({
      kind: 'server',
      url: 'https://atrium.clinic.example',
      setBy: 'policy',
    })
    expect(wantedDestination(flags, {})).toEqual({ kind: 'server', url: 'http://127.0.0.1:1', setBy: 'flag' })
    expect(wantedDestination({ backOffice: null, demo: true }, {})).toEqual({ kind: 'demo', setBy: 'flag' })
    expect(wantedDestination({ backOffice: null, demo: false }, {})).toBeNull()
    expect(() => wantedDestination(flags, { serverAddress: 'http://atrium.clinic.example' })).toThrow('Use https')
    expect(() => wantedDestination({ ...flags, backOffice: 'http://clinic' }, {})).toThrow(/^--back-office: /)
  })
})
