import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { afterEach, expect, it } from 'vitest'
import { askServer } from '#main/destination/ask-server.ts'
import { trustCertificates } from '#runtime/trusted-certificates.ts'
import { aHealth } from '#test/fakes/scripted-back-office.ts'

const trusted = tls.getCACertificates('default')
afterEach(() => tls.setDefaultCACertificates(trusted))

it('trusts the certificate authorities of a file, and distinguishes an untrusted server from an unreachable server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-ca-'))
  const [key, cert] = [join(folder, 'key'), join(folder, 'cert')]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  const subject = ['-subj', '/CN=clinic', '-addext', 'subjectAltName=IP:127.0.0.1']
  execFileSync('openssl', ['req', '-x509', ...kind, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_request, response) => {
    response.end(JSON.stringify(aHealth({ serverID: 'one' })))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    trustCertificates(undefined)
    expect(await askServer(url, 5000)).toEqual({ kind: 'untrusted' })
    expect(await askServer('https://127.0.0.1:1', 5000)).toEqual({ kind: 'unreachable' })
    trustCertificates(cert)
    expect(await askServer(url, 5000)).toEqual({ kind: 'atrium', serverID: 'one', version: '1' })
    expect(() => trustCertificates(join(folder, 'none'))).toThrow('ENOENT')
  } finally {
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
