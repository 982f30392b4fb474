import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, extname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeRpmScript } from '#scripts/package/builder-settings.ts'
import { signLinuxFiles } from '#scripts/package/sign-linux-files.ts'
import { projectRoot } from '#scripts/project.ts'
import { readBuilderTemplate } from '../fixtures/installers/builder-template.ts'

const reasonNotTo = (): string | undefined => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'a chroot needs root on Linux'
  return process.env.PACKAGE_TOOLS_MISSING
}
const reason = reasonNotTo()
const resources = join(projectRoot, 'resources')
const versions = ['1.2.0', '1.10.0'] as const

/** Returns a script of the package as electron-builder fills it in. */
const fill = (script: string): string =>
  script.replaceAll(/\$\{executable\}/g, 'atrium').replaceAll(/\$\{sanitizedProductName\}/g, 'Atrium')
const afterInstall = fill(readBuilderTemplate('linux/after-install.tpl'))
const afterRemove = fill(readFileSync(join(resources, 'linux/after-remove.sh'), 'utf8'))

describe('in a chroot,', () => {
  beforeEach(({ skip }) => {
    if (reason !== undefined) skip(reason)
  })
  // A skipped run has no folder.
  const folder = reason === undefined ? mkdtempSync(join(tmpdir(), 'atrium-packages-')) : ''
  const at = (path: string): string => join(folder, path)
  const root = at('root')

  const write = (path: string, text: string, mode = 0o644): void => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    chmodSync(path, mode)
  }

  /** Writes the files of one version, with Node and the product's own policy reader in place of Electron. */
  const makePayload = (version: string): string => {
    const payload = at(`payload-${version}`)
    const program = join(payload, 'opt/Atrium')
    mkdirSync(join(program, 'app'), { recursive: true })
    copyFileSync(process.execPath, join(program, 'node'))
    for (const path of ['package.json', 'main/policy', 'domain/settings', 'domain/values', 'domain/update'])
      cpSync(join(projectRoot, path), join(program, 'app', path), { recursive: true })
    cpSync(realpathSync(join(projectRoot, 'node_modules/zod')), join(program, 'app/node_modules/zod'), {
      recursive: true,
    })
    copyFileSync(join(projectRoot, 'test/fixtures/installers/stand-in-program.ts'), join(program, 'app/start.ts'))
    copyFileSync(join(resources, 'unix/remove-data.sh'), join(program, 'resources-remove-data.sh'))
    write(
      join(program, 'atrium'),
      `#!/bin/sh\nATRIUM_VERSION=${version} exec /opt/Atrium/node --no-warnings /opt/Atrium/app/start.ts "$@"\n`,
      0o755,
    )
    write(join(program, 'chrome-sandbox'), '', 0o755)
    write(join(payload, 'usr/share/applications/atrium.desktop'), '[Desktop Entry]\nName=Atrium\nExec=atrium\n')
    return payload
  }

  const buildDeb = (version: string, payload: string): void => {
    const tree = at(`deb-${version}`)
    cpSync(payload, tree, { recursive: true })
    write(
      join(tree, 'DEBIAN/control'),
      `Package: atrium\nVersion: ${version}\nArchitecture: amd64\nMaintainer: Atrium <frontdesk@atrium.invalid>\nDescription: Atrium\n`,
    )
    for (const [name, text] of Object.entries({
      preinst: readFileSync(join(resources, 'linux/deb-before-install.sh'), 'utf8'),
      postinst: afterInstall,
      postrm: afterRemove,
    }))
      write(join(tree, 'DEBIAN', name), text, 0o755)
    execFileSync('dpkg-deb', ['--root-owner-group', '-Znone', '-b', tree, at(`packages/atrium-${version}.deb`)], {
      stdio: 'pipe',
    })
    rmSync(tree, { recursive: true })
  }

  const buildRpm = (version: string, payload: string): void => {
    const spec = at(`atrium-${version}.spec`)
    // `%` begins a macro of rpm, and `%%` is the character.
    const quote = (text: string): string => text.replaceAll('%', '%%')
    writeFileSync(
      spec,
      [
        `Name: atrium\nVersion: ${version}\nRelease: 1\nSummary: Atrium\nLicense: proprietary\nAutoReqProv: no`,
        '%description\nAtrium',
        `%install\ncp -a ${payload}/. %{buildroot}/`,
        `%pre -p /bin/sh\n${readFileSync(writeRpmScript(projectRoot, folder, version), 'utf8')}`,
        `%post -p /bin/bash\n${quote(afterInstall)}`,
        `%postun -p /bin/sh\n${quote(afterRemove)}`,
        '%files\n/opt/Atrium\n/usr/share/applications/atrium.desktop\n',
      ].join('\n'),
    )
    const defines = [
      `_topdir ${at('rpmbuild')}`,
      '_binary_payload w0.gzdio',
      '_build_id_links none',
      '__os_install_post %{nil}',
      'debug_package %{nil}',
    ]
    execFileSync(
      'rpmbuild',
      ['-bb', '--target', 'x86_64', ...defines.flatMap((define) => ['--define', define]), spec],
      { stdio: 'pipe' },
    )
    copyFileSync(at(`rpmbuild/RPMS/x86_64/atrium-${version}-1.x86_64.rpm`), at(`packages/atrium-${version}.rpm`))
  }

  /** Runs a shell command in the chroot, as root or as the user of the workstation. */
  const run = (command: string, account: 'root' | 'desk' = 'root') => {
    const args =
      account === 'root'
        ? ['/bin/sh', '-c', command]
        : [
            '/usr/bin/setpriv',
            '--reuid=1000',
            '--regid=1000',
            '--clear-groups',
            '/bin/sh',
            '-c',
            `export HOME=/home/desk; ${command}`,
          ]
    const { status, stdout, stderr } = spawnSync('chroot', [root, ...args], {
      encoding: 'utf8',
      timeout: 120_000,
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
    })
    return { status: status ?? -1, output: stdout + stderr }
  }
  const start = (): { readonly version: string; readonly policy: unknown } => {
    const started = run('atrium', 'desk')
    expect(started, started.output).toMatchObject({ status: 0 })
    return JSON.parse(started.output)
  }

  beforeAll(() => {
    if (reason !== undefined) return
    mkdirSync(at('packages'))
    for (const version of versions) {
      const payload = makePayload(version)
      buildDeb(version, payload)
      buildRpm(version, payload)
      rmSync(payload, { recursive: true })
    }
    execFileSync('debootstrap', ['--variant=minbase', '--include=rpm', 'bookworm', root], { stdio: 'pipe' })
    run('useradd --uid 1000 --create-home desk')
    cpSync(at('packages'), join(root, 'packages'), { recursive: true })
  }, 900_000)
  afterAll(() => {
    if (reason === undefined) rmSync(folder, { recursive: true, force: true })
  })

  // Debian's rpm has its own empty database, so it does not know that a shell is installed.
  const kinds = {
    deb: {
      install: (version: string) => run(`dpkg -i /packages/atrium-${version}.deb`),
      remove: 'dpkg --purge atrium',
    },
    rpm: {
      // Like dnf, this command also installs an older package.
      install: (version: string) => run(`rpm -U --oldpackage --nodeps /packages/atrium-${version}.rpm`),
      remove: 'rpm -e atrium',
    },
  } as const

  describe.each(['deb', 'rpm'] as const)('a %s package', (kind) => {
    const { install, remove } = kinds[kind]
    const [older, newer] = versions

    it('installs a program that an ordinary user can start but not change', () => {
      const installed = install(older)
      expect(installed, installed.output).toMatchObject({ status: 0 })
      expect(start()).toEqual({ version: older, policy: { values: {}, problem: null } })
      expect(run('touch /opt/Atrium/x || rm /opt/Atrium/atrium || echo x >> /usr/bin/atrium', 'desk').status).not.toBe(
        0,
      )
    }, 60_000)

    it('reads the policy in /etc/atrium, and ignores a policy file that an ordinary user can write to', () => {
      write(join(root, 'etc/atrium/policy.json'), '{ "lockMinutes": 3 }')
      expect(start().policy).toEqual({ values: { lockMinutes: 3 }, problem: null })
      chmodSync(join(root, 'etc/atrium/policy.json'), 0o666)
      expect(start().policy).toEqual({ values: {}, problem: 'writable' })
      chmodSync(join(root, 'etc/atrium/policy.json'), 0o644)
    }, 60_000)

    it('is upgraded, keeps its link and its policy, and refuses a downgrade', () => {
      const upgraded = install(newer)
      expect(upgraded, upgraded.output).toMatchObject({ status: 0 })
      expect(start()).toEqual({ version: newer, policy: { values: { lockMinutes: 3 }, problem: null } })
      const refused = install(older)
      expect(refused.status).not.toBe(0)
      expect(refused.output).toContain('Atrium 1.10.0 is installed, which is newer than 1.2.0')
      expect(start()).toMatchObject({ version: newer })
    }, 60_000)

    it('has a script that removes the data of one account, and of no other account', () => {
      for (const name of ['desk', 'other']) {
        write(join(root, `home/${name}/.config/Atrium/journal.db`), 'a journal')
        write(join(root, `home/${name}/.config/Atrium/keys.json`), '{}')
      }
      run('chown -R 1000 /home/desk')
      expect(run('echo n | sh /opt/Atrium/resources-remove-data.sh', 'desk').status).toBe(1)
      expect(existsSync(join(root, 'home/desk/.config/Atrium/keys.json'))).toBe(true)
      // A key in the keychain can be removed only by the program `secret-tool`.
      writeFileSync(join(root, 'home/desk/.config/Atrium/key-store'), 'keychain')
      expect(run('sh /opt/Atrium/resources-remove-data.sh --yes', 'desk').status).toBe(2)
      expect(existsSync(join(root, 'home/desk/.config/Atrium/keys.json'))).toBe(true)
      write(join(root, 'usr/local/bin/secret-tool'), '#!/bin/sh\necho "$@" > /tmp/removed-keys\n', 0o755)
      const removed = run('PATH=$PATH:/usr/local/bin sh /opt/Atrium/resources-remove-data.sh --yes', 'desk')
      expect(removed, removed.output).toMatchObject({ status: 0 })
      expect(readFileSync(join(root, 'tmp/removed-keys'), 'utf8')).toBe('clear service Atrium\n')
      expect(existsSync(join(root, 'home/desk/.config/Atrium'))).toBe(false)
      expect(existsSync(join(root, 'home/other/.config/Atrium/journal.db'))).toBe(true)
      rmSync(join(root, 'usr/local/bin/secret-tool'))
    }, 60_000)

    it('leaves only the policy of the organisation in the system after a purge', () => {
      const removed = run(remove)
      expect(removed, removed.output).toMatchObject({ status: 0 })
      for (const path of [
        'opt/Atrium',
        'usr/bin/atrium',
        'etc/alternatives/atrium',
        'usr/share/applications/atrium.desktop',
      ])
        expect(run(`test -e /${path} || test -L /${path}`).status, path).not.toBe(0)
      expect(readdirSync(join(root, 'etc/atrium'))).toEqual(['policy.json'])
      rmSync(join(root, 'etc/atrium'), { recursive: true })
    }, 60_000)
  })

  describe('a package signed with a throw-away key', () => {
    const home = at('gnupg')
    const names = ['Atrium-1.10.0-linux-amd64.deb', 'Atrium-1.10.0-linux-x86_64.rpm']
    const gpg = (...args: string[]): string =>
      execFileSync('gpg', ['--batch', '--yes', '--passphrase', '', ...args], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      })
    const makeKey = (name: string): string => {
      gpg('--quick-generate-key', `${name} <${name}@atrium.invalid>`, 'rsa2048', 'sign', '1d')
      return /^fpr:+([0-9A-F]+):/m.exec(gpg('--with-colons', '--list-keys', name))?.[1] ?? ''
    }
    const succeeds = (program: string, ...args: string[]): boolean =>
      spawnSync(program, args, { stdio: 'ignore', timeout: 60_000 }).status === 0

    /** Returns whether each kind of file verifies against the public key that the clinic was given. */
    const verifies = (set: string): { readonly deb: boolean; readonly rpm: boolean; readonly detached: boolean } => ({
      deb: succeeds(
        'debsig-verify',
        '--policies-dir',
        at('debsig/etc/debsig/policies'),
        '--keyrings-dir',
        at('debsig/usr/share/debsig/keyrings'),
        at(`${set}/${names[0]}`),
      ),
      rpm: succeeds(
        'rpmkeys',
        '--dbpath',
        at('rpmdb'),
        '--define',
        '_pkgverify_level signature',
        '-K',
        at(`${set}/${names[1]}`),
      ),
      detached: names.every((name) =>
        succeeds('gpgv', '--keyring', at('public.gpg'), at(`${set}/${name}.asc`), at(`${set}/${name}`)),
      ),
    })
    const copies = (set: string): void => {
      mkdirSync(at(set))
      for (const name of names) copyFileSync(at(`packages/atrium-1.10.0${extname(name)}`), at(`${set}/${name}`))
    }
    let key = ''

    beforeAll(() => {
      if (reason !== undefined) return
      mkdirSync(home, { mode: 0o700 })
      process.env.GNUPGHOME = home
      key = makeKey('atrium')
      // What administrators get.
      mkdirSync(at('it'))
      execFileSync('sh', [join(projectRoot, '.github/workflows/make-it-files.sh'), key, at('it')], { stdio: 'pipe' })
      execFileSync('unzip', ['-q', at('it/Atrium-debsig.zip'), '-d', at('debsig')])
      gpg('--output', at('public.gpg'), '--dearmor', at('it/public.asc'))
      mkdirSync(at('rpmdb'))
      execFileSync('rpmkeys', ['--dbpath', at('rpmdb'), '--import', at('it/public.asc')], { stdio: 'pipe' })
    }, 120_000)
    afterAll(() => {
      if (reason !== undefined) return
      spawnSync('gpgconf', ['--kill', 'all'])
      delete process.env.GNUPGHOME
    })

    it('has a valid signature, but not after one byte is changed', () => {
      copies('good')
      expect(verifies('good')).toEqual({ deb: false, rpm: false, detached: false })
      signLinuxFiles(at('good'), key, '1.10.0')
      expect(verifies('good')).toEqual({ deb: true, rpm: true, detached: true })
      for (const name of names) {
        const bytes = readFileSync(at(`good/${name}`))
        const middle = Math.floor(bytes.length / 2)
        bytes[middle] = (bytes[middle] ?? 0) ^ 1
        writeFileSync(at(`good/${name}`), bytes)
      }
      expect(verifies('good')).toEqual({ deb: false, rpm: false, detached: false })
    }, 180_000)

    it("does not verify with another publisher's key", () => {
      copies('foreign')
      signLinuxFiles(at('foreign'), makeKey('mallory'), '1.10.0')
      expect(verifies('foreign')).toEqual({ deb: false, rpm: false, detached: false })
    }, 180_000)

    it('cannot be made without a file and a known key, and then no file has the name of a signed file', () => {
      mkdirSync(at('empty'))
      expect(() => signLinuxFiles(at('empty'), key, '1.10.0')).toThrow('no deb, rpm or AppImage')
      copies('keyless')
      for (const other of ['Atrium-Unsigned-1.10.0-linux-amd64.deb', 'Atrium-1.9.0-linux-amd64.deb'])
        writeFileSync(at(`keyless/${other}`), '')
      expect(() => signLinuxFiles(at('keyless'), 'NO-SUCH-KEY', '1.10.0')).toThrow()
      expect(readdirSync(at('keyless')).sort()).toEqual([
        'Atrium-1.9.0-linux-amd64.deb',
        'Atrium-Unsigned-1.10.0-linux-amd64.deb',
      ])
    }, 60_000)
  })
})
