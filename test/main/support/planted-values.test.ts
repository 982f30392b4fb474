import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fail, ok } from '#contract/reply.ts'
import { maxBundleEntries } from '#domain/support/bundle-log.ts'
import { toInstant } from '#domain/values/instant.ts'
import { createBackOfficeClient } from '#main/back-office-client/back-office-client.ts'
import { createDispatcher } from '#main/bridge/dispatcher.ts'
import { openWorkstationDatabase, type WorkstationDatabase } from '#main/database/open-workstation-database.ts'
import { openCrashFiles } from '#main/support/crash-files.ts'
import { knownWords, knowsLogDetail } from '#main/support/known-words.ts'
import { createSupportService } from '#main/support/support-service.ts'
import type { LogDetails } from '#runtime/log.ts'
import { openLogFile } from '#runtime/log-file.ts'
import { createOwnFiles } from '#runtime/own-files.ts'
import { aMember, aStudy } from '#test/builders/records.ts'
import { createFakePlatform } from '#test/fakes/fake-platform.ts'
import { createFakeServices } from '#test/fakes/fake-services.ts'
import { aHealth, type ScriptedBackOffice, startScriptedBackOffice } from '#test/fakes/scripted-back-office.ts'
import { findPlanted, type PlantedValue, plantedValues } from '#test/fixtures/support/planted-values.ts'

/** Every detail of the log that takes a text or a list of texts. */
const textDetails = [
  ...['attemptID', 'call', 'code', 'command', 'driver', 'error', 'errorID', 'event', 'file', 'kind', 'locationID'],
  ...['name', 'order', 'origin', 'page', 'paymentType', 'reason', 'route', 'version'],
]
const listDetails = ['at', 'fields', 'zones']
/** The forms in which code could pass a value by mistake. */
const disguises: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
  (text) => text.replace(/[^A-Za-z0-9]+/g, ''),
  (text) => `    at ${text} (/home/${text}/main/app.ts:1:2)`,
  (text) => `value.answers.${text.replace(/[^\w.-]+/g, '')}:invalid_type`,
  (text) => `https://atrium.example/members/${encodeURIComponent(text)}?name=${encodeURIComponent(text)}`,
  (text) => `main/${text.replace(/[^\w-]+/g, '-')}.ts:1:2`,
  (text) => `${text}.pdf`,
]

/** Returns an error that has the value in each of its fields. */
const planted = (text: string): Error => {
  const error = new RangeError(`${text}\n    at ${text} (${join(process.cwd(), 'main/app.ts')}:1:2)\n${text}`, {
    cause: Object.assign(new TypeError(text), { code: text, stack: `${text}\n    at ${text} (/home/${text}.ts:1:2)` }),
  })
  error.stack = `${error.stack}\n    at ${text} (/home/${text}/main/app.ts:1:2)\n    at ${text}.save (main/${text}.ts:1:2)`
  return Object.assign(error, { name: text, code: text, detail: text })
}

