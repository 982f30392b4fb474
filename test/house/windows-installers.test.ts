import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkDataCommand, extendMsiProject, removeDataCommand } from '#scripts/package/extend-msi.ts'
import { sign } from '#scripts/package/sign-windows-file.ts'
import { projectRoot } from '#scripts/project.ts'

const fixtures = join(projectRoot, 'test/fixtures/installers')
const reason = process.env.WINDOWS_TOOLS_MISSING

/** The low bytes of Windows' exit codes, because a Linux process returns only one byte. */
const exitCodes = { done: 0, failed: 1603 % 256, newerInstalled: 1638 % 256 } as const

describe('Windows installers under Wine', () => {
  beforeEach(({ skip }) => {
    if (reason !== undefined) skip(reason)
  })
  // A skipped run has no folder.
  const folder = reason === undefined ? mkdtempSync(join(tmpdir(), 'atrium-windows-')) : ''
  const at = (path: string): string => join(folder, path)
  const drive = at('wine/drive_c')
  const program = join(drive, 'Program Files/Atrium')
  const env = { ...process.env, WINEPREFIX: at('wine'), WINEDEBUG: '-all', WINEDLLOVERRIDES: 'mscoree=;mshtml=' }

  const wine = (...args: readonly string[]): number => {
    const { status } = spawnSync('wine', [...args], { env, cwd: folder, stdio: 'ignore', timeout: 120_000 })
    return status ?? -1
  }
  const compile = (out: string, script: string, defines: Readonly<Record<string, string>>): void => {
    const flags = Object.entries({ OUT: at(out), ...defines }).map(([name, value]) => `-D${name}=${value}`)
    execFileSync('makensis', ['-V2', '-WX', ...flags, join(fixtures, script)], { stdio: 'pipe' })
  }
  const setup = (version: string, target = 'amd64-unicode'): void =>
    compile(`setup-${version}-${target}.exe`, 'stand-in.nsi', {
      TARGET: target,
      VERSION: version,
      PAYLOAD: at('payload'),
      PRODUCT: join(projectRoot, 'resources/windows/installer.nsh'),
    })
  const install = (version: string, ...flags: string[]): number =>
    wine(at(`setup-${version}-amd64-unicode.exe`), '/S', ...flags)
  const uninstall = (...flags: string[]): number => {
    const code = wine(join(program, 'Uninstall Atrium.exe'), '/S', ...flags)
    // The uninstaller continues as a copy in the temporary folder, and removes the program folder last.
    for (let tries = 0; existsSync(program) && tries < 600; tries += 1)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
    return code
  }

  const msi = (version: string): void => {
    const text = extendMsiProject(readFileSync(join(fixtures, 'stand-in.wxs'), 'utf8'))
      .replace('VERSION', version)
      // Replaces the parts that wixl does not support: the namespace of WiX 4, a group outside a fragment, and a
      // command that is not a file.
      .replace('http://wixtoolset.org/schemas/v4/wxs', 'http://schemas.microsoft.com/wix/2006/wi')
      .replace(/(<ComponentGroup .*<\/ComponentGroup>)\s*<\/Product>/s, '</Product><Fragment>$1</Fragment>')
      .replaceAll(/Directory="TARGETDIR" ExeCommand="[^"]*"/g, 'FileKey="mainExecutable" ExeCommand="x"')
    writeFileSync(at(`${version}.wxs`), text)
    execFileSync('wixl', ['-a', 'x64', '-o', `${version}.msi`, `${version}.wxs`], { cwd: folder, stdio: 'ignore' })
  }
  const table = (version: string, name: string): string =>
    execFileSync('msiinfo', ['export', at(`${version}.msi`), name], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  const codeOf = (version: string): string => /ProductCode\t(\S+)/.exec(table(version, 'Property'))?.[1] ?? ''

  const dataOf = (account: string): string[] =>
    ['Local', 'Roaming'].map((place) => join(drive, 'users', account, 'AppData', place, 'Atrium'))
  const makeData = (account: string): void => {
    for (const path of dataOf(account)) {
      mkdirSync(path, { recursive: true })
      writeFileSync(join(path, 'journal.db'), 'a journal')
    }
  }
  const keptData = (account: string): string[] => dataOf(account).filter((path) => existsSync(path))
  /**
   * Replaces a folder of an account with a link to a system folder. An ordinary account may do this. Returns the link
   * and the path of the journal in the linked folder.
   */
  const linkData = (account: string, place = 'AppData/Roaming/Atrium') => {
    const link = join(drive, 'users', account, place)
    const elsewhere = mkdtempSync(join(drive, 'windows/private-'))
    renameSync(link, elsewhere)
    symlinkSync(elsewhere, link)
    return { link, target: join(elsewhere, place.endsWith('Atrium') ? 'journal.db' : 'Atrium/journal.db') }
  }
  const policyFolder = join(drive, 'ProgramData/Atrium')
  const credentials = (): string[] => {
    wine(at('credential.exe'), '--list')
    return readFileSync(at('credentials.txt'), 'utf16le')
      .split('\n')
      .filter((name) => name !== '')
  }
  // Wine's user has the name of the account that runs Wine.
  const own = userInfo().username

  beforeAll(() => {
    if (reason !== undefined) return
    writeFileSync(at('payload'), 'a program')
    for (const version of ['1.2.0', '1.3.0']) {
      setup(version)
      msi(version)
    }
    setup('1.3.0', 'x86-unicode')
    compile('credential.exe', 'credential.nsi', {})
    execFileSync('wine', ['wineboot', '-i'], { env, stdio: 'ignore' })
    const list = 'HKLM\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\ProfileList\\S-1-5-21-1'
    wine('reg', 'add', list, '/v', 'ProfileImagePath', '/d', 'C:\\users\\nurse', '/f')
  }, 180_000)
  afterAll(() => {
    if (reason !== undefined) return
    spawnSync('wineserver', ['-k'], { env })
    rmSync(folder, { recursive: true, force: true })
  })

  it('NSIS: installs silently, upgrades, and refuses an older version unless the updater installs it', () => {
    expect(install('1.2.0')).toBe(exitCodes.done)
    expect(readFileSync(join(program, 'Atrium.exe'), 'utf8')).toBe('a program')
    expect(install('1.3.0')).toBe(exitCodes.done)
    expect(install('1.2.0')).toBe(exitCodes.newerInstalled)
    expect(install('1.2.0', '--updated')).toBe(exitCodes.done)
    expect(install('1.3.0')).toBe(exitCodes.done)
  }, 120_000)

  it('NSIS: a silent removal keeps the data and the keys', () => {
    for (const account of [own, 'nurse']) makeData(account)
    for (const name of ['cache', 'journal']) wine(at('credential.exe'), `0123456789abcdef ${name}.Atrium`)
    for (const name of ['someone.Other', 'shared.Atrium']) wine(at('credential.exe'), name)
    expect(credentials()).toHaveLength(4)
    expect(uninstall()).toBe(exitCodes.done)
    expect(existsSync(program)).toBe(false)
    expect([...keptData(own), ...keptData('nurse')]).toHaveLength(4)
    expect(credentials()).toHaveLength(4)
  }, 120_000)

  it('NSIS: registers links, and makes a policy folder that only administrators can write to', () => {
    const command = 'HKLM\\Software\\Classes\\atrium\\shell\\open\\command'
    const isRegistered = () => wine('reg', 'query', command) === 0
    expect(isRegistered()).toBe(false)
    rmSync(policyFolder, { recursive: true, force: true })
    expect(install('1.3.0')).toBe(exitCodes.done)
    expect(isRegistered()).toBe(true)
    // Wine maps the folder's permissions to a Unix mode, except those of the Users group. A folder without its own
    // permissions would have 0o755.
    expect(statSync(policyFolder).mode & 0o777).toBe(0o750)
    writeFileSync(join(policyFolder, 'policy.json'), '{}')
    expect(uninstall()).toBe(exitCodes.done)
    expect(isRegistered()).toBe(false)
    expect(existsSync(join(policyFolder, 'policy.json'))).toBe(true)
    expect(existsSync(join(drive, 'users', own, 'AppData/Local/atrium-updater'))).toBe(false)
  }, 120_000)

  it.each(['AppData/Roaming/Atrium', 'AppData/Roaming'])(
    'NSIS: --delete-app-data follows no link at %s',
    (place) => {
      for (const account of [own, 'nurse']) makeData(account)
      const links = [own, 'nurse'].map((account) => linkData(account, place))
      expect(install('1.3.0')).toBe(exitCodes.done)
      expect(uninstall('--delete-app-data')).toBe(exitCodes.done)
      for (const { target } of links) expect(existsSync(target), target).toBe(true)
      for (const account of [own, 'nurse']) {
        expect(existsSync(dataOf(account)[0] ?? '')).toBe(false)
      }
      for (const { link } of links) unlinkSync(link)
    },
    120_000,
  )

  it('NSIS: --delete-app-data removes the data of every account, but only the keys of this account', () => {
    expect(install('1.3.0')).toBe(exitCodes.done)
    expect(uninstall('--delete-app-data')).toBe(exitCodes.done)
    expect([...keptData(own), ...keptData('nurse')]).toEqual([])
    expect(credentials().toSorted()).toEqual(['shared.Atrium', 'someone.Other'])
  }, 120_000)

  it('MSI: has the fixed upgrade code, refuses older versions in two languages, and registers links', () => {
    expect(table('1.3.0', 'Property')).toContain('UpgradeCode\t{EBC2D59E-36F5-5BFF-87FF-8AC75789776A}')
    expect(readFileSync(join(projectRoot, 'electron-builder.yml'), 'utf8')).toContain(
      'upgradeCode: EBC2D59E-36F5-5BFF-87FF-8AC75789776A',
    )
    expect(table('1.3.0', 'LaunchCondition')).toMatch(
      /NOT WIX_DOWNGRADE_DETECTED\tA newer .* \/ Une version plus récente/,
    )
    expect(table('1.3.0', 'Upgrade')).toMatch(/\t1\.3\.0\t\t\t2\t\tWIX_DOWNGRADE_DETECTED/)
    expect(table('1.3.0', 'InstallExecuteSequence')).toContain('removeData\tREMOVE="ALL" AND REMOVEDATA="1"')
    expect(table('1.3.0', 'Registry')).toContain('"[APPLICATIONFOLDER]Atrium.exe" "%1"')
  })

  // Wine does not remove the version that an upgrade replaces, so an upgrade can be tested only on Windows.
  it('MSI: installs, refuses an older version and is removed', () => {
    expect(wine('msiexec', '/i', '1.3.0.msi', '/qn')).toBe(exitCodes.done)
    expect(existsSync(join(program, 'Atrium.exe'))).toBe(true)
    expect(wine('msiexec', '/i', '1.2.0.msi', '/qn')).toBe(exitCodes.failed)
    expect(wine('reg', 'query', 'HKLM\\Software\\Classes\\atrium\\shell\\open\\command')).toBe(exitCodes.done)
    expect(wine('msiexec', '/x', codeOf('1.3.0'), '/qn')).toBe(exitCodes.done)
    expect(existsSync(join(program, 'Atrium.exe'))).toBe(false)
  }, 120_000)

  it("MSI: the REMOVEDATA command removes every account's data", () => {
    for (const account of [own, 'nurse']) makeData(account)
    const runCommand = (command: string): number => {
      const [, script = ''] = command
        .replace('[%SystemDrive]', 'C:')
        .replaceAll('"[System64Folder]fsutil.exe"', 'fsutil')
        .split('cmd.exe" /d /c ')
      writeFileSync(at('remove.cmd'), `@${script.replaceAll('%', '%%')}\r\n`)
      return wine('cmd', '/d', '/c', 'remove.cmd')
    }
    expect(runCommand(checkDataCommand)).toBe(1)
    // Wine's `fsutil` finds no links, and its `cmd` runs what follows `||` in every case.
    runCommand(removeDataCommand)
    expect([...keptData(own), ...keptData('nurse')]).toEqual([])
    expect(runCommand(checkDataCommand)).toBe(0)
  }, 60_000)

  describe('signed by the program of ATRIUM_WINDOWS_SIGNER', () => {
    const openssl = (...args: string[]): void => void execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
    const certify = (name: string, issuer: string, days: readonly string[] = ['-days', '2']): void => {
      openssl(
        'req',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-keyout',
        `${name}.key`,
        '-out',
        `${name}.csr`,
        '-subj',
        `/CN=${name}`,
      )
      writeFileSync(at('usage'), 'extendedKeyUsage=codeSigning\n')
      const by = ['-CA', `${issuer}.pem`, '-CAkey', `${issuer}.key`, '-CAcreateserial', '-extfile', 'usage']
      openssl('x509', '-req', '-in', `${name}.csr`, ...by, ...days, '-out', `${name}.pem`)
    }
    const signAs = (name: string, file: string): void => {
      const signer = at(`sign-as-${name}`)
      writeFileSync(
        signer,
        `#!/bin/sh\nosslsigncode sign -h sha256 -certs ${at(name)}.pem -key ${at(name)}.key -in "$1" -out "$1.signed" && mv "$1.signed" "$1"\n`,
      )
      chmodSync(signer, 0o755)
      process.env.ATRIUM_WINDOWS_SIGNER = signer
      sign({ path: file })
    }
    const verifies = (file: string, publisher = 'Atrium'): boolean => {
      const { status, stdout } = spawnSync('osslsigncode', ['verify', '-CAfile', at('ca.pem'), '-in', file], {
        encoding: 'utf8',
      })
      return status === 0 && new RegExp(`Subject: .*CN ?= ?${publisher}$`, 'm').test(stdout)
    }
    const copies = (name: string): readonly string[] =>
      ['setup-1.3.0-amd64-unicode.exe', '1.3.0.msi'].map((file) => {
        const copy = at(`${name}-${file}`)
        copyFileSync(at(file), copy)
        return copy
      })

    beforeAll(() => {
      if (reason !== undefined) return
      for (const name of ['ca', 'other-ca'])
        openssl(
          'req',
          '-x509',
          '-newkey',
          'rsa:2048',
          '-nodes',
          '-days',
          '2',
          '-keyout',
          `${name}.key`,
          '-out',
          `${name}.pem`,
          '-subj',
          `/CN=${name}`,
        )
      certify('Atrium', 'ca')
      certify('Mallory', 'ca')
      certify('expired', 'ca', ['-days', '-1'])
      certify('foreign', 'other-ca')
    }, 60_000)
    afterAll(() => {
      delete process.env.ATRIUM_WINDOWS_SIGNER
    })

    it('have valid signatures (NSIS and MSI), but not after one byte is changed', () => {
      for (const file of copies('good')) {
        expect(verifies(file)).toBe(false)
        signAs('Atrium', file)
        expect(verifies(file)).toBe(true)
        const bytes = readFileSync(file)
        const middle = Math.floor(statSync(at('1.3.0.msi')).size / 4)
        bytes[middle] = (bytes[middle] ?? 0) ^ 1
        writeFileSync(file, bytes)
        expect(verifies(file)).toBe(false)
      }
    })

    it.each(['expired', 'Mallory', 'foreign'])(
      'do not verify (NSIS and MSI) if signed with the certificate "%s"',
      (name) => {
        for (const file of copies(name)) {
          signAs(name, file)
          expect(verifies(file)).toBe(false)
        }
      },
    )

    it('are not built if the signer fails', () => {
      const [file = ''] = copies('unsignable')
      process.env.ATRIUM_WINDOWS_SIGNER = '/bin/false'
      expect(() => sign({ path: file })).toThrow()
      delete process.env.ATRIUM_WINDOWS_SIGNER
      expect(() => sign({ path: file })).toThrow('ATRIUM_WINDOWS_SIGNER is not set')
    })
  })
})
