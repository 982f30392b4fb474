import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PDFDocument } from 'pdf-lib'
import { afterEach, describe, expect, it } from 'vitest'
import type { Database, DatabaseSource } from '#back-office/database/database.ts'
import { openDatabase } from '#back-office/database/open-database.ts'
import { addMember } from '#back-office/repositories/members-repository.ts'
import { type Child, startNode } from '#test/fixtures/child.ts'
import { howMany } from '#test/fixtures/deep.ts'
import { findFreePort } from '#test/fixtures/free-port.ts'
import { backOfficeProgram } from '#test/fixtures/services/back-office-program.ts'
import { aStudyRow, clinic, findEngines } from '../../builders/back-office.ts'
import { aLocation, aMember } from '../../builders/records.ts'
import { msaOf, openSender, oru } from './hl7-messages.ts'

const running = new Set<Child>()
const folders: string[] = []
afterEach(async () => {
  for (const child of running) await child.end('SIGKILL')
  for (const folder of folders.splice(0))
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
})

const drawn = await PDFDocument.create()
drawn.addPage([612, 792])
const pdf = Buffer.from(await drawn.save()).toString('base64')

const startServer = async (folder: string, source: DatabaseSource, port: number): Promise<Child> => {
  const flags = ['--port', '0', '--data', folder, '--mllp-port', String(port), '--mllp-allow', '127.0.0.1/32']
  const env = source.kind === 'postgresql' ? { ...process.env, ATRIUM_DATABASE_URL: source.url } : process.env
  const child = startNode([backOfficeProgram, ...flags], { env })
  running.add(child)
  await child.waitFor(/^Back office ready at /m)
  return child
}

/** Adds the member whom the messages name, and studies of hers. */
const fill = async (db: Database, studies: readonly string[]): Promise<void> => {
  const now = Math.floor(Date.now() / 1000)
  const location = aLocation()
  await db
    .insertInto('location')
    .values({ location_id: location.locationID, document: JSON.stringify(location), version: 1 })
    .execute()
  const person = { firstname: 'Ana', lastname: 'Silva', dob: '1980-02-03', yob: 1980, mob: 2 }
  const { member } = clinic
  await addMember(db, aMember({ patientID: member, user_id: member, atriumID: member, ...person }), now)
  for (const study_id of studies) {
    await db
      .insertInto('study')
      .values({ ...aStudyRow(now), study_id, patient_id: member, location_id: clinic.home })
      .execute()
  }
}

/** Returns the message of an id: it matches no study, or it matches one and has a text or a PDF. */
const messageOf = (id: string): string => {
  if (id.endsWith('-unmatched')) return oru({ id, study: 'ACC-unknown', texts: [id] })
  return id.endsWith('-pdf') ? oru({ id, study: id, pdf }) : oru({ id, study: id, texts: [id] })
}
const idsOf = (kill: number): readonly string[] => ['unmatched', 'text', 'pdf'].map((kind) => `s-${kill}-${kind}`)

for (const engine of await findEngines()) {
  describe.skipIf(engine.missing !== undefined)(`a killed server with ${engine.kind}`, { timeout: 1_800_000 }, () => {
    it('stores each acknowledged result once, accepts the others when they are resent, and attaches each once', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'atrium-results-killed-'))
      folders.push(folder)
      const database = engine.kind === 'postgresql' ? await engine.create() : null
      const source = database?.source ?? ({ kind: 'sqlite', path: join(folder, 'back-office.sqlite') } as const)
      const inDatabase = async <Value>(work: (db: Database) => Promise<Value>): Promise<Value> => {
        const { db, close } = await openDatabase(source)
        try {
          return await work(db)
        } finally {
          await close()
        }
      }
      const kills = howMany(30)
      const all = Array.from({ length: kills }, (_, kill) => idsOf(kill)).flat()
      const matching = all.filter((id) => !id.endsWith('-unmatched'))
      await inDatabase((db) => fill(db, matching))
      const port = await findFreePort()
      const sent: string[] = []
      const acknowledged: string[] = []
      let unanswered = 0
      for (let kill = 0; kill < kills; kill += 1) {
        const server = await startServer(folder, source, port)
        const sender = await openSender(port)
        // A sender resends unacknowledged messages, as HL7 requires.
        const waiting = [...sent.filter((id) => !acknowledged.includes(id)), ...idsOf(kill)]
        // Every other server runs long enough to be killed while it decides results.
        const dying = sleep((kill % 10) * (kill % 2 === 0 ? 4 : 60)).then(() => server.end('SIGKILL'))
        for (const id of waiting) {
          if (!sent.includes(id)) sent.push(id)
          const answer = msaOf(await sender.ask(messageOf(id)))
          if (!answer.startsWith('MSA|AA')) {
            unanswered += 1
            break
          }
          acknowledged.push(id)
        }
        await dying
        running.delete(server)
        sender.close()
      }
      expect(unanswered).toBeGreaterThan(0)
      const readRows = () =>
        inDatabase((db) =>
          db.selectFrom('incoming_result').select(['message_id', 'study_ref', 'state', 'reason', 'tries']).execute(),
        )
      const stored = (await readRows()).map(({ message_id }) => message_id)
      for (const id of acknowledged) expect(stored.filter((each) => each === id)).toHaveLength(1)

      const server = await startServer(folder, source, port)
      const sender = await openSender(port)
      for (const id of all) expect(msaOf(await sender.ask(messageOf(id)))).toContain('|AA|')
      sender.close()
      // If a kill interrupted the processing of a result, the server tries again after a pause.
      await expect
        .poll(async () => (await readRows()).filter(({ state }) => state === 'received').length, {
          timeout: 400_000,
          interval: 500,
        })
        .toBe(0)
      const rows = await readRows()
      expect(rows.map(({ message_id }) => message_id).sort()).toEqual([...all].sort())
      const states = rows.map(({ message_id, state, reason }) => `${message_id.split('-')[2]} ${state} ${reason}`)
      expect(new Set(states)).toEqual(
        new Set(['unmatched waiting unmatched', 'text attached null', 'pdf attached null']),
      )
      await inDatabase(async (db) => {
        const reports = await db.selectFrom('study_report').select(['study_id', 'state']).execute()
        const ofStudies = reports.map(({ study_id, state }) => `${study_id} ${state}`)
        expect(ofStudies.sort()).toEqual(matching.map((id) => `${id} draft`).sort())
        const lines = await db.selectFrom('study_log').select(['study_id', 'content']).execute()
        const received = lines.filter(({ content }) => content.includes('received from'))
        expect(received.map(({ study_id }) => study_id).sort()).toEqual([...matching].sort())
        const audit = await db
          .selectFrom('audit')
          .select('study_id')
          .where('action', 'like', 'result.matched%')
          .execute()
        expect(audit.map(({ study_id }) => study_id).sort()).toEqual([...matching].sort())
      })
      await server.end('SIGTERM')
      running.delete(server)
      await database?.remove()
    })
  })
}
