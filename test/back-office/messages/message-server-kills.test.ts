import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import type { Database, OpenDatabase } from '#back-office/database/database.ts'
import { openDatabase } from '#back-office/database/open-database.ts'
import { readOpenMessages } from '#back-office/messages/open-messages.ts'
import { addInvitation } from '#back-office/repositories/accounts-repository.ts'
import { putInvitationMail } from '#back-office/repositories/invitation-mails-repository.ts'
import { addMember } from '#back-office/repositories/members-repository.ts'
import { markForMessages } from '#back-office/repositories/message-studies-repository.ts'
import { addUser } from '#back-office/repositories/users-repository.ts'
import { standardMessageSettings } from '#domain/messages/message-settings.ts'
import { aStudyRow, type EmptyDatabase, type Engine, findEngines } from '#test/builders/back-office.ts'
import { aMember } from '#test/builders/records.ts'
import { type FakeMailServer, startFakeMailServer } from '#test/fakes/fake-mail-server.ts'
import { type FakeTwilioApi, fakeTwilioAccount, startFakeTwilioApi } from '#test/fakes/fake-twilio-api.ts'
import { type Child, startNode } from '#test/fixtures/child.ts'
import { isDeep } from '#test/fixtures/deep.ts'
import { createRandom, type Random } from '#test/fixtures/random.ts'
import type { MessagingOrder } from '#test/fixtures/services/messaging-server.ts'
import { admin, BookingDesk, startOfTests, vancouver } from '../booking/booking-desk.ts'

/** The number of kills: 40 in a deep run and 2 in every other run, unless `ATRIUM_KILLS` sets it. */
const kills = Number(process.env.ATRIUM_KILLS ?? (isDeep ? 40 : 2))
const seed = Number(process.env.ATRIUM_SEED ?? randomInt(2 ** 31))
const program = new URL('../../fixtures/services/messaging-server.ts', import.meta.url).pathname

/** Longer than every message lease, so the server that starts after a kill finds them expired. */
const jumpMs = 700_000
/** The messages that wait when a server starts. */
const load = 16
const startsAt = startOfTests + 200 * 86_400

/**
 * Adds a member with a unique address and number, and a booked study that needs a confirmation by email and by text.
 */
const addBooked = async (db: Database, number: number, now: number): Promise<void> => {
  const id = `m-1${String(number).padStart(6, '0')}`
  const member = aMember({
    patientID: id,
    user_id: id,
    atriumID: id,
    email: `member.${number}@mail.example`,
    phone_number: phoneOf(number),
  })
  await addMember(db, member, now)
  const row = aStudyRow(now)
  const values = {
    ...row,
    study_id: `s-${number}`,
    patient_id: id,
    location_id: vancouver.locationID,
    starts_at: startsAt,
    ends_at: startsAt + 3600,
    wall_time: '2027-06-12T13:00',
    timezone: vancouver.timezone,
    machine_id: `ca-bc-1-m1-${number}`,
    event_id: `e-${number}`,
    status: JSON.stringify({ ...JSON.parse(row.status), booked: true }),
  }
  await db.insertInto('study').values(values).execute()
  await markForMessages(db, values.study_id)
}

/** Adds a staff account with an open invitation, whose email waits to be sent. */
const addInvited = async (db: Database, number: number, now: number): Promise<void> => {
  const userID = `u-invited-${number}`
  const email = invitedEmailOf(number)
  await addUser(db, {
    user_id: userID,
    email,
    email_key: email,
    password_hash: null,
    failed_sign_ins: 0,
    locked_until: null,
    firstname: 'Noor',
    lastname: `Haddad ${number}`,
    roles: '["frontdesk"]',
    allowed_locations: null,
    home_location: null,
  })
  const expiresAt = now + 30 * 86_400
  await addInvitation(db, { tokenHash: `shown-${number}`, userID, now, expiresAt })
  await putInvitationMail(db, { userID, now, expiresAt })
}
const invitedEmailOf = (number: number): string => `invited.${number}@clinic.example`
const phoneOf = (number: number): string => `+1604${2_000_000 + number}`

type Services = { readonly mail: FakeMailServer; readonly texts: FakeTwilioApi }

