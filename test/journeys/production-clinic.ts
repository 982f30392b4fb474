import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { importColumns } from '#domain/import/import-kinds.ts'
import type { Role } from '#domain/session/role.ts'
import { projectRoot } from '#scripts/project.ts'
import { type FakeCalendlyApi, fakeCalendlyToken, startFakeCalendlyApi } from '#test/fakes/fake-calendly-api.ts'
import { type FakeMailServer, startFakeMailServer } from '#test/fakes/fake-mail-server.ts'
import { type FakeTwilioApi, fakeTwilioAccount, startFakeTwilioApi } from '#test/fakes/fake-twilio-api.ts'
import { type FakeIppServer, startFakeIppServer } from '#test/fakes/ipp-server.ts'
import { type Child, startNode } from '#test/fixtures/child.ts'
import { findFreePort } from '#test/fixtures/free-port.ts'
import { builtBackOffice } from '#test/fixtures/services/back-office-program.ts'
import type { MovedClock } from './moved-clock.ts'
import { callOffice, type Office } from './office.ts'

/** A member of the clinic's staff who has set their password. */
export type Colleague = { readonly email: string; readonly password: string; readonly name: string }

/**
 * A production server with data that was entered through administration, and the outside services that the server uses.
 */
export type ProductionClinic = {
  readonly url: string
  readonly mail: FakeMailServer
  readonly fax: FakeIppServer
  readonly texts: FakeTwilioApi
  /** The API of the scheduling service. */
  readonly scheduler: FakeCalendlyApi
  /** Calls the server as the administrator. */
  readonly office: Office
  /** Signs the administrator in again, after a move of the clock has ended the session. */
  enterAgain(): Promise<void>
  /** Invites a person, who sets their password. */
  hire(role: Role, name: readonly [string, string]): Promise<Colleague>
  /** Sends an HL7 message to the server's listener, and returns the acknowledgement. */
  sendResult(message: string): Promise<string>
  log(): string
  close(): Promise<void>
}

const administrator = { email: 'ana@clinic.example', password: 'right horse battery' }
const password = 'seven green teapots'

/** The consult team's page at the scheduling service. */
export const schedulingPage = 'https://calendly.com/harbour-imaging/consult'

const bodyComposition = {
  ...{ external_id: 'scan-370', sku_id: '370', name: 'Body Composition', short_name: 'BC', category: 'body' },
  ...{ description: 'Body composition with quality control', price: '895.00', scan_minutes: '20' },
}

const row = (kind: keyof typeof importColumns, changes: Readonly<Record<string, string>> = {}): object => ({
  ...Object.fromEntries(importColumns[kind].map(({ name, example }) => [name, example])),
  ...changes,
})

/** Runs a back-office command to its end. Throws if the command fails. */
const command = async (args: readonly string[]): Promise<void> => {
  const child = startNode([builtBackOffice, ...args])
  const code = await child.ended()
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}:\n${child.output()}${child.errors()}`)
}

/**
 * Opens the clinic in `folder`: runs the commands of an IT administrator, imports the records, then starts the server
 * on `clock`. `zone` is the location's time zone.
 */
export const openProductionClinic = async (
  folder: string,
  zone: string,
  clock: MovedClock,
): Promise<ProductionClinic> => {
  const data = join(folder, 'back-office')
  const write = (name: string, text: string): string => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }
  const allDay = { monday: '00:05-23:55', tuesday: '00:05-23:55', wednesday: '00:05-23:55', thursday: '00:05-23:55' }
  const weekend = { friday: '00:05-23:55', saturday: '00:05-23:55', sunday: '00:05-23:55' }
  const records = [
    {
      kind: 'locations',
      rows: [row('locations', { ...allDay, ...weekend, timezone: zone, scheduling_url: schedulingPage })],
    },
    { kind: 'catalogue', rows: [row('catalogue'), row('catalogue', bodyComposition)] },
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
  const scheduler = await startFakeCalendlyApi()
  const mllpPort = await findFreePort()
  const preload = ['--import', join(projectRoot, 'test/fixtures/preload/calendly-address.ts')]
  const ports = ['--port', '0', '--mllp-port', String(mllpPort), '--mllp-allow', '127.0.0.1/32']
  const server: Child = startNode([...clock.args, ...preload, builtBackOffice, ...place, ...ports], {
    env: {
      ...process.env,
      ...clock.env,
      ATRIUM_CALENDLY_TOKEN: fakeCalendlyToken,
      ATRIUM_TEST_CALENDLY: scheduler.url,
      ATRIUM_SMTP_URL: `${mail.url}?requireTLS=false`,
      ATRIUM_MAIL_FROM: 'desk@clinic.example',
      TWILIO_ACCOUNT_SID: fakeTwilioAccount.accountID,
      TWILIO_AUTH_TOKEN: fakeTwilioAccount.authToken,
      TWILIO_API_URL: texts.url,
      ATRIUM_FAX_URL: `ipp://127.0.0.1:${fax.port}/ipp/faxout`,
    },
  })
  const [, url = ''] = await server.waitFor(/^Back office ready at (http:\/\/127\.0\.0\.1:\d+)$/m)
  let office = await callOffice(url, administrator)
  return {
    url,
    mail,
    fax,
    texts,
    scheduler,
    get office() {
      return office
    },
    enterAgain: async () => {
      office = await callOffice(url, administrator)
    },
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
      await scheduler.close()
    },
  }
}