describe('300 values of health data and secrets', () => {
  let folder: string
  let server: ScriptedBackOffice
  let database: WorkstationDatabase
  let crashTexts = ''
  const bundles: string[] = []

  const plantInRecords = ({ text }: PlantedValue, at: number): void => {
    const [id, line] = [`${at}`.padStart(6, '0'), text.slice(0, 100)]
    database.withCache((cache) => {
      const place = { address: line, city: line, state: line, postalCode: line }
      cache.members.putMember(
        aMember({ patientID: `m-${id}`, firstname: line, lastname: line, preferredName: line, ...place }),
        1,
      )
      cache.calendar.putStudy(aStudy({ studyID: `s-${id}`, patientID: `m-${id}`, referrer: line }))
      cache.supportLine.write(line)
    })
    const { journal } = database
    journal.drafts.save(line, `d-${id}`, { content: JSON.stringify({ [text]: text }), savedAt: 1 })
    const member = { name: line, dob: '1980-02-03' as never }
    const job = {
      jobID: `job-${id}`,
      kind: 'fax',
      payload: { [text]: text },
      content: new TextEncoder().encode(text),
    } as const
    journal.jobs.add(
      {
        ...job,
        holdMs: 0,
        title: text,
        member,
        studyID: null,
        locationID: null,
        recipient: text,
        by: text,
        author: text,
      },
      { nowMs: at, steadyMs: at },
    )
    const change = { state: 'failed', attempts: 1, strikes: 1, receipt: text, reason: text, progress: null } as const
    journal.jobs.change(
      job.jobID,
      { ...change, dueInMs: null, isOutOfReach: false, isOver: false },
      { nowMs: at, steadyMs: at },
    )
    journal.settings.write('download-folder', `/home/${text}`)
    journal.settings.write(`reader ${text}`, text)
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'atrium-planted-'))
    server = await startScriptedBackOffice()
    let nowMs = Date.parse('2026-11-23T12:00:00Z')
    const now = () => toInstant(nowMs)
    const log = openLogFile(folder, now, () => {}, knowsLogDetail)
    const about = {
      dataFolder: folder,
      version: '1.2.3',
      shell: 'browser',
      toOwnFile: createOwnFiles(),
      log,
      now,
    } as const
    const platform = createFakePlatform({ folder })
    database = await openWorkstationDatabase({
      folder: join(folder, 'workstation'),
      vault: platform.vault,
      log,
      nowMs: () => nowMs,
    })
    const client = createBackOfficeClient({ baseUrl: () => server.url, log })

    for (const [at, value] of plantedValues.entries()) {
      const { text } = value
      nowMs += 1000
      plantInRecords(value, at)
      for (const disguise of disguises) {
        const given = disguise(text)
        for (const name of textDetails) log('warning', 'queue.store-failed', { [name]: given } as LogDetails)
        for (const name of listDetails) log('warning', 'queue.store-failed', { [name]: [given, given] } as LogDetails)
        log('warning', 'queue.store-failed', { rows: given, booked: given, [given]: given } as unknown as LogDetails)
      }
      if (/^\d+$/.test(text))
        log('warning', 'queue.store-failed', { rows: Number(text), exitCode: 1, bytes: Number(text) })

      // Errors of the program, of a thread and of a window.
      const crashes = openCrashFiles(about)
      crashes.record({ where: 'main', kind: 'uncaught-exception', thrown: planted(text) })
      crashes.record({ where: 'thread', kind: 'unhandled-rejection', thrown: text })
      crashes.record({ where: 'window', kind: 'process-gone', reason: text, exitCode: Number(text) })

      // Failures of a command and of the server.
      const boom = () => {
        throw planted(text)
      }
      const { dispatch } = createDispatcher({
        services: createFakeServices({ 'members.search': boom, 'drafts.read': () => Promise.reject(text) }),
        sessionGate: () => 'signed-in',
        log,
        newId: platform.newId,
      })
      const sender = { origin: `https://${encodeURIComponent(text)}/${text}`, trusted: true }
      await dispatch({ kind: 'call', id: 1, command: 'members.search', input: { text, limit: 1 } }, sender)
      await dispatch({ kind: 'call', id: 2, command: 'drafts.read', input: { draftID: 'd-1' } }, sender)
      await dispatch({ kind: 'call', id: 3, command: text, input: text }, sender)
      if (at % 10 === 0) {
        for (const answer of [
          { status: 500, text },
          { status: 200, text },
          { status: 200, body: { [text]: text, version: { [text]: text } } },
          { status: 409, body: { code: text, message: text } },
        ]) {
          server.on('GET /health', answer)
          await client.call('health', {})
        }
      }
      for (const file of readdirSync(join(folder, 'crashes')))
        crashTexts += readFileSync(join(folder, 'crashes', file), 'utf8')

      if (at % 20 !== 19) continue
      server.on('GET /health', { status: 200, body: aHealth({ version: text, supportPhone: text }) })
      const host = encodeURIComponent(text)
      const service = createSupportService({
        platform: { ...platform, version: text, crashes },
        database,
        client,
        connectivity: {
          read: async () =>
            ok({
              state: 'online',
              isOtherServer: false,
              versionGap: null,
              neededVersion: null,
              policyProblem: null,
              asOf: now(),
              backOfficeVersion: text,
              environment: 'PRODUCTION',
              supportPhone: text,
              cardProcessor: 'stripe',
              needsSetup: false,
              differingZones: [text],
              hostZone: text,
            }),
        },
        server: { url: `https://${host}:${host}@atrium.clinic.example/${host}?token=${host}#${host}`, setBy: 'policy' },
        policy: {
          values: { serverAddress: `https://${host}@atrium.clinic.example/${host}`, caFile: `/home/${text}/ca.pem` },
          problem: null,
        },
        saveFile: async () => fail('not-found', ''),
        startMs: () => 1,
      })
      await service.reportWindowError({
        kind: 'screen-failed',
        name: text,
        code: text,
        stack: `    at ${text} (http://127.0.0.1:1/assets/${text}.js:1:2)`,
      })
      const reply = await service.read({ userAgent: `${text} Chrome/${text}` })
      if (!reply.ok) throw new Error(reply.failure.message)
      bundles.push(reply.value.text, reply.value.fileName)
    }
  }, 120_000)
  afterAll(async () => {
    database.close()
    await server.stop()
  })

  it('are planted in records, jobs, drafts, log details, errors, file names and addresses', () => {
    expect(plantedValues).toHaveLength(300)
    expect(new Set(plantedValues.map(({ text }) => text)).size).toBe(300)
    expect(database.withCache((cache) => cache.members.countMembers())).toBe(300)
    // The search finds the values in the jobs, where they are meant to be.
    const jobs = JSON.stringify(database.journal.jobs.list(1000))
    expect(findPlanted(jobs)).toHaveLength(300)
  })

  it('are in no log', () => {
    const logs = readdirSync(join(folder, 'logs'))
      .map((file) => readFileSync(join(folder, 'logs', file), 'utf8'))
      .join('')
    expect(logs.match(/\n/g)?.length).toBeGreaterThan(20_000)
    expect(findPlanted(logs)).toEqual([])
  })

  it('are in no crash report', () => {
    expect(crashTexts.length).toBeGreaterThan(100_000)
    expect(findPlanted(crashTexts)).toEqual([])
  })

  it('are in no support bundle', () => {
    expect(bundles).toHaveLength(30)
    for (const text of bundles) expect(findPlanted(text)).toEqual([])
    expect(bundles[0]?.match(/ warning | error /g)?.length).toBe(maxBundleEntries)
    expect(bundles[0]).toContain('jobs fax            failed 20')
  })

  it('are not among the words that the log knows', () => {
    expect(findPlanted([...knownWords.words].join(' '))).toEqual([])
  })
})
