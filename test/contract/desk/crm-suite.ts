import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bridgeSchemas } from '#contract/bridge-schemas.ts'
import type { Desk, DesksUnderTest, StartDesks } from './desk-under-test.ts'
import { codeOf, createBookings } from './desk-work.ts'

/** The contract of bookings from the CRM that screens rely on. */
export const describeCrmDesk = (name: string, start: StartDesks): void => {
  describe(`the CRM over ${name}`, { timeout: 120_000 }, () => {
    let desks: DesksUnderTest
    let desk: Desk
    beforeAll(async () => {
      desks = await start()
      desk = desks.desk
      await desk.signIn('frontdesk')
    }, 180_000)
    afterAll(async () => await desks?.stop())

    const { booked } = createBookings(() => desk, 6)
    const read = (personID: string, opportunityID: string) =>
      desk.ask('crm', 'readBooking', bridgeSchemas.crm.readBooking.input.parse({ personID, opportunityID }))
    const find = (opportunityID: string) =>
      desk.ask('crm', 'findOpportunity', bridgeSchemas.crm.findOpportunity.input.parse({ opportunityID }))

    it('returns a person who is not a member yet, with their opportunity', async () => {
      expect(await read('003DEMO0001', '006DEMO0001')).toMatchObject({
        value: {
          person: { personID: '003DEMO0001', firstname: expect.any(String), atriumID: null },
          opportunity: { opportunityID: '006DEMO0001', personID: '003DEMO0001', Study_ID__c: null },
          member: null,
        },
      })
    })

    it('returns the member record of a person who is already a member', async () => {
      const reply = await read('003DEMO0002', '006DEMO0002')
      if (!reply.ok || reply.value.member === null) throw new Error(JSON.stringify(reply))
      const { person, member } = reply.value
      expect(member.patientID).toBe(person.atriumID)
      expect([member.firstname, member.lastname, member.dob]).toEqual([person.firstname, person.lastname, person.dob])
      const { patientID: memberID } = member
      expect(await desk.get('members', 'read', { memberID })).toMatchObject({ patientID: memberID })
    })

    it.each([
      ['006DEMO0001', '003DEMO0001', false],
      ['006DEMO0002', '003DEMO0002', true],
    ])('finds opportunity %s by its id, with its person', async (opportunityID, personID, isMember) => {
      const reply = await find(opportunityID)
      if (!reply.ok) throw new Error(JSON.stringify(reply))
      const { person, opportunity, member } = reply.value
      expect(opportunity).toMatchObject({ opportunityID, personID })
      expect(person.personID).toBe(personID)
      expect(person.atriumID !== null).toBe(isMember)
      expect(member?.patientID ?? null).toBe(person.atriumID)
    })

    it('does not find an unknown opportunity', async () => {
      expect(codeOf(await find('006NONE'))).toBe('not-found')
    })

    it('refuses unknown persons and opportunities, and an opportunity of another person', async () => {
      expect(codeOf(await read('003NONE', '006DEMO0001'))).toBe('not-found')
      expect(codeOf(await read('003DEMO0001', '006NONE'))).toBe('not-found')
      expect(codeOf(await read('003DEMO0001', '006DEMO0002'))).toBe('opportunity-mismatch')
    })

    it('links a study to an opportunity, and refuses to change the opportunity from stale values', async () => {
      const { studyID } = await booked()
      const lookUp = (opportunityID: string) =>
        desk.ask(
          'study',
          'lookUpOpportunity',
          bridgeSchemas.study.lookUpOpportunity.input.parse({ studyID, opportunityID }),
        )
      const link = (opportunityID: string) => {
        const input = { studyID, opportunityID, isConfirmed: true, idempotencyKey: randomUUID() }
        return desk.ask('study', 'linkOpportunity', bridgeSchemas.study.linkOpportunity.input.parse(input))
      }
      const change = (expected: { Type: string; LeadSource: string }, LeadSource: string) =>
        desk.ask('study', 'changeOpportunity', { studyID, expected, changes: { LeadSource } })
      expect([codeOf(await lookUp('006NONE')), codeOf(await link('006NONE'))]).toEqual(['not-found', 'not-found'])
      const opportunityID = '006DEMO0003'
      expect(await lookUp(opportunityID)).toMatchObject({
        value: { opportunity: { opportunityID, Study_ID__c: null }, isOtherMember: false },
      })
      expect(await link(opportunityID)).toMatchObject({
        value: { opportunityID, opportunity: { opportunityID, Study_ID__c: studyID } },
      })
      expect((await desk.get('study', 'read', { studyID })).study.opportunityID).toBe(opportunityID)
      const { opportunity } = await desk.get('study', 'readOpportunity', { studyID })
      if (opportunity === null) throw new Error('The study has no opportunity')
      const { Type, LeadSource } = opportunity
      expect(await change({ Type, LeadSource }, 'Clinic visit')).toMatchObject({
        value: { opportunity: { Type, LeadSource: 'Clinic visit' } },
      })
      expect(codeOf(await change({ Type, LeadSource }, 'Phone call'))).toBe('stale')
      expect((await desk.get('study', 'readOpportunity', { studyID })).opportunity?.LeadSource).toBe('Clinic visit')
    })

    it('reads nothing without the back office', async () => {
      await desks.setLine(false)
      try {
        expect(codeOf(await read('003DEMO0001', '006DEMO0001'))).toBe('offline')
        expect(codeOf(await find('006DEMO0001'))).toBe('offline')
      } finally {
        await desks.setLine(true)
      }
    })
  })
}
