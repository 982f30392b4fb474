import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { pickRuntimePackages } from '#scripts/package/runtime-packages.ts'
import { projectRoot } from '#scripts/project.ts'
import { findFreePort } from '#test/fixtures/free-port.ts'
import { msaOf, openSender, oru } from '../back-office/results/hl7-messages.ts'
import {
  bookStudy,
  callServer,
  endServers,
  filesIn,
  firstAdministrator,
  makeFolder,
  packServer,
  readJson,
  reasonNotToPack,
  removeFolder,
  runAlone,
  startAlone,
  unpackServer,
  writeFirstFiles,
} from '../fixtures/server/packed-server.ts'

const linux = { os: 'linux', cpu: 'x64', libc: 'glibc' } as const

describe('the packages of the server', () => {
  const lock = {
    packages: {
      '': {},
      'node_modules/db': {
        version: '1.0.0',
        dependencies: { 'node-addon-api': '^8', wire: '^2' },
        optionalDependencies: { 'db-linux': '1', 'db-win': '1', absent: '1' },
      },
      'node_modules/db-linux': { version: '1.0.0', os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
      'node_modules/db-win': { version: '1.0.0', os: ['win32'] },
      'node_modules/node-addon-api': { version: '8.0.0' },
      'node_modules/wire': { version: '1.0.0' },
      'node_modules/db/node_modules/wire': { version: '2.0.0', dependencies: { split: '1' } },
      'node_modules/split': { version: '1.0.0' },
      'node_modules/unused': { version: '1.0.0' },
    },
  }

  it('are the runtime dependencies of the roots: nearest versions, no build tools, nothing for other systems', () => {
    const picked = pickRuntimePackages(lock, ['db'], linux)
    expect(Object.keys(picked)).toEqual([
      'node_modules/db',
      'node_modules/db-linux',
      'node_modules/db/node_modules/wire',
      'node_modules/split',
    ])
    expect(picked['node_modules/db']).toEqual({
      version: '1.0.0',
      dependencies: { wire: '^2' },
      optionalDependencies: { 'db-linux': '1' },
    })
  })

  it('are refused if one is missing from the lock file', () => {
    expect(() => pickRuntimePackages(lock, ['pg'], linux)).toThrow('package-lock.json has no pg for linux x64.')
  })
})

describe('the archive of the server', { timeout: 240_000 }, () => {
  beforeEach(({ skip }) => {
    if (reasonNotToPack !== undefined) skip(reasonNotToPack)
  })
  const folder = reasonNotToPack === undefined ? makeFolder() : ''
  let archive = ''
  let program = ''
  beforeAll(() => {
    if (reasonNotToPack !== undefined) return
    archive = packServer(folder)
    program = unpackServer(archive, join(folder, 'opt'))
  }, 240_000)
  afterAll(() => {
    endServers()
    removeFolder(folder)
  })

  it('has at most 60 MB, with a SHA-256 checksum of the archive and of each file', () => {
    expect(statSync(archive).size).toBeLessThan(60e6)
    execFileSync('sha256sum', ['-c', '--quiet', `${archive}.sha256`], { cwd: folder })
    execFileSync('sha256sum', ['-c', '--quiet', '--strict', 'SHA256SUMS'], { cwd: program })
    const listed = readFileSync(join(program, 'SHA256SUMS'), 'utf8').trim().split('\n')
    expect(listed.map((line) => line.slice(66)).sort()).toEqual(
      filesIn(program)
        .filter((path) => path !== 'SHA256SUMS')
        .sort(),
    )
  })

  it('has no development package, no desktop package and no package outside its lock file', () => {
    const { dependencies } = readJson(join(program, 'package.json'))
    expect(Object.keys(dependencies)).toEqual(['better-sqlite3', 'keytar', 'pg'])
    const locked = Object.keys(readJson(join(program, 'package-lock.json')).packages).filter((path) => path !== '')
    const found = filesIn(program)
      .filter((path) => path.startsWith('node_modules/') && path.endsWith('package.json'))
      .map((path) => path.replace(/\/package\.json$/, ''))
    expect(found.sort()).toEqual(locked.sort())
    // The licence notices include the bundled packages.
    const notices = readFileSync(join(program, 'legal/third-party-notices.txt'), 'utf8')
    const names = [...notices.matchAll(/^={80}\n(\S+)@\d/gm)].map(([, name]) => name)
    expect(names).toContain('fastify')
    const components = readJson(join(program, 'legal/sbom.cdx.json')).components.map(
      ({ name }: { readonly name: string }) => name,
    )
    expect(components).toContain('fastify')
    const unwanted =
      /electron|^react|vite$|vitest|playwright|biome|swc|typescript|serialport|pdf-to-printer|tuf|asar|wouter|zustand|lucide|node-gyp|node-addon/
    expect([...names, ...components, ...locked].filter((name) => unwanted.test(name))).toEqual([])
    expect(filesIn(program).filter((path) => /\.(ts|map|tsx|c|cpp|h|gyp)$/.test(path))).toEqual([])
    expect(filesIn(program).filter((path) => path.endsWith('.node'))).toHaveLength(2)
  })

  it('reports a wrong flag, with its own program name in the usage', async () => {
    const start = join(program, 'bin/atrium-back-office')
    const { code, output } = await runAlone(start, ['--port', 'x'])
    const [problem, usage] = output.split('\n')
    expect([code, problem]).toEqual([2, '--port must be a port number, or 0 for any free port.'])
    expect(usage).toMatch(/^Usage: atrium-back-office --port N --data DIR /)
    expect((await runAlone(start, ['migrate'])).output).toContain('Usage: atrium-back-office migrate [--dry-run] ')
    expect((await runAlone(start, ['init'])).output).not.toContain('npm')
  })

  it('runs alone: makes an administrator, imports a clinic, books over HTTP, receives a result over MLLP', async () => {
    const start = join(program, 'bin/atrium-back-office')
    const data = join(folder, 'data')
    const env = { HOME: folder, ATRIUM_KEY_FILE: join(folder, 'key') }
    const files = writeFirstFiles(folder)
    const init = ['init', '--data', data, '--organisation', 'Lakeside', '--email', firstAdministrator.email]
    expect(await runAlone(start, [...init, '--password-file', files.password], env)).toMatchObject({ code: 0 })
    expect(await runAlone(start, ['import', files.clinic, '--data', data], env)).toMatchObject({ code: 0 })

    const mllpPort = await findFreePort()
    const mllp = ['--mllp-port', String(mllpPort), '--mllp-allow', '127.0.0.1']
    const server = await startAlone(start, ['--port', '0', '--data', data, ...mllp], env)
    const health = await callServer(server.url, 'GET', '/health', z.unknown())
    expect(health).toMatchObject({ status: 'ok', version: readJson(join(projectRoot, 'package.json')).version })
    const { token, studyID, patientID } = await bookStudy(server.url)

    const sender = await openSender(mllpPort)
    const person = `${patientID}^^^ATRIUM||Silva^Ana||19800403|F`
    expect(msaOf(await sender.ask(oru({ id: 'one', study: studyID, person })))).toMatch(/^MSA\|AA\|one/)
    expect(msaOf(await sender.ask(oru({ id: 'two', study: 'elsewhere', person })))).toMatch(/^MSA\|AA\|two/)
    sender.close()
    // The first result belongs to the study. The second result waits for staff.
    const waiting = () => callServer(server.url, 'GET', '/api/v1/results', z.array(z.unknown()), { token })
    for (let tries = 0; tries < 100 && (await waiting()).length !== 1; tries += 1) await sleep(100)
    expect(await waiting()).toMatchObject([{ studyRef: 'elsewhere' }])
    const probe = (what: string) => runAlone(join(program, 'bin/atrium-probe'), [what, server.url, '2'], env)
    expect([await probe('live'), await probe('ready')]).toMatchObject([{ code: 0 }, { code: 0 }])
    expect(await server.stop()).toBe(0)
    expect(await probe('live')).toMatchObject({ code: 1, output: expect.stringContaining('Not live: ') })
    expect(await runAlone(start, ['verify-audit', '--data', data], env)).toMatchObject({ code: 0 })
  })
})
