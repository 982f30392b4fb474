import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectRoot } from '#scripts/project.ts'
import { createFeedKeys, writeFeedKeys } from '#scripts/release/feed-keys.ts'
import { findInstallers } from '#scripts/release/find-installers.ts'
import { startNode } from '../fixtures/child.ts'
import { findSystemProgram } from '../fixtures/server/system-program.ts'

const folder = mkdtempSync(join(tmpdir(), 'atrium-archive-signature-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (path: string): string => join(folder, path)
const archive = 'atrium-back-office-1.2.3-linux-x64.tar.gz'

const sign = async (keys: string) => {
  const child = startNode([join(projectRoot, 'scripts/release.ts'), '--sign', archive, '--keys', keys], {
    env: { ...process.env, INIT_CWD: folder },
  })
  return { code: await child.ended(), output: child.output(), errors: child.errors() }
}

/** Runs the steps by which docs/server.md checks the archive. */
const verify = () => {
  const guide = readFileSync(join(projectRoot, 'docs/server.md'), 'utf8')
  const [, steps = ''] = /<!-- steps: verify -->\n```sh\n([\s\S]*?)```/.exec(guide) ?? []
  expect(steps).toContain('openssl')
  return spawnSync('sh', ['-euc', steps], { cwd: folder, encoding: 'utf8' })
}

describe.skipIf(findSystemProgram('openssl') === undefined)("the signature of the server's archive", () => {
  beforeAll(() => {
    mkdirSync(at('online'))
    writeFeedKeys(at('keys'), createFeedKeys())
    copyFileSync(at('keys/timestamp.pem'), at('online/timestamp.pem'))
    writeFileSync(at(archive), Buffer.alloc(300_000, 'archive'))
  })

  it('can be verified with OpenSSL as in docs/server.md, with the key whose fingerprint IT compares', async () => {
    const { code, output } = await sign('keys')
    expect(code).toBe(0)
    const [, fingerprint = 'none'] = /SHA-256 of the public key: ([0-9a-f]{64})\./.exec(output) ?? []
    expect(statSync(at(`${archive}.sig`)).size).toBe(64)
    const { status, stdout } = verify()
    expect(status).toBe(0)
    expect(stdout).toContain('Signature Verified Successfully')
    expect(stdout).toContain(fingerprint)
  })

  it('is invalid for a changed archive or another key', async () => {
    await sign('keys')
    const bytes = readFileSync(at(archive))
    bytes[150_000] = (bytes[150_000] ?? 0) ^ 1
    writeFileSync(at(archive), bytes)
    expect(verify().status).not.toBe(0)
    bytes[150_000] = (bytes[150_000] ?? 0) ^ 1
    writeFileSync(at(archive), bytes)
    expect(verify().status).toBe(0)
    const own = readFileSync(at('atrium-release-key.pem'))
    writeFeedKeys(at('other'), createFeedKeys())
    await sign('other')
    writeFileSync(at('atrium-release-key.pem'), own)
    expect(verify().status).not.toBe(0)
  })

  it('requires the release key', async () => {
    expect(await sign('online')).toMatchObject({ code: 1, errors: expect.stringContaining('targets.pem is missing') })
  })

  it('is not treated as an installer, and neither is the archive', () => {
    writeFileSync(at('Atrium-1.2.3-linux-x86_64.AppImage'), '')
    expect(findInstallers(folder, '1.2.3').map(({ format }) => format)).toEqual(['appimage'])
  })
})
