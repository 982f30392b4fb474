import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkAuditChain } from '#back-office/kernel/check-audit-chain.ts'
import { backOfficeRoutes } from '#contract/back-office.ts'
import { failureCodes } from '#contract/reply.ts'
import {
  type AccountName,
  accounts,
  clinic,
  type Engine,
  type RunningBackOffice,
  runBackOffice,
  testPassword,
} from '../builders/back-office.ts'
import { aLocation } from '../builders/records.ts'

const aDraft = (email: string) => ({
  firstname: 'Noor',
  lastname: 'Haddad',
  email,
  dob: '1990-05-06',
  gender: 'female' as const,
  phone_number: '+1 604 555 0177',
  address: '9 Quay Road',
  city: 'Vancouver',
  state: 'BC',
  country: 'Canada' as const,
})

/**
 * The contract of every back office, on each database: signing in, who may see what, idempotency keys, members, CRM,
 * catalogue and GraphQL.
 */
export const describeBackOffice = (engine: Engine): void => {
  describe.skipIf(engine.missing !== undefined)(`back office on ${engine.kind}`, () => {
    let office: RunningBackOffice
    beforeAll(async () => {
      office = await runBackOffice(engine)
    })
    afterAll(async () => {
      await office.stop()
      expect(office.errors).toEqual([])
    })

    describe('signing in', () => {
      it('returns a token and the user when the password is right', async () => {
        const answer = await office.call('signIn', {
          body: { email: 'FrontDesk@test.atrium ', password: testPassword },
        })
        expect(answer.status).toBe(200)
        expect(backOfficeRoutes.signIn.answer.parse(answer.body)).toEqual(answer.body)
        expect(answer.body.user.roles).toEqual(['frontdesk'])
        const current = await office.call('readCurrentUser', {}, { token: answer.body.token })
        expect(current.body).toEqual(answer.body.user)
      })

      it('returns the home location of the account, unless the person may not work there', async () => {
        const homeOf = async (who: AccountName) =>
          (await office.call('readCurrentUser', {}, { token: await office.signIn(who) })).body.homeLocation
        expect(await homeOf('frontdesk')).toBe(clinic.elsewhere)
        expect(await homeOf('np')).toBeNull()
        expect(await homeOf('oneLocation')).toBeNull()
      })

      it('refuses a wrong password and an unknown email address in the same words', async () => {
        const wrong = await office.call('signIn', { body: { email: accounts.hi.email, password: 'wrong' } })
        const unknown = await office.call('signIn', { body: { email: 'nobody@test.atrium', password: 'wrong' } })
        expect(wrong.status).toBe(401)
        expect(wrong.body.code).toBe('bad-credentials')
        expect(unknown.status).toBe(401)
        expect(unknown.body).toEqual(wrong.body)
      })

      it('stores neither the token nor the password', async () => {
        const token = await office.signIn('qa')
        const sessions = await office.db.selectFrom('session').selectAll().execute()
        const users = await office.db.selectFrom('user').selectAll().execute()
        expect(sessions.length).toBeGreaterThan(0)
        expect(JSON.stringify([sessions, users])).not.toContain(token)
        expect(JSON.stringify([sessions, users])).not.toContain(testPassword)
        expect(users.every((user) => user.password_hash?.startsWith('scrypt$'))).toBe(true)
        // The only account here with the scrypt cost of decisions §2.
        expect(users.find((user) => user.email === accounts.qa.email)?.password_hash).toMatch(/^scrypt\$32768\$8\$1\$/)
      })

      it('locks an account for 15 minutes after 5 wrong passwords, even if they are sent at the same time', async () => {
        const guess = () => office.call('signIn', { body: { email: accounts.np.email, password: 'guess' } })
        const guesses = await Promise.all(Array.from({ length: 12 }, guess))
        expect(guesses.filter((answer) => answer.status === 401)).toHaveLength(5)
        expect(guesses.filter((answer) => answer.body.code === 'account-locked')).toHaveLength(7)
        const right = { body: { email: accounts.np.email, password: testPassword } }
        const locked = await office.call('signIn', right)
        expect(locked.status).toBe(429)
        expect(locked.body.code).toBe('account-locked')
        expect(locked.body.details.retryAfterSeconds).toBe(900)
        office.advance(899)
        expect((await office.call('signIn', right)).status).toBe(429)
        office.advance(1)
        expect((await office.call('signIn', right)).status).toBe(200)
      })

      it('resets the count of wrong passwords after a right one', async () => {
        const sign = async (password: string): Promise<number> =>
          (await office.call('signIn', { body: { email: accounts.dev.email, password } })).status
        for (let round = 0; round < 3; round += 1) {
          for (let wrong = 0; wrong < 4; wrong += 1) expect(await sign('guess')).toBe(401)
          expect(await sign(testPassword)).toBe(200)
        }
      })

      it('ends a session at sign-out and after 12 hours', async () => {
        const { body } = await office.call('signIn', { body: { email: accounts.sales.email, password: testPassword } })
        expect((await office.call('signOut', {}, { token: body.token })).status).toBe(200)
        expect((await office.call('readCurrentUser', {}, { token: body.token })).body.code).toBe('signed-out')
        const again = await office.call('signIn', { body: { email: accounts.sales.email, password: testPassword } })
        office.advance(12 * 3600 - 1)
        expect((await office.call('readCurrentUser', {}, { token: again.body.token })).status).toBe(200)
        office.advance(1)
        expect((await office.call('readCurrentUser', {}, { token: again.body.token })).status).toBe(401)
        office.advance(-12 * 3600)
      })

      it.each(['', 'Bearer', 'Bearer x', `Bearer ${'A'.repeat(43)}`, `Basic ${'A'.repeat(43)}`])(
        'does not accept %j as a session',
        async (authorization) => {
          const response = await fetch(`${office.url}/api/v1/userV2/current`, { headers: { authorization } })
          expect(response.status).toBe(401)
          expect(await response.json()).toMatchObject({ code: 'signed-out' })
        },
      )
    })

    describe('location scope', () => {
      it('refuses a study of another location in the words of the specification', async () => {
        const token = await office.signIn('oneLocation')
        const read = (studyId: string) => office.call('readStudy', { params: { studyId } }, { token })
        const elsewhere = await read(clinic.elsewhereStudy)
        expect(elsewhere.status).toBe(403)
        expect(elsewhere.body).toEqual({
          code: 'location-forbidden',
          message: 'The location is not allowed to your account.',
        })
        expect((await read('s-does-not-exist')).status).toBe(404)
        expect((await read(clinic.homeStudy)).status).toBe(200)
      })

      it('refuses a location, calendar or machine outside the caller’s locations, in path, query or body', async () => {
        const token = await office.signIn('oneLocation')
        const utcStart = '2026-12-01T18:00:00Z'
        const utcEnd = '2026-12-01T19:00:00Z'
        const calendarId = 'cal-us-wa-2-m1'
        const answers = [
          await office.call(
            'readMachineTimes',
            { params: { locationID: clinic.elsewhere }, query: { from: utcStart, to: utcEnd } },
            { token },
          ),
          await office.call('readChanges', { query: { locationID: clinic.elsewhere } }, { token }),
          await office.call('createHoldAssisted', { body: { calendarId, utcStart, utcEnd } }, { token }),
          await office.call(
            'addCalendarEvent',
            { body: { studyId: clinic.homeStudy, calendarId, utcStart, utcEnd } },
            { token, key: 'scope-1' },
          ),
          await office.call(
            'changeAppointmentTime',
            {
              body: {
                studyID: clinic.homeStudy,
                locationID: clinic.elsewhere,
                machineID: 'us-wa-2-m1',
                skuID: 300,
                utcStart,
                slotSelectionType: 'manual',
                holdEventID: null,
                version: 1,
                override: null,
              },
            },
            { token, key: 'scope-2' },
          ),
          await office.call('readBookingCatalogue', { query: { locationID: clinic.elsewhere } }, { token }),
        ]
        expect(answers.map((answer) => [answer.status, answer.body.code])).toEqual(
          answers.map(() => [403, 'location-forbidden']),
        )
      })

      it("limits a member's session to their own studies", async () => {
        const token = await office.signIn('member')
        expect((await office.call('readStudy', { params: { studyId: clinic.homeStudy } }, { token })).status).toBe(200)
        const foreign = await office.call('readStudy', { params: { studyId: clinic.elsewhereStudy } }, { token })
        expect(foreign.status).toBe(404)
        expect((await office.call('readMember', { params: { id: clinic.member } }, { token })).status).toBe(403)
      })

      it('lists only allowed locations to staff, and hides promo codes from callers without a session', async () => {
        const token = await office.signIn('oneLocation')
        const own = await office.call('readBookingCatalogue', {}, { token })
        expect(own.body.locations.map((location: { locationID: string }) => location.locationID)).toEqual(['ca-bc-1'])
        const everybody = await office.call('readBookingCatalogue')
        expect(everybody.status).toBe(200)
        expect(everybody.body.promocodes).toEqual([])
        expect(everybody.body.skus.map((sku: { promocodes: string[] }) => sku.promocodes)).toEqual([[]])
        expect(own.body.skus.map((sku: { promocodes: string[] }) => sku.promocodes)).toEqual([['TEN']])
        expect(everybody.body.locations).toHaveLength(2)
      })

      it('lists no location without self-service booking to callers without a session', async () => {
        const assistedOnly = aLocation({ locationID: 'ca-bc-9', machines: [], selfServiceBooking: false })
        const { locationID } = assistedOnly
        const listed = async (token?: string): Promise<string[]> => {
          const { body } = await office.call('readBookingCatalogue', {}, { token })
          return body.locations.map((location: { locationID: string }) => location.locationID)
        }
        const row = { location_id: locationID, document: JSON.stringify(assistedOnly), version: 1 }
        await office.db.insertInto('location').values(row).execute()
        try {
          expect(await listed(await office.signIn('frontdesk'))).toEqual([clinic.home, locationID, clinic.elsewhere])
          expect(await listed()).toEqual([clinic.home, clinic.elsewhere])
          const named = await office.call('readBookingCatalogue', { query: { locationID } })
          expect([named.status, named.body.code]).toEqual([404, 'not-found'])
        } finally {
          await office.db.deleteFrom('location').where('location_id', '=', locationID).execute()
        }
      })
    })

    describe('idempotency', () => {
      it('requires a key for calls by staff', async () => {
        const token = await office.signIn('frontdesk')
        const answer = await office.call('createMember', { body: aDraft('no.key@mail.example') }, { token })
        expect([answer.status, answer.body.code]).toEqual([400, 'idempotency-key-missing'])
      })

      it('returns the same member to ten concurrent duplicates, and to another duplicate an hour later', async () => {
        const token = await office.signIn('frontdesk')
        const create = () =>
          office.call('createMember', { body: aDraft('ten.times@mail.example') }, { token, key: 'ten' })
        const answers = await Promise.all(Array.from({ length: 10 }, create))
        expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
        expect(new Set(answers.map((answer) => answer.body.member.patientID)).size).toBe(1)
        office.advance(3600)
        expect((await create()).body).toEqual(answers[0]?.body)
        office.advance(-3600)
        const rows = await office.db
          .selectFrom('member')
          .selectAll()
          .where('email_key', '=', 'ten.times@mail.example')
          .execute()
        expect(rows).toHaveLength(1)
      })

      it('returns the same member to duplicates at two back offices over one database', async () => {
        const token = await office.signIn('frontdesk')
        const another = await office.startAnother()
        const body = JSON.stringify(aDraft('two.offices@mail.example'))
        const headers = {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': 'two',
        }
        const post = async (url: string) => {
          const response = await fetch(`${url}/api/v1/userV2/`, { method: 'POST', headers, body })
          return { status: response.status, body: (await response.json()) as { member: { patientID: string } } }
        }
        const answers = await Promise.all([office.url, another.url, office.url, another.url].map(post))
        expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200])
        expect(new Set(answers.map((answer) => answer.body.member.patientID)).size).toBe(1)
      })

      it('refuses the key for another body and for another call', async () => {
        const token = await office.signIn('frontdesk')
        await office.call('createMember', { body: aDraft('reuse@mail.example') }, { token, key: 'reused' })
        const other = await office.call(
          'createMember',
          { body: aDraft('reuse.2@mail.example') },
          { token, key: 'reused' },
        )
        expect([other.status, other.body.code]).toEqual([422, 'idempotency-key-reused'])
        const log = await office.call(
          'addLogEntry',
          { params: { studyId: clinic.homeStudy }, body: { category: 'Note', content: 'x' } },
          { token, key: 'reused' },
        )
        expect([log.status, log.body.code]).toEqual([422, 'idempotency-key-reused'])
      })

      it('repeats a refusal too, and keeps the keys of two people apart', async () => {
        const token = await office.signIn('frontdesk')
        const body = aDraft('ANA.silva@mail.example')
        const first = await office.call('createMember', { body }, { token, key: 'clash' })
        expect([first.status, first.body.code]).toEqual([409, 'member-exists'])
        await office.db
          .updateTable('member')
          .set({ email_key: 'moved@mail.example' })
          .where('patient_id', '=', clinic.member)
          .execute()
        const again = await office.call('createMember', { body }, { token, key: 'clash' })
        await office.db
          .updateTable('member')
          .set({ email_key: 'ana.silva@mail.example' })
          .where('patient_id', '=', clinic.member)
          .execute()
        expect(again).toMatchObject({ status: 409, body: first.body })
        const other = await office.call(
          'createMember',
          { body: aDraft('apart@mail.example') },
          { token: await office.signIn('admin'), key: 'clash' },
        )
        expect(other.status).toBe(200)
      })

      it('forgets a key after 30 days', async () => {
        const create = (email: string, token: string) =>
          office.call('createMember', { body: aDraft(email) }, { token, key: 'old' })
        expect((await create('old.1@mail.example', await office.signIn('frontdesk'))).status).toBe(200)
        office.advance(30 * 86_400)
        const { body } = await office.call('signIn', {
          body: { email: accounts.frontdesk.email, password: testPassword },
        })
        expect((await create('old.2@mail.example', body.token)).status).toBe(200)
        office.advance(-30 * 86_400)
      })
    })

    describe('the handling of members', () => {
      it('creates a member whom search finds by phone, birth date, email and name without accents', async () => {
        const token = await office.signIn('frontdesk')
        const draft = {
          ...aDraft('mueller@mail.example'),
          firstname: 'Jörg',
          lastname: 'Müller-Weiß',
          dob: '1961-04-23',
          phone_number: '(604) 555-0188',
        }
        const created = await office.call('createMember', { body: draft }, { token, key: 'joerg' })
        expect(backOfficeRoutes.createMember.answer.parse(created.body)).toEqual(created.body)
        expect(created.body.token).toBeUndefined()
        for (const text of [
          'jorg',
          'WEISS muller',
          'müller jörg',
          '604-555-0188',
          '+1 604 555 0188',
          '1961-04-23',
          '23/04/1961',
          '04/23/1961',
          '23 April 1961',
          'Apr 23, 1961',
          'mueller@mail',
          'jorg 1961-04-23 5550188',
        ]) {
          const found = await office.call('searchMembers', { body: { text } }, { token })
          expect(
            found.body.map((member: { email: string }) => member.email),
            text,
          ).toEqual(['mueller@mail.example'])
        }
        const read = await office.call('readMember', { params: { id: created.body.member.patientID } }, { token })
        expect(read.body).toEqual(created.body.member)
      })

      it('stores every field of a member made by staff, and every field of a change', async () => {
        const token = await office.signIn('frontdesk')
        const draft = {
          ...aDraft('every.field@mail.example'),
          middlename: 'Amira',
          preferredName: 'Nour',
          postalCode: 'V6B 3C3',
          phn: '9000000042',
          leadSource: 'Radio',
          leadSourceDetail: 'Morning show',
          language: 'fr-CA' as const,
        }
        const { body } = await office.call('createMember', { body: draft }, { token, key: 'every-field' })
        const params = { id: body.member.patientID }
        const read = async () => (await office.call('readMember', { params }, { token })).body
        const derived = { roles: ['user'], salesforceAccountId: null, sfOpportunityID: null }
        const ids = { patientID: params.id, user_id: params.id, atriumID: params.id }
        const made = { ...draft, ...ids, ...derived, yob: 1990, mob: 5, version: 1 }
        expect(body.member).toEqual(made)
        expect(await read()).toEqual(made)
        const changes = {
          firstname: 'Nora',
          middlename: 'Lina',
          preferredName: 'Lily',
          lastname: 'Haddad-Roy',
          email: 'other.field@mail.example',
          dob: '1988-11-30',
          gender: 'male',
          phone_number: '+1 206 555 0143',
          address: '7 Pier Lane',
          city: 'Seattle',
          state: 'WA',
          postalCode: '98101',
          country: 'United States',
          phn: '9000000043',
          leadSource: 'Friend',
          leadSourceDetail: 'From work',
          language: 'en',
        } as const
        const changed = await office.call('changeMember', { params, body: { changes, version: 1 } }, { token })
        const after = { ...changes, ...ids, ...derived, yob: 1988, mob: 11, version: 2 }
        expect(changed.body).toEqual(after)
        expect(await read()).toEqual(after)
      })

      it('finds only the whole email address, in any letter case, if an exact match is requested', async () => {
        const token = await office.signIn('frontdesk')
        const search = async (email: string, exactMatch: boolean): Promise<number> =>
          (await office.call('searchMembers', { body: { email, exactMatch } }, { token })).body.length
        expect(await search('Zoe_ONeill@mail.example', true)).toBe(1)
        expect(await search('zoe_oneill', true)).toBe(0)
        expect(await search('zoe_oneill', false)).toBe(1)
      })

      it.each(['%', '_', '%%%', "zz' or 1=1 --", '!', 'zoeXoneill@mail', 'z%@mail', 'zoe!_oneill@mail', '*', '\\'])(
        'searches for %j as text, never as a pattern',
        async (text) => {
          const token = await office.signIn('frontdesk')
          const found = await office.call('searchMembers', { body: { text } }, { token })
          expect(found.status).toBe(200)
          expect(found.body).toEqual([])
        },
      )

      it('gives a repeated sign-up a new session until the member has a study', async () => {
        const body = aDraft('lost.answer@mail.example')
        const ask = (key = 'lost-answer') => office.call('createMember', { body }, { key })
        const lost = await ask()
        const again = await ask()
        expect(again.status).toBe(200)
        expect(again.body.member).toEqual(lost.body.member)
        expect(again.body.token).not.toBe(lost.body.token)
        const current = await office.call('readCurrentUser', {}, { token: again.body.token })
        expect(current.body.user_id).toBe(lost.body.member.patientID)
        expect((await ask('another-key')).body.code).toBe('member-exists')
        const kept = await office.db
          .selectFrom('idempotency_key')
          .select('answer')
          .where('idempotency_key', '=', 'lost-answer')
          .executeTakeFirstOrThrow()
        expect(kept.answer).not.toContain('token')
        const patientID = lost.body.member.patientID
        const study = await office.db
          .selectFrom('study')
          .selectAll()
          .where('study_id', '=', clinic.homeStudy)
          .executeTakeFirstOrThrow()
        await office.db
          .insertInto('study')
          .values({ ...study, study_id: 's-lost-answer', patient_id: patientID })
          .execute()
        const late = await ask()
        await office.db.deleteFrom('study').where('study_id', '=', 's-lost-answer').execute()
        expect([late.status, late.body.token]).toEqual([200, undefined])
      })

      it('changes a member together with its audit row, or not at all', async () => {
        const token = await office.signIn('frontdesk')
        const params = { id: clinic.otherMember }
        const before = (await office.call('readMember', { params }, { token })).body
        await office.db.schema.alterTable('audit').renameTo('audit_away').execute()
        const failed = await office.call('changeMember', { params, body: { city: 'Nowhere' } }, { token })
        await office.db.schema.alterTable('audit_away').renameTo('audit').execute()
        expect([failed.status, failed.body.code]).toEqual([500, 'unexpected'])
        expect(office.errors.splice(0).map((error) => error.split(' ')[0])).toEqual(['request.unexpected'])
        expect((await office.call('readMember', { params }, { token })).body).toEqual(before)
      })

      it('allows a sign-up without a session, and shows no other member to the new member', async () => {
        const answer = await office.call('createMember', { body: aDraft('self@mail.example') })
        expect(answer.status).toBe(200)
        const current = await office.call('readCurrentUser', {}, { token: answer.body.token })
        expect(current.body).toMatchObject({ email: 'self@mail.example', roles: ['user'] })
        const search = await office.call('searchMembers', { body: { text: 'silva' } }, { token: answer.body.token })
        expect([search.status, search.body.code]).toEqual([403, 'insufficient-permissions'])
        const again = await office.call('createMember', { body: aDraft('SELF@mail.example') })
        expect([again.status, again.body.code]).toEqual([409, 'member-exists'])
        expect(JSON.stringify(again.body)).not.toContain('Noor')
      })

      it('does not treat a workstation with an ended session as a sign-up', async () => {
        const token = 'A'.repeat(43)
        const answer = await office.call('createMember', { body: aDraft('over@mail.example') }, { token, key: 'over' })
        expect([answer.status, answer.body.code]).toEqual([401, 'signed-out'])
      })

      it('creates one member when the same email address is sent ten times at once', async () => {
        const answers = await Promise.all(
          Array.from({ length: 10 }, () => office.call('createMember', { body: aDraft('race@mail.example') })),
        )
        const statuses = answers.map((answer) => answer.status).sort()
        expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
      })

      it('requires a state in addresses outside the United Kingdom, and a real birth date in the past', async () => {
        const token = await office.signIn('frontdesk')
        const create = (changes: object, key: string) =>
          office.call('createMember', { body: { ...aDraft(`${key}@mail.example`), ...changes } }, { token, key })
        expect((await create({ state: '' }, 'r1')).body.details.fields).toEqual({ state: 'Please Enter State' })
        expect((await create({ state: '', country: 'United Kingdom' }, 'r2')).status).toBe(200)
        expect((await create({ dob: '2027-01-01' }, 'r3')).body.details.fields).toHaveProperty('dob')
        expect((await create({ dob: '1990-02-30' }, 'r4')).body.details.fields).toHaveProperty('dob')
        expect((await create({ dob: '1899-12-31' }, 'r5')).status).toBe(400)
        expect((await create({ country: 'Atlantis' }, 'r6')).status).toBe(400)
      })

      it('changes a member under an optimistic lock, and refuses one of two concurrent calls', async () => {
        const token = await office.signIn('frontdesk')
        const before = (await office.call('readMember', { params: { id: clinic.otherMember } }, { token })).body
        const change = (city: string) =>
          office.call(
            'changeMember',
            { params: { id: clinic.otherMember }, body: { changes: { city }, version: before.version } },
            { token },
          )
        const answers = await Promise.all([change('Tacoma'), change('Olympia')])
        expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
        const loser = answers.find((answer) => answer.status === 409)
        expect(loser?.body).toMatchObject({ code: 'stale', details: { currentVersion: before.version + 1 } })
      })

      it('accepts changed fields as body of PATCH and PUT, and in `changes` of putUser and patchUser', async () => {
        const token = await office.signIn('frontdesk')
        const params = { id: clinic.otherMember }
        expect((await office.call('changeMember', { params, body: { phn: '9000000001' } }, { token })).body.phn).toBe(
          '9000000001',
        )
        expect((await office.call('replaceMember', { params, body: { phn: '9000000002' } }, { token })).body.phn).toBe(
          '9000000002',
        )
        const body = { user_id: clinic.otherMember, changes: { phn: '9000000003' } }
        expect((await office.call('putUser', { body }, { token })).body.phn).toBe('9000000003')
        expect((await office.call('patchUser', { body }, { token })).body.phn).toBe('9000000003')
        const clash = await office.call(
          'changeMember',
          { params, body: { email: 'Ana.Silva@mail.example' } },
          { token },
        )
        expect([clash.status, clash.body.code]).toEqual([409, 'member-exists'])
      })
    })

    describe('the connection to the CRM', () => {
      it('returns person, opportunity and member of a CRM booking', async () => {
        const token = await office.signIn('sales')
        const params = { personId: clinic.person, opportunityId: clinic.opportunity }
        const answer = await office.call('readCrmBooking', { params }, { token })
        expect(backOfficeRoutes.readCrmBooking.answer.parse(answer.body)).toEqual(answer.body)
        expect(answer.body.member.patientID).toBe(clinic.member)
        const unknown = await office.call('readCrmBooking', { params: { ...params, personId: '003NOBODY' } }, { token })
        expect([unknown.status, unknown.body.code]).toEqual([404, 'not-found'])
      })

      it('changes an opportunity by its id and by its member, with POST and PATCH', async () => {
        const token = await office.signIn('sales')
        const byID = { params: { id: clinic.opportunity }, body: { StageName: 'Booked' } }
        expect((await office.call('createOpportunity', byID, { token })).body.StageName).toBe('Booked')
        expect(
          (await office.call('changeOpportunity', { ...byID, body: { StageName: 'Won' } }, { token })).body,
        ).toMatchObject({ StageName: 'Won', LeadSource: 'Web' })
        const byMember = { params: { id: clinic.member }, body: { Study_ID__c: clinic.homeStudy } }
        expect((await office.call('changeOpportunityOfMember', byMember, { token })).body).toMatchObject({
          opportunityID: clinic.opportunity,
          Study_ID__c: clinic.homeStudy,
        })
        expect(
          (await office.call('changeOpportunityOfMember', { params: { id: clinic.otherMember }, body: {} }, { token }))
            .status,
        ).toBe(404)
        const made = await office.call(
          'createOpportunityOfMember',
          { params: { id: clinic.otherMember }, body: { StageName: 'Lead' } },
          { token },
        )
        expect(made.status).toBe(200)
        expect(
          (await office.call('readOpportunity', { params: { id: made.body.opportunityID } }, { token })).body,
        ).toEqual(made.body)
      })

      it('does not link an opportunity to a study outside the caller’s locations', async () => {
        const token = await office.signIn('oneLocation')
        const answer = await office.call(
          'changeOpportunity',
          { params: { id: clinic.opportunity }, body: { Study_ID__c: clinic.elsewhereStudy } },
          { token },
        )
        expect([answer.status, answer.body.code]).toEqual([403, 'location-forbidden'])
      })

      it('creates one lead for a member for any number of calls', async () => {
        const token = await office.signIn('sales')
        const lead = () =>
          office.call(
            'createLead',
            { params: { id: clinic.otherMember }, body: { phone_number: '+1 206 555 0111' } },
            { token },
          )
        const [first, second] = [await lead(), await lead()]
        expect(first.status).toBe(200)
        expect(second.body).toEqual(first.body)
        const changed = await office.call(
          'changeCrmPerson',
          { params: { id: first.body.personID }, body: { lastname: 'Oneill' } },
          { token },
        )
        expect(changed.body).toMatchObject({ lastname: 'Oneill', phone_number: '+1 206 555 0111' })
      })

      it('reports that the CRM is unavailable', async () => {
        const token = await office.signIn('sales')
        process.env.ATRIUM_CRM = 'down'
        try {
          const answer = await office.call('readOpportunity', { params: { id: clinic.opportunity } }, { token })
          expect([answer.status, answer.body.code]).toEqual([503, 'crm-unavailable'])
        } finally {
          delete process.env.ATRIUM_CRM
        }
      })
    })

    describe('GraphQL', () => {
      const ask = (query: string, token: string | undefined, variables?: object) =>
        office.send('POST', '/graphql', { token, body: JSON.stringify({ query, variables }) })

      it('returns people, practitioners, document types and documents', async () => {
        const token = await office.signIn('frontdesk')
        const answer = await ask(
          `query Ask($study: ID!, $type: ID!) {
            me { email roles allowedLocations }
            practitioners(text: "marchand elo") { id firstName }
            practitioner(id: "p-1") { lastName }
            getAllDocumentTypes { uuid name }
            getActiveDocuments(studyId: $study) { uuid studyId status }
            getLatestActiveDocument(studyId: $study, typeId: $type) { base64File fileType }
          }`,
          token,
          { study: clinic.homeStudy, type: clinic.documentType },
        )
        expect(answer.body).toEqual({
          data: {
            me: { email: 'frontdesk@test.atrium', roles: ['frontdesk'], allowedLocations: null },
            practitioners: [{ id: 'p-1', firstName: 'Élodie' }],
            practitioner: { lastName: 'Marchand' },
            getAllDocumentTypes: [{ uuid: clinic.documentType, name: 'blood test' }],
            getActiveDocuments: [{ uuid: `d-${clinic.homeStudy}`, studyId: clinic.homeStudy, status: 'PUBLISHED' }],
            getLatestActiveDocument: { base64File: 'JVBERi0=', fileType: 'application/pdf' },
          },
        })
      })

      it('requires a staff session', async () => {
        expect((await ask('{ me { email } }', undefined)).body.code).toBe('signed-out')
        expect((await ask('{ me { email } }', await office.signIn('member'))).body.code).toBe(
          'insufficient-permissions',
        )
      })

      it('refuses the documents of a study at another location', async () => {
        const token = await office.signIn('oneLocation')
        const query = 'query Ask($study: ID!) { getActiveDocuments(studyId: $study) { uuid } }'
        const elsewhere = await ask(query, token, { study: clinic.elsewhereStudy })
        expect(elsewhere.body.errors[0].extensions.code).toBe('location-forbidden')
        expect((await ask(query, token, { study: 'none' })).body.errors[0].extensions.code).toBe('not-found')
      })

      it.each(Object.entries(hostileQueries))('refuses a hostile query: %s', async (_name, query) => {
        const answer = await ask(query, await office.signIn('frontdesk'))
        expect([answer.status, answer.body.code]).toEqual([400, 'invalid-input'])
        expect(JSON.stringify(answer.body)).not.toMatch(/did you mean/i)
      })
    })

    it('returns its health, and the clock rules of its zones', async () => {
      const { body } = await office.call('health')
      expect(backOfficeRoutes.health.answer.parse(body)).toEqual(body)
      expect(body).toMatchObject({ status: 'ok', database: engine.kind, environment: 'TEST' })
      expect(Object.keys(body.zones).sort()).toEqual(['America/Los_Angeles', 'America/Vancouver'])
    })

    it('has an audit log with an intact chain, which contains refusals and only known codes', async () => {
      const check = await checkAuditChain(office.db)
      expect(check).toMatchObject({ ok: true })
      const rows = await office.db.selectFrom('audit').selectAll().execute()
      expect(rows.length).toBeGreaterThan(60)
      const outcomes = new Set(rows.map((row) => row.outcome))
      for (const outcome of ['ok', 'bad-credentials', 'location-forbidden', 'not-found', 'insufficient-permissions']) {
        expect(outcomes).toContain(outcome)
      }
      expect(
        [...outcomes].filter((outcome) => outcome !== 'ok' && !(failureCodes as readonly string[]).includes(outcome)),
      ).toEqual([])
      const viewed = rows.filter((row) => row.action === 'document.viewed' && row.study_id === clinic.homeStudy)
      expect(viewed).toMatchObject([{ user_id: 'u-frontdesk', member_id: clinic.member, outcome: 'ok' }])
    })
  })
}

const chain = Array.from({ length: 60 }, (_, n) => `fragment f${n} on Query { ...f${n + 1} ...f${n + 1} }`).join(' ')

/** GraphQL documents that the server refuses: too expensive ones, introspections and invalid ones. */
const hostileQueries = {
  'the schema': '{ __schema { types { name } } }',
  'a type': '{ __type(name: "User") { fields { name } } }',
  'twenty aliases': `{ ${Array.from({ length: 20 }, (_, n) => `a${n}: me { email }`).join(' ')} }`,
  'three hundred fields': `{ ${'me { email } '.repeat(300)} }`,
  'fragments that double at each step': `{ ...f0 } ${chain} fragment f60 on Query { me { email } }`,
  'a fragment in a circle': '{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }',
  'directives by the dozen': `{ me { email ${'@include(if: true) '.repeat(20)} } }`,
  'a deep selection': `{ me ${'{ me '.repeat(50)}{ email }${' }'.repeat(50)} }`,
  'two operations': 'query A { me { email } } query B { me { email } }',
  'a misspelled field': '{ mee { email } }',
  'half a document': '{ me { email',
  'a mutation': 'mutation { deleteEverything }',
  'nothing but commas': ','.repeat(7000),
} as const
