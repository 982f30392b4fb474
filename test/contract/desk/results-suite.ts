import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MemberDetails, toMemberDetails } from '#domain/release/member-details.ts'
import type { IncomingReport } from '#domain/results/incoming-report.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Desk, DesksUnderTest, StartDesks } from './desk-under-test.ts'
import { codeOf, createBookings } from './desk-work.ts'

/** The contract that screens rely on for the results that wait for staff. */
export const describeResultsDesk = (name: string, start: StartDesks): void => {
  describe(`the result service over ${name}`, { timeout: 120_000 }, () => {
    let desks: DesksUnderTest
    let desk: Desk
    let hi: Desk
    beforeAll(async () => {
      desks = await start()
      desk = desks.desk
      hi = desks.otherDesk
      await desk.signIn('frontdesk')
      await hi.signIn('hi')
    }, 180_000)
    afterAll(async () => await desks?.stop())

    const person = { firstname: 'Sunniva', lastname: 'Aker' }
    const { booked } = createBookings(() => desk, 3, person)
    type Booked = { readonly studyID: StudyID; readonly member: MemberDetails; readonly patientID: string }
    const book = async (): Promise<Booked> => {
      const { studyID, patientID } = await booked()
      const member = await desk.get('members', 'read', { memberID: patientID })
      return { studyID, patientID, member: toMemberDetails(member) }
    }
    const receive = (study: Pick<Booked, 'studyID' | 'patientID' | 'member'>, more: Partial<IncomingReport> = {}) =>
      desks.receiveResult({
        channel: 'fhir',
        sender: 'Reading group',
        messageID: randomUUID(),
        studyRef: study.studyID,
        kind: 'structured',
        status: 'final',
        issuedAt: toInstant(desks.nowMs() - 60_000),
        identity: {
          patientIDs: [study.patientID],
          given: study.member.firstname,
          family: study.member.lastname,
          birthDate: study.member.dob,
          partialBirthDate: '',
          sex: study.member.sex,
        },
        content: { type: 'text', text: `No finding. ${randomUUID()}` },
        ...more,
      })
    const otherPerson = {
      patientIDs: [],
      given: 'Sunniva',
      family: 'Aker',
      birthDate: '1971-07-30',
      partialBirthDate: '',
      sex: null,
    } as const
    const find = async (resultID: string) =>
      (await hi.get('results', 'list', {})).find((result) => result.resultID === resultID)
    const attach = (resultID: string, { studyID, member }: Booked, reason = '', key = randomUUID()) =>
      hi.ask('results', 'attach', { resultID, studyID, memberDetails: member, reason, idempotencyKey: key })
    const draftsOf = async (studyID: StudyID) => (await hi.get('documents', 'listReports', { studyID })).length

    it('attaches a matching result automatically, and keeps one with another birth date waiting', async () => {
      const study = await book()
      const before = await hi.get('results', 'count', {})
      expect(await find(await receive(study))).toBeUndefined()
      expect(await draftsOf(study.studyID)).toBe(1)
      const resultID = await receive(study, { identity: otherPerson as never })
      expect(await find(resultID)).toMatchObject({
        reason: 'mismatch',
        sender: 'Reading group',
        identity: { family: 'Aker', birthDate: '1971-07-30' },
        named: { studyID: study.studyID, member: { lastname: 'Aker', dob: study.member.dob } },
      })
      const after = await hi.get('results', 'count', {})
      expect(after.waiting).toBe(before.waiting + 1)
      expect(after.newestAt).not.toBeNull()
      expect(await draftsOf(study.studyID)).toBe(1)
    })

    it('shows the report, and requires a reason to attach it if the identities differ', async () => {
      const study = await book()
      const resultID = await receive(study, { identity: otherPerson as never })
      const file = await hi.get('results', 'readFile', { resultID })
      expect(Buffer.from(file.base64, 'base64').toString('latin1')).toMatch(/^%PDF/)
      expect(codeOf(await attach(resultID, study))).toBe('act-not-allowed')
      const stale = { ...study, member: { ...study.member, lastname: 'Ekeberg' } }
      expect(codeOf(await attach(resultID, stale, 'Typing error of the sender'))).toBe('stale')
      expect(await find(resultID)).toBeDefined()
      const key = randomUUID()
      expect(codeOf(await attach(resultID, study, 'Typing error of the sender', key))).toBe('ok')
      expect(await find(resultID)).toBeUndefined()
      expect(await draftsOf(study.studyID)).toBe(1)
      expect(codeOf(await hi.ask('results', 'readFile', { resultID }))).toBe('act-not-allowed')
    })

    it('attaches a result without a study to the study that the user chose', async () => {
      const study = await book()
      const resultID = await receive(study, { studyRef: 'F-20418' })
      expect(await find(resultID)).toMatchObject({ reason: 'unmatched', named: null })
      expect(codeOf(await attach(resultID, study, 'Found by name and date of birth'))).toBe('ok')
      expect(await draftsOf(study.studyID)).toBe(1)
    })

    it('counts the unmatched results that name a study or its member, for roles that publish', async () => {
      const [study, other] = [await book(), await book()]
      const ofStudy = (studyID: StudyID) => hi.get('results', 'ofStudy', { studyID })
      expect(await ofStudy(study.studyID)).toEqual({ waiting: 0, resultID: null })
      const mismatch = await receive(study, { identity: otherPerson as never })
      const unmatched = await receive(study, { studyRef: 'F-20419' })
      const either = expect.toBeOneOf([mismatch, unmatched])
      expect(await ofStudy(study.studyID)).toEqual({ waiting: 2, resultID: either })
      expect((await ofStudy(other.studyID)).waiting).toBe(other.patientID === study.patientID ? 1 : 0)
      const reject = { resultID: mismatch, reason: 'Another person', idempotencyKey: randomUUID() }
      expect(codeOf(await hi.ask('results', 'reject', reject))).toBe('ok')
      expect(await ofStudy(study.studyID)).toEqual({ waiting: 1, resultID: unmatched })
      expect(codeOf(await desk.ask('results', 'ofStudy', { studyID: study.studyID }))).toBe('insufficient-permissions')
    })

    it('rejects a result once, and attaches it to no study after that', async () => {
      const study = await book()
      const resultID = await receive(study, { identity: otherPerson as never })
      const reject = () =>
        hi.ask('results', 'reject', { resultID, reason: 'Sent to the wrong clinic', idempotencyKey: randomUUID() })
      expect(codeOf(await reject())).toBe('ok')
      expect(await find(resultID)).toBeUndefined()
      expect(codeOf(await reject())).toBe('act-not-allowed')
      expect(codeOf(await attach(resultID, study, 'Late'))).toBe('act-not-allowed')
      expect(await draftsOf(study.studyID)).toBe(0)
    })

    it('refuses the front desk, an unknown result and a reason that is too long', async () => {
      const study = await book()
      const resultID = await receive(study, { identity: otherPerson as never })
      expect(codeOf(await desk.ask('results', 'list', {}))).toBe('insufficient-permissions')
      expect(codeOf(await desk.ask('results', 'count', {}))).toBe('insufficient-permissions')
      expect(codeOf(await desk.ask('results', 'readFile', { resultID }))).toBe('insufficient-permissions')
      expect(codeOf(await hi.ask('results', 'readFile', { resultID: 'no-such-result' }))).toBe('not-found')
      expect(codeOf(await attach(resultID, study, 'x'.repeat(301)))).toBe('invalid-input')
      const empty = { resultID, reason: ' ', idempotencyKey: randomUUID() }
      expect(codeOf(await hi.ask('results', 'reject', empty))).toBe('invalid-input')
    })

    const refusal = (controlID: string) =>
      ({
        channel: 'hl7',
        sender: 'RIS NORTH',
        address: '10.20.0.7',
        controlID,
        reason: 'message-type',
        detail: '',
      }) as const
    const refusedWith = async (controlID: string) =>
      (await hi.get('results', 'listRefused', {})).filter((each) => each.controlID === controlID)

    it('lists a refused message once, counts its repetitions, and closes it once', async () => {
      const before = await hi.get('results', 'count', {})
      const controlID = `c-${randomUUID()}`
      for (let time = 0; time < 3; time += 1) await desks.refuseResult(refusal(controlID))
      const [refused, ...others] = await refusedWith(controlID)
      expect(refused).toMatchObject({ sender: 'RIS NORTH', address: '10.20.0.7', reason: 'message-type', copies: 3 })
      expect(others).toEqual([])
      const counts = await hi.get('results', 'count', {})
      expect([counts.refused, counts.lastRefusedAt === null]).toEqual([before.refused + 1, false])
      const close = (end: 'told' | 'dismissed', note: string) =>
        hi.ask('results', 'closeRefused', {
          ...{ refusalID: refused?.refusalID ?? '', end, note },
          idempotencyKey: randomUUID(),
        })
      expect(codeOf(await close('dismissed', ' '))).toBe('invalid-input')
      expect(codeOf(await close('told', ''))).toBe('ok')
      expect(codeOf(await close('told', ''))).toBe('ok')
      expect(codeOf(await close('dismissed', 'A test of the sender'))).toBe('act-not-allowed')
      await desks.refuseResult(refusal(controlID))
      expect(await refusedWith(controlID)).toEqual([])
      expect((await hi.get('results', 'count', {})).refused).toBe(before.refused)
    })

    it('lists each refused message without a control id until it is closed, and then the next one', async () => {
      const lost = { ...refusal(''), sender: '', address: '10.20.0.99', reason: 'connection-lost' } as const
      const listed = async () =>
        (await hi.get('results', 'listRefused', {})).filter(({ address }) => address === '10.20.0.99')
      await desks.refuseResult(lost)
      await desks.refuseResult(lost)
      const [first] = await listed()
      expect(first).toMatchObject({ copies: 2, sender: '' })
      const closing = { refusalID: first?.refusalID ?? '', end: 'dismissed', note: 'Cable replaced' } as const
      expect(codeOf(await hi.ask('results', 'closeRefused', { ...closing, idempotencyKey: randomUUID() }))).toBe('ok')
      await desks.refuseResult(lost)
      expect(await listed()).toMatchObject([{ copies: 1 }])
      const unknown = { ...closing, refusalID: 'no-such-message', idempotencyKey: randomUUID() }
      expect(codeOf(await hi.ask('results', 'closeRefused', unknown))).toBe('not-found')
      expect(codeOf(await desk.ask('results', 'listRefused', {}))).toBe('insufficient-permissions')
    })

    it('needs the back office', async () => {
      const study = await book()
      const resultID = await receive(study, { identity: otherPerson as never })
      await desks.setLine(false)
      try {
        expect(codeOf(await hi.ask('results', 'list', {}))).toBe('offline')
        expect(codeOf(await hi.ask('results', 'count', {}))).toBe('offline')
        expect(codeOf(await hi.ask('results', 'readFile', { resultID }))).toBe('offline')
        expect(codeOf(await hi.ask('results', 'listRefused', {}))).toBe('offline')
      } finally {
        await desks.setLine(true)
      }
      expect(await find(resultID)).toBeDefined()
    })
  })
}
