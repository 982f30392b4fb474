import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memberIDSchema } from '#domain/members/member.ts'
import {
  type Answer,
  aStudyRow,
  clinic,
  findEngines,
  type RunningBackOffice,
  runBackOffice,
} from '../../builders/back-office.ts'
import { goodInputs } from '../../contract/back-office-bad-input.ts'

/** A member whose studies are all at us-wa-2; the user `oneLocation` may work only at ca-bc-1. */
const memberID = memberIDSchema.parse('m-000001')

for (const engine of await findEngines('rules')) {
  describe.skipIf(engine.missing !== undefined)(`members of other locations on ${engine.kind}`, () => {
    let office: RunningBackOffice
    let limited: string
    let everywhere: string
    beforeEach(async () => {
      office = await runBackOffice(engine)
      limited = await office.signIn('oneLocation')
      everywhere = await office.signIn('frontdesk')
      await office.db.updateTable('study').set({ location_id: 'us-wa-2' }).where('patient_id', '=', memberID).execute()
    })
    afterEach(async () => {
      await office.stop()
      expect(office.errors).toEqual([])
    })
    const change = (token: string): Promise<Answer> =>
      office.call('changeMember', { params: { id: memberID }, body: { city: 'Elsewhere' } }, { token })
    const addStudyAt = async (location_id: string): Promise<void> => {
      const row = { ...aStudyRow(office.now()), study_id: 's-reach', patient_id: memberID, location_id }
      await office.db.insertInto('study').values(row).execute()
    }

    it('can be changed only by staff who may work at all locations', async () => {
      const refused = await change(limited)
      expect([refused.status, refused.body.code]).toEqual([403, 'location-forbidden'])
      const rows = await office.db.selectFrom('audit').selectAll().where('outcome', '=', 'location-forbidden').execute()
      expect(rows.map(({ action, member_id }) => [action, member_id])).toEqual([
        ['member.changed outside-location', memberID],
      ])
      expect((await change(everywhere)).status).toBe(200)
    })

    it('can be changed by staff of a location where the member has a study', async () => {
      await addStudyAt('ca-bc-1')
      expect((await change(limited)).status).toBe(200)
    })

    const read = (token: string): Promise<Answer> => office.call('readMember', { params: { id: memberID } }, { token })
    const search = (token: string, body: object): Promise<Answer> => office.call('searchMembers', { body }, { token })
    const outsideRows = async (): Promise<readonly (readonly [string, string])[]> => {
      const rows = await office.db
        .selectFrom('audit')
        .selectAll()
        .where('action', 'like', '%outside-location')
        .execute()
      return rows.map(({ action, outcome }) => [action, outcome] as const)
    }

    it('can be read only by staff who may work at all locations', async () => {
      const refused = await read(limited)
      expect([refused.status, refused.body.code]).toEqual([403, 'location-forbidden'])
      expect(await outsideRows()).toEqual([['member.viewed outside-location', 'location-forbidden']])
      expect((await read(everywhere)).status).toBe(200)
      const list = { query: { user_id: `${memberID},m-000002` } }
      expect((await office.call('readMembers', list, { token: limited })).body).toEqual([])
      expect((await office.call('readMembers', list, { token: everywhere })).body).toHaveLength(2)
      const referral = { body: { user_id: memberID } }
      expect((await office.call('readReferralCode', referral, { token: limited })).status).toBe(403)
    })

    it('can be read by staff of a location where the member has a study', async () => {
      await addStudyAt('ca-bc-1')
      expect((await read(limited)).status).toBe(200)
      expect(await outsideRows()).toEqual([])
    })

    it.each([
      ['name and birth date', { text: 'ana silva 1980-02-03' }],
      ['phone', { text: '+1 (604) 555-0142' }],
      ['email', { email: 'ana.silva@mail.example', exactMatch: true }],
    ])(
      'can be read and changed for twelve hours by staff who found them by exact %s, as the audit log records',
      async (_what, body) => {
        expect((await search(limited, body)).body).toMatchObject([{ patientID: memberID }])
        expect((await read(limited)).status).toBe(200)
        expect((await change(limited)).status).toBe(200)
        expect(await outsideRows()).toEqual([
          ['member.searched outside-location', 'ok'],
          ['member.viewed outside-location', 'ok'],
          ['member.changed outside-location', 'ok'],
        ])
        office.advance(12 * 3600)
        expect((await read(await office.signInAgain('oneLocation'))).status).toBe(403)
      },
    )

    it.each([
      ['part of a name', { text: 'silva' }],
      ['a misspelled name with the birth date', { text: 'anna sylva 1980-02-03' }],
      ['part of a phone number', { text: '604 555' }],
      ['the start of an email', { text: 'ana.silva@' }],
    ])('are not found by %s, and cannot be read', async (_what, body) => {
      expect((await search(limited, body)).body).toEqual([])
      expect((await read(limited)).status).toBe(403)
      expect((await search(everywhere, { text: 'silva' })).body).toHaveLength(1)
    })

    it('cannot be booked or given draft safety answers by a user who knows only their id', async () => {
      const draft = (token: string): Promise<Answer> =>
        office.call('saveBookingSafetyDraft', goodInputs.saveBookingSafetyDraft as object, { token })
      const book = (token: string, key: string): Promise<Answer> =>
        office.call('createTemporaryHoldBooking', goodInputs.createTemporaryHoldBooking as object, { token, key })
      expect([(await draft(limited)).status, (await book(limited, 'b-1')).status]).toEqual([403, 403])
      await search(limited, { email: 'ana.silva@mail.example', exactMatch: true })
      expect((await draft(limited)).status).toBe(200)
      expect((await book(limited, 'b-2')).body.code).not.toBe('location-forbidden')
    })

    describe('in the CRM', () => {
      const path = { params: { id: clinic.opportunity } }
      const person = { params: { id: clinic.person } }
      const booking = { params: { personId: clinic.person, opportunityId: clinic.opportunity } }
      const linkTo = (study_id: string | null): Promise<unknown> =>
        office.db
          .updateTable('crm_opportunity')
          .set({
            study_id,
            document: sql<string>`replace(document, '"Study_ID__c":null', ${`"Study_ID__c":${JSON.stringify(study_id)}`})`,
          })
          .execute()
      const codesOf = async (token: string): Promise<readonly (string | number)[]> => {
        const answers = [
          await office.call('readCrmBooking', booking as never, { token }),
          await office.call('readOpportunity', path, { token }),
          await office.call('changeOpportunity', { ...path, body: { Type: 'x' } }, { token }),
          await office.call('changeOpportunity', { ...path, body: { Study_ID__c: null } }, { token }),
          await office.call('createOpportunityOfMember', { params: { id: memberID }, body: {} } as never, { token }),
          await office.call('changeOpportunityOfMember', { params: { id: memberID }, body: {} } as never, { token }),
          await office.call('changeCrmPerson', { ...person, body: { firstname: 'X' } }, { token }),
          await office.call('createLead', { params: { id: memberID }, body: { firstname: 'X' } }, { token }),
        ]
        return answers.map(({ status, body }) => body.code ?? status)
      }
      const forbidden = Array.from({ length: 8 }, () => 'location-forbidden')
      const done = Array.from({ length: 8 }, () => 200)

      it('have records that staff of all locations may use, but staff of other locations may not', async () => {
        await linkTo('s-home-1')
        expect(await codesOf(limited)).toEqual(forbidden)
        expect((await office.db.selectFrom('crm_opportunity').selectAll().executeTakeFirstOrThrow()).study_id).toBe(
          's-home-1',
        )
        expect(await codesOf(everywhere)).toEqual(done)
      })

      it('have records that staff of a location where the member has a study can read and change', async () => {
        await addStudyAt('ca-bc-1')
        expect(await codesOf(limited)).toEqual(done)
      })

      it('become accessible to staff who open their records for a booking, with a line in the audit log', async () => {
        expect((await read(limited)).status).toBe(403)
        expect((await office.call('readCrmBooking', booking as never, { token: limited })).status).toBe(200)
        expect((await read(limited)).status).toBe(200)
        expect(await outsideRows()).toContainEqual(['crm.viewed outside-location', 'ok'])
        expect((await office.call('readOpportunity', path, { token: limited })).status).toBe(200)
      })
    })

    it('can be changed by the user who created them', async () => {
      const creator = await office.db
        .selectFrom('user')
        .select('user_id')
        .where('email', '=', 'onelocation@test.atrium')
        .executeTakeFirstOrThrow()
      await office.db
        .updateTable('member')
        .set({ created_by: creator.user_id })
        .where('patient_id', '=', memberID)
        .execute()
      expect((await change(limited)).status).toBe(200)
    })
  })
}
