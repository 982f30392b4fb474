import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runMachineAccount } from '#back-office/results/machine-account-command.ts'
import { clinic, findEngines } from '../../builders/back-office.ts'
import { createScriptedWorkshop, openReleaseDesk, type ReleaseDesk } from '../release/release-desk.ts'

const patient = {
  resourceType: 'Patient',
  id: 'p',
  identifier: [{ value: clinic.member }],
  name: [{ family: 'Silva', given: ['Ana'] }],
  birthDate: '1980-02-03',
  gender: 'female',
}
const resource = (study: string, changes: object = {}) => ({
  resourceType: 'DiagnosticReport',
  identifier: [{ value: `D-${study}` }],
  basedOn: [{ identifier: { value: study } }],
  status: 'final',
  code: {},
  subject: { reference: '#p' },
  contained: [patient],
  issued: '2026-11-21T10:30:00Z',
  presentedForm: [{ contentType: 'application/pdf', data: 'JVBERi0=' }],
  ...changes,
})

for (const engine of await findEngines()) {
  describe.skipIf(engine.missing !== undefined)(`the FHIR receiver on ${engine.kind}`, { timeout: 120_000 }, () => {
    let desk: ReleaseDesk
    let token: string
    const command = async (...more: string[]) => {
      const lines: string[] = []
      const { source, dataFolder } = desk.office.database
      const database = source.kind === 'postgresql' ? ['--database', source.url] : []
      const args = ['--data', dataFolder, ...database, ...more]
      const code = await runMachineAccount(
        args,
        { out: (line) => lines.push(line), err: (line) => lines.push(line) },
        {
          ...(source.kind === 'sqlite' && { ATRIUM_KEY_FILE: keyFile }),
        },
      )
      return { code, text: lines.join('\n') }
    }
    let keyFile: string
    beforeAll(async () => {
      desk = await openReleaseDesk(engine, { pdf: { ...createScriptedWorkshop() } })
      const { mkdtempSync, writeFileSync } = await import('node:fs')
      const { join } = await import('node:path')
      const { tmpdir } = await import('node:os')
      const { testKeyHex } = await import('../../builders/back-office.ts')
      keyFile = join(mkdtempSync(join(tmpdir(), 'atrium-key-')), 'key')
      writeFileSync(keyFile, testKeyHex, { mode: 0o600 })
      token = await newToken('North')
    }, 120_000)
    afterAll(async () => {
      expect(desk.office.errors).toEqual([])
      await desk.office.stop()
    })
    const newToken = async (name: string): Promise<string> => {
      const { code, text } = await command('--name', name)
      expect(code).toBe(0)
      return /^Token of \w+: (\S+)$/m.exec(text)?.[1] ?? ''
    }
    const newStudy = () => desk.newStudy({ published: false, read: false })
    const post = (body: unknown, own: string | undefined = token, contentType = 'application/fhir+json') =>
      desk.office.send('POST', '/fhir/DiagnosticReport', {
        ...(own !== undefined && { token: own }),
        body: typeof body === 'string' ? body : JSON.stringify(body),
        contentType,
      })
    const stateOf = async (id: string) =>
      desk.office.db
        .selectFrom('incoming_result')
        .select(['state', 'reason', 'sender', 'copies'])
        .where('result_id', '=', id)
        .executeTakeFirst()
    const draftsOf = (study: string) =>
      desk.office.db.selectFrom('study_report').select('state').where('study_id', '=', study).execute()

    it('stores a report with 201, attaches it, and answers a repetition with 200', async () => {
      const study = await newStudy()
      const first = await post(resource(study))
      expect([first.status, first.headers.get('content-type')]).toEqual([201, 'application/fhir+json; charset=utf-8'])
      expect(first.headers.get('location')).toBe(`/fhir/DiagnosticReport/${first.body.id}`)
      const again = await post(resource(study))
      expect([again.status, again.body.id]).toEqual([200, first.body.id])
      await expect
        .poll(() => stateOf(first.body.id))
        .toEqual({ state: 'attached', reason: null, sender: 'North', copies: 2 })
      expect(await draftsOf(study)).toEqual([{ state: 'draft' }])
    })

    it('keeps a report about another subject waiting, and attaches it to no study', async () => {
      const study = await newStudy()
      const other = { ...patient, identifier: [{ value: clinic.otherMember }] }
      const { status, body } = await post(resource(study, { contained: [other] }))
      expect(status).toBe(201)
      await expect.poll(() => stateOf(body.id)).toMatchObject({ state: 'waiting', reason: 'mismatch' })
      expect(await draftsOf(study)).toEqual([])
    })

    it.each([
      ['another resource', { resourceType: 'Patient' }, 422, 'invalid'],
      ['a missing part', resource('s-1', { subject: undefined }), 422, 'invalid'],
      ['no JSON', '{', 400, 'invalid'],
      ['a reserved key', '{"__proto__":{}}', 400, 'invalid'],
      ['text that no database takes', resource('s-1', { conclusion: 'a\u0000b' }), 422, 'invalid'],
    ])('answers %s with an OperationOutcome', async (_name, body, status, code) => {
      const answer = await post(body)
      expect(answer.status).toBe(status)
      expect(answer.body).toMatchObject({ resourceType: 'OperationOutcome', issue: [{ severity: 'error', code }] })
    })

    it('answers another media type and a body that is too large with an OperationOutcome', async () => {
      const text = await post('hello', token, 'text/plain')
      expect([text.status, text.body.resourceType]).toEqual([415, 'OperationOutcome'])
      const large = await post(`"${'A'.repeat(33 * 1024 * 1024)}"`).catch(() => null)
      // The server closes the connection, so the client may not read the answer.
      if (large !== null) expect([large.status, large.body.resourceType]).toEqual([413, 'OperationOutcome'])
    })

    it('accepts only the token of a machine account, and that token allows no other call', async () => {
      const study = await newStudy()
      for (const own of [undefined, 'x'.repeat(43), await desk.office.signIn('admin')]) {
        const answer = await desk.office.send('POST', '/fhir/DiagnosticReport', {
          token: own,
          body: JSON.stringify(resource(study)),
          contentType: 'application/fhir+json',
        })
        expect([answer.status, answer.body.issue?.[0].code]).toEqual([401, 'login'])
      }
      expect((await desk.office.call('readReports', { params: { studyId: study } } as never, { token })).status).toBe(
        401,
      )
    })

    it('replaces and removes a token with the command', async () => {
      const old = await newToken('South')
      const fresh = await newToken('South')
      expect((await post({}, old)).status).toBe(401)
      expect((await post({}, fresh)).status).toBe(422)
      expect(await command('--name', 'South', '--remove')).toMatchObject({ code: 0 })
      expect((await post({}, fresh)).status).toBe(401)
      expect(await command('--name', 'South', '--remove')).toMatchObject({ code: 1 })
      expect(await command('--name', '<b>')).toMatchObject({ code: 2 })
      const audit = await desk.office.db
        .selectFrom('audit')
        .select('action')
        .where('action', 'like', 'machine-account%')
        .execute()
      expect(audit.map(({ action }) => action)).toContain('machine-account.removed South')
      const stored = await desk.office.db.selectFrom('machine_account').selectAll().execute()
      expect(JSON.stringify(stored)).not.toContain(token)
    })
  })
}
