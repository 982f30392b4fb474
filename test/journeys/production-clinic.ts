import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { importColumns } from '#domain/import/import-kinds.ts'
import type { Role } from '#domain/session/role.ts'
import { type FakeMailServer, startFakeMailServer } from '#test/fakes/fake-mail-server.ts'
import { type FakeTwilioApi, fakeTwilioAccount, startFakeTwilioApi } from '#test/fakes/fake-twilio-api.ts'
import { type FakeIppServer, startFakeIppServer } from '#test/fakes/ipp-server.ts'
import { type Child, startNode } from '#test/fixtures/child.ts'
import { findFreePort } from '#test/fixtures/free-port.ts'
import { builtBackOffice } from '#test/fixtures/services/back-office-program.ts'
import { callOffice, type Office } from './office.ts'

/** A person of the clinic's staff who has set their password. */
export type Colleague = { readonly email: string; readonly password: string; readonly name: string }

/** A production server whose data people entered through administration, and the outside services that it uses. */
export type ProductionClinic = {
  readonly url: string
  readonly mail: FakeMailServer
  readonly fax: FakeIppServer
  readonly texts: FakeTwilioApi
  /** The server, called as by the administrator. */
  readonly office: Office
  /** Invites a person, who sets their password. */
  hire(role: Role, name: readonly [string, string]): Promise<Colleague>
  /** Sends an HL7 message to the server's listener, and returns the acknowledgement. */
  sendResult(message: string): Promise<string>
  log(): string
  close(): Promise<void>
}

const administrator = { email: 'ana@clinic.example', password: 'right horse battery' }
const password = 'seven green teapots'

const row = (kind: keyof typeof importColumns, changes: Readonly<Record<string, string>> = {}): object => ({
  ...Object.fromEntries(importColumns[kind].map(({ name, example }) => [name, example])),
  ...changes,
})

/** Runs a command of the back office until it ends well. */
const command = async (args: readonly string[]): Promise<void> => {
  const child = startNode([builtBackOffice, ...args])
  const code = await child.ended()
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}:\n${child.output()}${child.errors()}`)
}

/**
 * Opens the clinic in `folder`: commands of IT, an import of the records, then the server. `zone` is the location's.
 */
export const openProductionClinic = async (folder: string, zone: string): Promise<ProductionClinic> => {
  const data = join(folder, 'back-office')
  const write = (name: string, text: string): string => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }
  const allDay = { monday: '00:05-23:55', tuesday: '00:05-23:55', wednesday: '00:05-23:55', thursday: '00:05-23:55' }
  const weekend = { friday: '00:05-23:55', saturday: '00:05-23:55', sunday: '00:05-23:55' }
  const records = [
    { kind: 'locations', rows: [row('locations', { ...allDay, ...weekend, timezone: zone })] },
    { kind: 'catalogue', rows: [row('catalogue')] },
    { kind: 'practitioners', rows: [row('practitioners')] },
    { kind: 'members', rows: [row('members')] },
  ]
  const place = ['--data', data]
  const { email } = administrator
  await command([
    ...['init', ...place, '--organisation', 'Harbour Imaging', '--email', email, '--name', 'Ana Moreau'],
    ...['--password-file', write('password', administrator.password)],
  ])
  await command(['import', write('records.json', JSON.stringify(records)), ...place])

  const mail = await startFakeMailServer()
  const fax = await startFakeIppServer({ printers: [{ name: 'faxout', info: 'Fax' }], onlyKnown: false })
  const texts = await startFakeTwilioApi()
  const mllpPort = await findFreePort()
  const server: Child = startNode(
    [builtBackOffice, '--port', '0', ...place, '--mllp-port', String(mllpPort), '--mllp-allow', '127.0.0.1/32'],
    {
      env: {
        ...process.env,
        ATRIUM_SMTP_URL: `${mail.url}?requireTLS=false`,
        ATRIUM_MAIL_FROM: 'desk@clinic.example',
        TWILIO_ACCOUNT_SID: fakeTwilioAccount.accountID,
        TWILIO_AUTH_TOKEN: fakeTwilioAccount.authToken,
        TWILIO_API_URL: texts.url,
        ATRIUM_FAX_URL: `ipp://127.0.0.1:${fax.port}/ipp/faxout`,
      },
    },
  )
  const [, url = ''] = await server.waitFor(/^Back office ready at (http:\/\/127\.0\.0\.1:\d+)$/m)
  const office = await callOffice(url, administrator)
  return {
    url,
    mail,
    fax,
    texts,
    office,
    hire: async (role, [firstname, lastname]) => {
      const person = { firstname, lastname, email: `${firstname}@clinic.example`.toLowerCase(), roles: [role] }
      const home = { allowedLocations: 'all', homeLocation: 'ca-bc-1' }
      const { code } = (await office.send('POST', '/api/v1/accounts', { ...person, ...home })) as {
        readonly code: string
      }
      const accepted = await fetch(`${url}/invitation`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
        body: JSON.stringify({ code, password }),
      })
      if (!accepted.ok) throw new Error(`The invitation was refused: ${await accepted.text()}`)
      return { email: person.email, password, name: `${firstname} ${lastname}` }
    },
    sendResult: (message) =>
      new Promise((resolve, reject) => {
        const socket = connect(mllpPort, '127.0.0.1', () => socket.write(`\u000b${message}\u001c\r`))
        let received = ''
        socket.on('data', (chunk: Buffer) => {
          received += chunk.toString('utf8')
          if (!received.endsWith('\u001c\r')) return
          socket.end()
          resolve(received)
        })
        socket.on('error', reject)
      }),
    log: () => server.output() + server.errors(),
    close: async () => {
      await server.end('SIGKILL')
      await mail.close()
      await fax.close()
      await texts.close()
    },
  }
}