/** Creates up to `starts` servers on one database, with a shared clock. The next server is always preloaded. */
const createServers = (database: EmptyDatabase, starts: number, { mail, texts }: Services) => {
  const all = new Set<Child>()
  const running = new Set<Child>()
  let nowMs = startOfTests * 1000
  const order = (child: Child, given: MessagingOrder): void => {
    child.process.stdin?.write(`${JSON.stringify(given)}\n`)
  }
  let left = starts
  const load = (): Child | null => {
    if (left === 0) return null
    left -= 1
    const child = startNode(['--no-warnings', program], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { NODE_COMPILE_CACHE: join(database.dataFolder, 'compiled'), ...process.env },
    })
    child.process.stdin?.on('error', () => {})
    all.add(child)
    return child
  }
  let next = load()
  return {
    now: () => nowMs / 1000,
    /** Moves the clock of every server beyond all leases, and starts another server. */
    start: async (): Promise<Child> => {
      const child = next
      if (child === null) throw new Error('All servers have been started.')
      await child.waitFor(/^loaded$/m)
      next = load()
      nowMs += jumpMs
      for (const other of running) order(other, { order: 'move-clock', nowMs })
      order(child, {
        order: 'start',
        nowMs,
        options: {
          dataFolder: database.dataFolder,
          database: database.options,
          smtpUrl: mail.url,
          twilio: { ...fakeTwilioAccount, baseUrl: texts.url },
        },
      })
      await child.waitFor(/^ready$/m)
      running.add(child)
      return child
    },
    kill: async (child: Child): Promise<void> => {
      running.delete(child)
      all.delete(child)
      expect(await child.end('SIGKILL')).toBe('SIGKILL')
    },
    stop: async (): Promise<void> => {
      for (const child of all) await child.end('SIGKILL')
    },
  }
}

/** Counts the pending work: messages and invitations to send, and studies whose messages are not planned yet. */
const countWaiting = async (db: Database): Promise<number> => {
  const messages = await db
    .selectFrom('message')
    .select('message_id')
    .where('state', 'in', ['planned', 'claimed', 'handed-over'])
    .execute()
  const studies = await db.selectFrom('message_study').select('study_id').where('changes', '>', 0).execute()
  const invitations = await db
    .selectFrom('invitation_mail')
    .select('user_id')
    .where('state', 'in', ['planned', 'claimed', 'handed-over'])
    .execute()
  return messages.length + 2 * studies.length + invitations.length
}

const prepareLocation = async (opened: OpenDatabase): Promise<BookingDesk> => {
  const desk = new BookingDesk(opened)
  await desk.addLocations(vancouver)
  const only = { ...standardMessageSettings, quietFrom: '00:00', quietTo: '00:00', smsSender: '+16045550100' }
  const settings = {
    ...only,
    email: { ...only.email, move: false, cancellation: false, reminder: false },
    sms: { ...only.sms, confirmation: true },
  }
  await opened.db
    .insertInto('message_setting')
    .values({ location_id: vancouver.locationID, document: JSON.stringify(settings), version: 1 })
    .execute()
  return desk
}

/**
 * Waits until the mail server and the gateway have accepted a random number of further messages, then for a random
 * time.
 */
const waitForLoad = async ({ mail, texts }: Services, random: Random): Promise<void> => {
  const taken = () => mail.received.length + texts.received.length
  const goal = taken() + Math.floor(random() * 6)
  for (let waitedMs = 0; taken() < goal && waitedMs < 5000; waitedMs += 2) await sleep(2)
  await sleep(random() * 25)
}

/** Returns the number of uncertain messages in the staff's list. */
const countListed = async (desk: BookingDesk, now: number): Promise<number> => {
  desk.now = now
  return (await readOpenMessages({ state: 'uncertain' }, desk.context(admin))).total
}

