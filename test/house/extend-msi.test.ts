import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  extendMsiProject,
  makePolicyFolderCommand,
  msiProjectCreated,
  removeDataCommand,
} from '#scripts/package/extend-msi.ts'
import { readBuilderTemplate } from '../fixtures/installers/builder-template.ts'

const readTemplate = (): string => readBuilderTemplate('msi/template.xml')

describe('the project of an MSI', () => {
  it('is changed in its file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'atrium-msi-'))
    const path = join(folder, 'project.wxs')
    writeFileSync(path, readTemplate())
    msiProjectCreated(path)
    expect(readFileSync(path, 'utf8')).toBe(extendMsiProject(readTemplate()))
    rmSync(folder, { recursive: true })
  })

  it('gets the links, the removal of data and a text in two languages, in the form that electron-builder writes', () => {
    const extended = extendMsiProject(readTemplate())
    expect(extended).toContain('DowngradeErrorMessage="A newer version of [ProductName] is installed. / Une version')
    expect(extended).toMatch(
      /Key="Software\\Classes\\atrium\\shell\\open\\command"[^>]*Atrium\.exe&quot; &quot;%1&quot;/,
    )
    expect(extended).toMatch(/<Custom Action="removeData" [^>]*>REMOVE="ALL" AND REMOVEDATA="1" AND NOT UPGRADING/)
    expect(extended.match(/<ComponentGroup /g)).toHaveLength(1)
    expect(extended.indexOf('AtriumLinks')).toBeLessThan(extended.indexOf('</ComponentGroup>'))
  })

  it('deletes no data through a link, and fails when data is left', () => {
    const [, perProfile = ''] = removeDataCommand.split(' do @for %p in (Local Roaming) do @')
    const query = (path: string): string => `"[System64Folder]fsutil.exe" reparsepoint query "${path}"`
    expect(perProfile.split(' || ')).toEqual([
      query('%u'),
      query('%u\\AppData'),
      query('%u\\AppData\\%p'),
      query('%u\\AppData\\%p\\Atrium'),
      'rmdir /s /q "%u\\AppData\\%p\\Atrium"',
    ])
    const extended = extendMsiProject(readTemplate())
    expect(extended).toMatch(/<CustomAction Id="checkData" [^>]*Return="check"/)
    expect(extended).toMatch(
      /<Custom Action="checkData" After="removeData">REMOVE="ALL" AND REMOVEDATA="1" AND NOT UPGR/,
    )
  })

  it('makes a policy folder that only administrators can write to, and does not change an existing folder', () => {
    const extended = extendMsiProject(readTemplate())
    expect(extended).toMatch(/<Custom Action="makePolicyFolder" After="InstallFiles">NOT REMOVE</)
    expect(makePolicyFolderCommand).toMatch(
      /if not exist "([^"]*)" mkdir "\1"&&.* \/setowner \*S-1-5-32-544&&.* \/inheritance:r /,
    )
    expect(extended).toContain(
      '/inheritance:r /grant:r *S-1-5-18:(OI)(CI)F *S-1-5-32-544:(OI)(CI)F *S-1-5-32-545:(OI)(CI)RX',
    )
  })

  it.each(['</ComponentGroup>', '<Directory Id="TARGETDIR"', 'DowngradeErrorMessage='])(
    'is refused without %s',
    (part) => {
      expect(() => extendMsiProject(readTemplate().replace(part, ''))).toThrow("electron-builder's MSI project has no")
    },
  )
})
