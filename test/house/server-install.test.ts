import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { projectRoot } from '#scripts/project.ts'
import { findFreePort } from '#test/fixtures/free-port.ts'
import {
  bookStudy,
  callServer,
  endServers,
  firstAdministrator,
  makeFolder,
  packServer,
  reasonNotToPack,
  removeFolder,
  type ServerAlone,
  startAlone,
  writeFirstFiles,
} from '../fixtures/server/packed-server.ts'
import { findSystemProgram } from '../fixtures/server/system-program.ts'

const reasonNotTo = (): string | undefined => {
  if (reasonNotToPack !== undefined) return reasonNotToPack
  if (process.getuid?.() !== 0) return 'a chroot needs root'
  return findSystemProgram('debootstrap') === undefined ? 'debootstrap is not installed' : undefined
}
const reason = reasonNotTo()

/** Returns the commands of one part of docs/server.md. */
const stepsOf = (name: string): string => {
  const document = readFileSync(join(projectRoot, 'docs/server.md'), 'utf8')
  const steps = new RegExp(`<!-- steps: ${name} -->\n\`\`\`sh\n([^]*?)\`\`\``).exec(document)?.[1]
  if (steps === undefined) throw new Error(`docs/server.md has no steps ${name}`)
  return steps
}

describe('an installation that follows docs/server.md, on a fresh Debian', { timeout: 300_000 }, () => {
  beforeEach(({ skip }) => {
    if (reason !== undefined) skip(reason)
  })
  const folder = reason === undefined ? makeFolder() : ''
  const root = join(folder, 'root')
  const environment = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root' }
  let archive = ''

  /** Runs the commands of an administrator. Throws with their output if one fails. */
  const administer = (steps: string): string => {
    const { status, stdout, stderr } = spawnSync('chroot', [root, 'sh', '-ec', `cd /root\n${steps}`], {
      encoding: 'utf8',
      env: environment,
    })
    if (status !== 0) throw new Error(`${status}: ${stdout}${stderr}`)
    return stdout
  }

  beforeAll(() => {
    if (reason !== undefined) return
    archive = packServer(join(folder, 'out'))
    execFileSync('debootstrap', ['--variant=minbase', 'bookworm', root], { stdio: 'pipe' })
    // There is no systemd in a chroot.
    writeFileSync(join(root, 'usr/bin/systemctl'), '#!/bin/sh\necho "$@" >> /root/systemctl\n', { mode: 0o755 })
    for (const file of [archive, `${archive}.sha256`]) copyFileSync(file, join(root, 'root', basename(file)))
  }, 900_000)
  afterAll(() => {
    endServers()
    removeFolder(folder)
  })

  it('follows the steps, serves calls, makes a booking, and keeps its data private from other accounts', async () => {
    administer(stepsOf('install'))
    expect(administer(stepsOf('first'))).toMatch(/[A-Z0-9]{4}-/)
    expect(readFileSync(join(root, 'root/systemctl'), 'utf8')).toBe('daemon-reload\nenable --now atrium-back-office\n')
    // Repeats the steps with a password that the test has set.
    administer('rm -r /var/lib/atrium/data')
    const files = writeFirstFiles(join(root, 'var/lib/atrium'))
    const own = (steps: string): string =>
      administer(`runuser -u atrium -- env ATRIUM_KEY_FILE=/var/lib/atrium/key atrium-back-office ${steps}`)
    administer('chown atrium:atrium /var/lib/atrium/*')
    const inside = (path: string): string => path.slice(root.length)
    own(
      `init --data /var/lib/atrium/data --organisation Lakeside --email ${firstAdministrator.email} --password-file ${inside(files.password)}`,
    )
    own(`import ${inside(files.clinic)} --data /var/lib/atrium/data`)

    const settings = readFileSync(join(root, 'etc/atrium/back-office.env'), 'utf8')
    const variables = Object.fromEntries(
      [...settings.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    )
    const { ATRIUM_FLAGS = '', ...others } = variables
    const port = await findFreePort()
    const flags = ATRIUM_FLAGS.replace('8443', String(port)).split(' ')
    const unit = readFileSync(join(root, 'etc/systemd/system/atrium-back-office.service'), 'utf8')
    const [program = '', ...args] = /^ExecStart=(.*) \$ATRIUM_FLAGS$/m.exec(unit)?.[1]?.split(' ') ?? []
    const start = (): Promise<ServerAlone> =>
      startAlone('chroot', ['--userspec=atrium:atrium', root, program, ...args, ...flags], {
        ...environment,
        ...others,
      })
    const server = await start()
    administer(`atrium-probe ready http://127.0.0.1:${port} 60`)
    const { token, studyID } = await bookStudy(server.url)
    expect(await server.stop()).toBe(0)
    const again = await start()
    expect(await callServer(again.url, 'GET', `/study/${studyID}`, z.unknown(), { token })).toMatchObject({ studyID })
    expect(await again.stop()).toBe(0)

    for (const path of [
      'var/lib/atrium',
      'var/lib/atrium/data',
      'var/lib/atrium/data/back-office.sqlite',
      'var/lib/atrium/key',
    ])
      expect(statSync(join(root, path)).mode & 0o077, path).toBe(0)
    for (const path of ['opt/atrium', 'etc/atrium/back-office.env'])
      expect(statSync(join(root, path)).uid, path).toBe(0)
  })

  it('packs the same bytes from the same sources', () => {
    const second = packServer(join(folder, 'again'))
    expect(readFileSync(`${second}.sha256`, 'utf8')).toBe(readFileSync(`${archive}.sha256`, 'utf8'))
  })

  it('detects a changed file', () => {
    const check = '(cd /opt/atrium/current && sha256sum -c --quiet SHA256SUMS)'
    administer(check)
    expect(() => administer(`echo >> /opt/atrium/current/package.json\n${check}`)).toThrow('package.json: FAILED')
  })
})