const runKills = async (engine: Engine, count: number, keepOpen: (close: () => Promise<void>) => void) => {
  const database = await engine.createShaped()
  keepOpen(() => database.remove())
  const opened = await openDatabase(database.source)
  keepOpen(() => opened.close())
  const mail = await startFakeMailServer()
  keepOpen(() => mail.close())
  const texts = await startFakeTwilioApi()
  keepOpen(() => texts.close())
  const servers = createServers(database, count + kills, { mail, texts })
  keepOpen(() => servers.stop())
  const { db } = opened
  const desk = await prepareLocation(opened)
  const random = createRandom(seed)

  let studies = 0
  const running: Child[] = []
  const startOne = async (): Promise<void> => {
    for (let waiting = await countWaiting(db); waiting < load; waiting += 3) {
      studies += 1
      await addBooked(db, studies, servers.now())
      await addInvited(db, studies, servers.now())
    }
    running.push(await servers.start())
  }
  while (running.length < count) await startOne()
  for (let kill = 0; kill < kills; kill += 1) {
    await waitForLoad({ mail, texts }, random)
    const [victim] = running.splice(Math.floor(random() * running.length), 1)
    if (victim !== undefined) await servers.kill(victim)
    await startOne()
  }
  await expect.poll(() => countWaiting(db), { timeout: 120_000, interval: 200 }).toBe(0)
  // All answers have arrived by now, so killing the servers makes no message uncertain.
  for (const server of running) await servers.kill(server)

  const rows = await db.selectFrom('message').selectAll().execute()
  const keys = mail.received.map(({ mail: { messageId } }) => messageId ?? '')
  const numbers = texts.received.map(({ to }) => to)
  const timesTaken = ({ message_id, channel, study_id }: (typeof rows)[number]): number =>
    channel === 'email'
      ? keys.filter((key) => key.startsWith(`<message-${message_id}@`)).length
      : numbers.filter((number) => number === phoneOf(Number(study_id.slice(2)))).length
  const invited = await db.selectFrom('invitation_mail').selectAll().execute()
  const addresses = mail.received.flatMap(({ to }) => to)
  const results = [
    ...rows.map((row) => ({
      ...{ state: row.state, taken: timesTaken(row) },
      what: `${row.study_id} ${row.kind} ${row.channel}`,
    })),
    ...invited.map(({ user_id, state }) => {
      const number = Number(user_id.slice('u-invited-'.length))
      const taken = addresses.filter((address) => address === invitedEmailOf(number)).length
      return { state, taken, what: `s-${number} invitation` }
    }),
  ]
  return {
    results,
    studies,
    received: keys.length + numbers.length,
    listed: await countListed(desk, servers.now()),
  }
}

const engines = await findEngines('rules')
/** One server per database, and two on PostgreSQL. `npm test` skips the single server on PostgreSQL. */
const variants = engines.flatMap((engine) => [
  ...(engine.kind === 'sqlite' || isDeep ? [{ engine, count: 1, name: `one server over ${engine.kind}` }] : []),
  ...(engine.kind === 'postgresql' ? [{ engine, count: 2, name: `two servers over ${engine.kind}` }] : []),
])

describe('servers that are killed at any moment while they send emails and texts', () => {
  const closing: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const close of closing.reverse()) await close()
  })

  for (const { engine, count, name } of variants) {
    it.runIf(engine.missing === undefined)(
      `lose no message, send none twice, and list the uncertain ones: ${name}`,
      { timeout: 240_000 + kills * 20_000 },
      async () => {
        const { results, studies, received, listed } = await runKills(engine, count, (close) => closing.push(close))
        const told = `seed ${seed}`
        expect(results.map(({ what }) => what).sort(), told).toEqual(
          Array.from({ length: studies }, (_, index) => [
            `s-${index + 1} confirmation email`,
            `s-${index + 1} confirmation sms`,
            `s-${index + 1} invitation`,
          ])
            .flat()
            .sort(),
        )
        const uncertain = results.filter(({ state }) => state === 'uncertain')
        const sent = results.filter(({ state }) => state === 'sent')
        expect(sent.length + uncertain.length, told).toBe(results.length)
        expect(
          sent.filter(({ taken }) => taken !== 1),
          told,
        ).toEqual([])
        expect(
          uncertain.filter(({ taken }) => taken > 1),
          told,
        ).toEqual([])
        expect(received, told).toBe(results.reduce((sum, { taken }) => sum + taken, 0))
        expect(listed, told).toBe(uncertain.filter(({ what }) => !what.endsWith('invitation')).length)
        if (kills >= 50) expect(uncertain.length, told).toBeGreaterThan(0)
        const arrived = uncertain.filter(({ taken }) => taken === 1).length
        console.log(`${name}: seed ${seed}, ${kills} kills`, {
          ...{ messages: results.length, sent: sent.length, uncertain: uncertain.length },
          ...{ uncertainThatArrived: arrived, taken: received },
        })
      },
    )
  }
})
