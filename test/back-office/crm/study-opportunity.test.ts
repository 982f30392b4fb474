import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { backOfficeRoutes } from '#contract/back-office.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { clinic, findEngines, type RunningBackOffice, runBackOffice } from '#test/builders/back-office.ts'
import { aTime, createConsultActs } from '#test/contract/consult-clinic.ts'
import { createPaymentActs, fillMoney, moneyClinic, refusalOf } from '#test/contract/money-clinic.ts'

const crmUrl = 'https://crm.atrium.example'

for (const engine of await findEngines('rules')) {
  describe.skipIf(engine.missing !== undefined)(`a study's opportunity on ${engine.kind}`, { timeout: 60_000 }, () => {
    let office: RunningBackOffice
    let desk: ReturnType<typeof createConsultActs>
    beforeAll(async () => {
      office = await runBackOffice(engine, { crmUrl })
      await fillMoney(office)
      desk = createConsultActs(office)
    })
    afterEach(() => {
      vi.unstubAllEnvs()
    })
    afterAll(async () => {
      expect(office.errors).toEqual([])
      await office.stop()
    })

    let records = 0
    /** Adds an opportunity and its person to the CRM. The person is linked to the member `memberID` if it is given. */
    const anOpportunity = async (
      more: { studyID?: string; memberID?: string | null; document?: object; person?: object } = {},
    ) => {
      records += 1
      const personID = `003B${records}`
      const opportunityID = `006B${records}`
      const { studyID = null, memberID = null } = more
      const person = await office.db
        .selectFrom('crm_person')
        .selectAll()
        .where('person_id', '=', clinic.person)
        .executeTakeFirstOrThrow()
      const opportunity = {
        opportunityID,
        personID,
        Study_ID__c: studyID,
        Scan_Type__c: null,
        StageName: 'New',
        LeadSource: 'Web',
        Type: 'New Member',
        Campaign__c: 'Spring',
        OwnerId: 'u-sales',
        CreatedDate: '2026-11-01T00:00:00Z',
        ...more.document,
      }
      await office.db
        .insertInto('crm_person')
        .values({
          person_id: personID,
          atrium_id: memberID,
          document: JSON.stringify({ ...JSON.parse(person.document), ...more.person, personID, atriumID: memberID }),
        })
        .execute()
      await office.db
        .insertInto('crm_opportunity')
        .values({
          opportunity_id: opportunityID,
          person_id: personID,
          study_id: studyID,
          document: JSON.stringify(opportunity),
        })
        .execute()
      return opportunityID
    }
    const inCrm = async (opportunityID: string) => {
      const row = await office.db
        .selectFrom('crm_opportunity')
        .selectAll()
        .where('opportunity_id', '=', opportunityID)
        .executeTakeFirstOrThrow()
      return { ...JSON.parse(row.document), column: row.study_id }
    }
    /** Creates a study and its opportunity, linked in both records. */
    const aSale = async (document: object = {}) => {
      const studyId = await desk.newStudy()
      const opportunityID = await anOpportunity({ studyID: studyId, document })
      await office.db
        .updateTable('study')
        .set({ opportunity_id: opportunityID })
        .where('study_id', '=', studyId)
        .execute()
      return { studyId, opportunityID }
    }
    const read = (studyId: string) => desk.ask('readStudyOpportunity', { params: { studyId } })
    const change = (studyId: string, expected: object, changes: object) =>
      desk.ask('changeStudyOpportunity', { params: { studyId }, body: { expected, changes } }, 'sales')
    const link = (studyId: string, opportunityID: string, key?: string) =>
      desk.ask('linkStudyOpportunity', { params: { studyId }, body: { opportunityID } }, 'frontdesk', key)
    const asMade = { Type: 'New Member', LeadSource: 'Web' }

    it('is returned with the names behind its ids and its page in the CRM', async () => {
      const { studyId, opportunityID } = await aSale()
      const { body } = await read(studyId)
      expect(backOfficeRoutes.readStudyOpportunity.answer.parse(body)).toEqual(body)
      expect(body).toMatchObject({
        opportunity: { opportunityID, Campaign__c: 'Spring' },
        opportunityID,
        salesperson: 'Robin sales',
        referringMember: null,
        crmUrl: `${crmUrl}/lightning/r/Opportunity/${opportunityID}/view`,
      })
    })

    it('is null if the study names none, and only an id if the CRM does not have it', async () => {
      const studyId = await desk.newStudy()
      const none = { opportunity: null, opportunityID: null, salesperson: null, crmUrl: null }
      expect((await read(studyId)).body).toMatchObject(none)
      await office.db.updateTable('study').set({ opportunity_id: '006GONE' }).where('study_id', '=', studyId).execute()
      expect((await read(studyId)).body).toMatchObject({ ...none, opportunityID: '006GONE' })
      expect(refusalOf(await change(studyId, asMade, { Type: 'x' }))).toEqual([404, 'not-found'])
    })

    it('has no salesperson when its owner is not on our staff', async () => {
      const { studyId } = await aSale({ OwnerId: '005UNKNOWN' })
      expect((await read(studyId)).body.salesperson).toBeNull()
    })

    it('names the owner of the referral code in effect as referring member, otherwise the person whom the member named', async () => {
      const payments = createPaymentActs(office)
      const studyId = await payments.newStudy()
      const referred = await payments.referral(studyId, moneyClinic.friendsCode)
      expect(referred.status).toBe(200)
      expect((await read(studyId)).body.referringMember).toBe("Zoë O'Néill 100%")
      const { transactions } = await payments.read(studyId)
      const used = transactions.find((entry: { paymentType: string }) => entry.paymentType === 'referral code')
      await payments.refund(studyId, used.transactionID, { amount: 100 })
      expect((await read(studyId)).body.referringMember).toBeNull()
      const named = await desk.newStudy({}, { leadSource: 'Friend', leadSourceDetail: 'Olu Adeyemi' })
      expect((await read(named)).body.referringMember).toBe('Olu Adeyemi')
    })

    it('is changed under an optimistic lock, and the log names the fields, not their values', async () => {
      const { studyId, opportunityID } = await aSale({ unknownToUs: 'kept' })
      const { status, body } = await change(studyId, asMade, { Type: 'Returning' })
      expect([status, body.opportunity.Type, body.opportunity.LeadSource]).toEqual([200, 'Returning', 'Web'])
      expect(await inCrm(opportunityID)).toMatchObject({ Type: 'Returning', unknownToUs: 'kept' })
      expect(await desk.logOf(studyId)).toEqual(['Opportunity type changed'])
      expect(refusalOf(await change(studyId, asMade, { LeadSource: 'Radio' }))).toEqual([409, 'stale'])
      const now = { Type: 'Returning', LeadSource: 'Web' }
      expect((await change(studyId, now, { LeadSource: 'Web' })).status).toBe(200)
      expect(await desk.logOf(studyId)).toHaveLength(1)
      const audit = office.db.selectFrom('audit').select(['outcome']).where('study_id', '=', studyId)
      const outcomes = await audit.where('action', '=', 'crm.opportunity-changed').orderBy('sequence').execute()
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(['ok', 'stale', 'ok'])
    })

    it('makes the changes feed list its study when the opportunity changes, but not after a request without a change', async () => {
      const { studyId } = await aSale()
      const { location_id: locationID } = await desk.rowOf(studyId)
      const feed = async (cursor?: string) => {
        const query = { locationID, ...(cursor === undefined ? {} : { cursor }) }
        return (await desk.ask('readChanges', { query })).body
      }
      let page = await feed()
      while (page.more) page = await feed(page.cursor)
      await change(studyId, asMade, { Type: 'Returning' })
      const next = await feed(page.cursor)
      expect(next.changes.at(-1)).toMatchObject({ kind: 'study', id: studyId, isAround: true })
      await change(studyId, { ...asMade, Type: 'Returning' }, { Type: 'Returning' })
      expect((await feed(next.cursor)).changes).toEqual([])
    })

    it('is changed by only one of ten concurrent requests that expect the same values', async () => {
      const { studyId, opportunityID } = await aSale()
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_none, place) => change(studyId, asMade, { Type: `Type ${place}` })),
      )
      const won = answers.filter(({ status }) => status === 200)
      expect([won.length, answers.filter(({ body }) => body.code === 'stale').length]).toEqual([1, 9])
      expect((await inCrm(opportunityID)).Type).toBe(won[0]?.body.opportunity.Type)
      expect(await desk.logOf(studyId)).toHaveLength(1)
    })

    it('is not changed if the CRM links it to another study', async () => {
      const { studyId, opportunityID } = await aSale({ Study_ID__c: 's-other' })
      expect(refusalOf(await change(studyId, asMade, { Type: 'x' }))).toEqual([409, 'opportunity-mismatch'])
      expect((await inCrm(opportunityID)).Type).toBe('New Member')
    })

    it('is linked in both records by one request, and the former opportunity is unlinked', async () => {
      const { studyId, opportunityID: before } = await aSale()
      const after = await anOpportunity()
      const { status, body } = await link(studyId, after)
      expect([status, body.opportunity.Study_ID__c, body.opportunityID]).toEqual([200, studyId, after])
      expect((await desk.rowOf(studyId)).opportunity_id).toBe(after)
      expect(await inCrm(after)).toMatchObject({ Study_ID__c: studyId, column: studyId })
      expect(await inCrm(before)).toMatchObject({ Study_ID__c: null, column: null })
      expect(await desk.logOf(studyId)).toEqual([`Opportunity ${after} linked`])
      const { version } = await desk.rowOf(studyId)
      expect((await link(studyId, after)).status).toBe(200)
      expect((await desk.rowOf(studyId)).version).toBe(version)
      expect(await desk.logOf(studyId)).toHaveLength(1)
    })

    it('is linked again by a request if the CRM no longer links it to the study', async () => {
      const { studyId, opportunityID } = await aSale({ Study_ID__c: null })
      await office.db
        .updateTable('crm_opportunity')
        .set({ study_id: null })
        .where('opportunity_id', '=', opportunityID)
        .execute()
      expect((await link(studyId, opportunityID)).body.opportunity.Study_ID__c).toBe(studyId)
    })

    it.each([
      ['a person of the CRM', clinic.person],
      ['no record', '006NONE'],
    ])('is refused as not found, with the message of the spec, if the id names %s', async (_what, id) => {
      const studyId = await desk.newStudy()
      const answer = await link(studyId, id)
      expect([...refusalOf(answer), answer.body.message]).toEqual([404, 'not-found', studyMessages.noOpportunity])
      expect((await desk.rowOf(studyId)).opportunity_id).toBeNull()
    })

    it('is not linked if it belongs to another member or to a study that has a time', async () => {
      const studyId = await desk.newStudy()
      const ofMember = await anOpportunity({ memberID: clinic.otherMember })
      const booked = await desk.newStudy(aTime(office))
      const ofStudy = await anOpportunity({ studyID: booked })
      const ofForeign = await anOpportunity({ studyID: clinic.elsewhereStudy })
      await office.db.updateTable('study').set(aTime(office)).where('study_id', '=', clinic.elsewhereStudy).execute()
      for (const id of [ofMember, ofStudy, ofForeign]) {
        expect(refusalOf(await link(studyId, id))).toEqual([409, 'opportunity-mismatch'])
        expect((await desk.rowOf(studyId)).opportunity_id).toBeNull()
      }
      expect((await inCrm(ofStudy)).Study_ID__c).toBe(booked)
      expect(await desk.logOf(studyId)).toEqual([])
    })

    it('is shown with its person before it is linked, and a person who is another member is marked', async () => {
      const studyId = await desk.newStudy()
      const candidate = (opportunityID: string, id = studyId) =>
        desk.ask('readOpportunityCandidate', { params: { studyId: id, opportunityID } })
      const free = await anOpportunity({ person: { firstname: 'Bea', dob: null, email: 'bea@mail.example' } })
      const { status, body } = await candidate(free)
      expect([status, body.opportunity.opportunityID, body.isOtherMember]).toEqual([200, free, false])
      expect(body.person).toEqual({ firstname: 'Bea', lastname: 'Silva', dob: null, email: 'bea@mail.example' })
      expect(backOfficeRoutes.readOpportunityCandidate.answer.parse(body)).toEqual(body)
      const theirs = await anOpportunity({ memberID: clinic.otherMember })
      expect((await candidate(theirs)).body.isOtherMember).toBe(true)
      const shown = await office.db.selectFrom('audit').select('member_id').where('study_id', '=', studyId).execute()
      const other = await office.db
        .selectFrom('audit')
        .select('action')
        .where('member_id', '=', clinic.otherMember)
        .where('action', '=', 'crm.viewed')
        .execute()
      expect([shown.length > 0, other.length]).toEqual([true, 1])
      const none = await candidate('006NONE')
      expect([...refusalOf(none), none.body.message]).toEqual([404, 'not-found', studyMessages.noOpportunity])
    })

    it.each([
      ['with another email and birth date', { email: 'x@mail.example', dob: '1971-05-06' }, true],
      ['with another email and no birth date', { email: 'x@mail.example', dob: null }, true],
      ['without any known detail', { email: '', dob: null }, true],
      ['with the same birth date', { email: 'x@mail.example', dob: '1980-02-03' }, false],
      ['with the same email in another spelling', { email: 'same', dob: '1971-05-06' }, false],
    ])(
      'of a person %s (%j) needs confirmation of the person by staff before it is linked: %s',
      async (_who, person, asks) => {
        const studyId = await desk.newStudy({}, { dob: '1980-02-03' })
        const { patient_id } = await desk.rowOf(studyId)
        const email = person.email === 'same' ? ` ${patient_id.toUpperCase()}@Mail.example` : person.email
        const opportunityID = await anOpportunity({ person: { ...person, email } })
        const answer = await link(studyId, opportunityID)
        if (!asks) return expect(answer.status).toBe(200)
        expect(refusalOf(answer)).toEqual([409, 'opportunity-mismatch'])
        expect(answer.body.message).toContain('different email address and birth date')
        expect(await inCrm(opportunityID)).toMatchObject({ Study_ID__c: null, column: null })
        expect((await desk.rowOf(studyId)).opportunity_id).toBeNull()
        const around = await desk.ask('updateStudy', { params: { studyId }, body: { opportunityID } })
        expect(refusalOf(around)).toEqual([409, 'opportunity-mismatch'])
        const body = { opportunityID, isConfirmed: true }
        expect((await desk.ask('linkStudyOpportunity', { params: { studyId }, body })).status).toBe(200)
        expect((await inCrm(opportunityID)).column).toBe(studyId)
      },
    )

    it('is linked to only one of four studies that request it at the same time', async () => {
      const rivals = await Promise.all(Array.from({ length: 4 }, () => desk.newStudy(aTime(office))))
      const opportunityID = await anOpportunity()
      const answers = await Promise.all(rivals.map((studyId) => link(studyId, opportunityID)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
      const named = await Promise.all(rivals.map(async (id) => (await desk.rowOf(id)).opportunity_id))
      expect(named.filter((id) => id === opportunityID)).toHaveLength(1)
      expect((await inCrm(opportunityID)).column).toBe(rivals[named.indexOf(opportunityID)])
    })

    it('cannot be read or changed for a study at another location, for an unknown study, or by members', async () => {
      for (const [name, body] of [
        ['readStudyOpportunity', {}],
        ['changeStudyOpportunity', { expected: asMade, changes: { Type: 'x' } }],
        ['linkStudyOpportunity', { opportunityID: clinic.opportunity }],
        ['readOpportunityCandidate', {}],
      ] as const) {
        const { opportunity: opportunityID } = clinic
        const of = (studyId: string) => ({ params: { studyId, opportunityID }, body })
        const foreign = await desk.ask(name, of(clinic.elsewhereStudy), 'oneLocation')
        expect(refusalOf(foreign)).toEqual([403, 'location-forbidden'])
        expect((await desk.ask(name, of('s-none'), 'oneLocation')).status).toBe(404)
        expect(refusalOf(await desk.ask(name, of(clinic.homeStudy), 'member'))).toEqual([
          403,
          'insufficient-permissions',
        ])
      }
    })

    it.each([
      ['an invalid id', { opportunityID: '../x' }, 'opportunityID'],
      ['no id', {}, 'opportunityID'],
      ['an unknown field', { opportunityID: '006A', studyID: 's-home-1' }, 'body'],
    ])('is not linked by a request with %s', async (_what, body, field) => {
      const answer = await desk.ask('linkStudyOpportunity', { params: { studyId: clinic.homeStudy }, body })
      expect(refusalOf(answer)).toEqual([400, 'invalid-input', field])
    })

    it('is not read, changed or linked while the CRM is down; the same idempotency key links it later', async () => {
      const { studyId } = await aSale()
      const next = await anOpportunity()
      vi.stubEnv('ATRIUM_CRM', 'down')
      expect(refusalOf(await read(studyId))).toEqual([503, 'crm-unavailable'])
      expect(refusalOf(await change(studyId, asMade, { Type: 'x' }))).toEqual([503, 'crm-unavailable'])
      expect(refusalOf(await link(studyId, next, `crm-${studyId}`))).toEqual([503, 'crm-unavailable'])
      vi.unstubAllEnvs()
      expect((await link(studyId, next, `crm-${studyId}`)).status).toBe(200)
    })
  })
}
