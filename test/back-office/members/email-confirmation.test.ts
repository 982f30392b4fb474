import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backOfficeRoutes } from '#contract/back-office.ts'
import { emailToConfirmSchema } from '#domain/members/email-confirmation.ts'
import {
  type AccountName,
  type Answer,
  clinic,
  findEngines,
  type RunningBackOffice,
  runBackOffice,
} from '#test/builders/back-office.ts'
import { aTime, createConsultActs } from '#test/contract/consult-clinic.ts'
import { type FakeMailServer, startFakeMailServer } from '#test/fakes/fake-mail-server.ts'

const mails = ['resendConfirmation', 'sendFeedbackReminder', 'sendFeedbackAmplification', 'emailInvoice'] as const
const changed = 'ana.new@mail.example'

for (const engine of await findEngines('rules')) {
  describe.skipIf(engine.missing !== undefined)(
    `a changed email address on ${engine.kind}`,
    { timeout: 60_000 },
    () => {
      let office: RunningBackOffice
      let server: FakeMailServer
      let desk: ReturnType<typeof createConsultActs>
      beforeEach(async () => {
        server = await startFakeMailServer()
        office = await runBackOffice(engine, { smtpUrl: server.url })
        desk = createConsultActs(office)
      })
      afterEach(async () => {
        await office.stop()
        await server.close()
        expect(office.errors).toEqual([])
      })

      /** Creates a study in a state in which the message `name` may be sent; returns the study and its member. */
      const aStudy = async (name: (typeof mails)[number] = 'resendConfirmation', location_id: string = clinic.home) => {
        const status = {
          scanned: true,
          feedbackReceived: name === 'sendFeedbackAmplification',
          customerEmailAvailable: true,
          invoiceAvailable: true,
        }
        const studyId = await desk.newStudy({ ...aTime(office), location_id, status: JSON.stringify(status) })
        const { patient_id } = await desk.rowOf(studyId)
        return { studyId, memberID: patient_id, before: `${patient_id}@mail.example` }
      }
      const change = async (who: AccountName, id: string, email = changed, locationID?: string): Promise<Answer> => {
        const body = { changes: { email }, ...(locationID !== undefined && { locationID }) }
        return desk.ask('changeMember', { params: { id }, body }, who)
      }
      const send = (studyId: string, name: (typeof mails)[number] = 'resendConfirmation') =>
        desk.ask(name, { params: { studyId } }, 'frontdesk')
      const confirm = (studyId: string, email = changed, who: AccountName = 'frontdesk') =>
        desk.ask('confirmMemberEmail', { params: { studyId }, body: { email } }, who)
      const outcomes = async (studyId: string) =>
        (
          await office.db
            .selectFrom('audit')
            .select(['outcome', 'member_id', 'location_id'])
            .where('action', '=', 'member.email-confirmed')
            .where('study_id', '=', studyId)
            .orderBy('sequence')
            .execute()
        ).map(({ outcome }) => outcome)

      it.each(mails)('must be confirmed before %s sends an email to it from another location', async (name) => {
        const { studyId, memberID, before } = await aStudy(name)
        await change('frontdesk', memberID)
        const refused = await send(studyId, name)
        expect([refused.status, refused.body.code]).toEqual([409, 'email-not-confirmed'])
        expect(emailToConfirmSchema.parse(refused.body.details.emailToConfirm)).toMatchObject({
          memberID,
          memberName: 'Ana Silva',
          email: changed,
          previousEmail: before,
          changedBy: 'Robin frontdesk',
          changedAtLocation: expect.any(String),
          locationID: clinic.home,
          timezone: 'America/Vancouver',
        })
        expect(server.received).toEqual([])
        expect((await confirm(studyId)).body).toEqual({ ok: true })
        expect((await send(studyId, name)).body).toEqual({ ok: true, email: changed })
        expect(server.received.map(({ to }) => to)).toEqual([[changed]])
      })

      it('is shown with the study until a person at the study’s location has confirmed it', async () => {
        const { studyId, memberID } = await aStudy()
        const read = async () => {
          const answer = await desk.ask('readStudyDetailed', { params: { studyId } })
          expect(backOfficeRoutes.readStudyDetailed.answer.parse(answer.body)).toEqual(answer.body)
          return answer.body.emailToConfirm
        }
        expect(await read()).toBeNull()
        await change('frontdesk', memberID)
        expect(await read()).toMatchObject({ email: changed, locationID: clinic.home })
        await confirm(studyId)
        expect(await read()).toBeNull()
      })

      it.each<[string, AccountName, string | undefined, boolean]>([
        ['was changed by an account that may work only there', 'oneLocation', undefined, true],
        ['was changed for a booking there', 'frontdesk', clinic.home, true],
        ['was changed by an account with another home', 'frontdesk', undefined, false],
        ['was changed at an unknown location', 'admin', undefined, false],
      ])('needs confirmation unless changed at the sending location: it %s', async (_case, who, locationID, isSent) => {
        const { studyId, memberID } = await aStudy()
        expect((await change(who, memberID, changed, locationID)).status).toBe(200)
        const answer = await send(studyId)
        expect(answer.body.code ?? 'sent').toBe(isSent ? 'sent' : 'email-not-confirmed')
        if (who === 'admin') expect(answer.body.details.emailToConfirm.changedAtLocation).toBeNull()
      })

      it('needs no confirmation if only other fields, or only its upper and lower case, changed', async () => {
        const { studyId, memberID, before } = await aStudy()
        await desk.ask('changeMember', { params: { id: memberID }, body: { changes: { city: 'Hope' } } }, 'frontdesk')
        await change('frontdesk', memberID, before.toUpperCase())
        expect((await send(studyId)).status).toBe(200)
      })

      it('requires a new confirmation when it changes, except to an address that was confirmed before', async () => {
        const { studyId, memberID, before } = await aStudy()
        await change('frontdesk', memberID)
        await confirm(studyId)
        await change('frontdesk', memberID, before)
        expect((await send(studyId)).body.details.emailToConfirm).toMatchObject({
          email: before,
          previousEmail: changed,
        })
        await change('frontdesk', memberID)
        expect((await send(studyId)).status).toBe(200)
      })

      it('is confirmed for one location at a time', async () => {
        const { studyId, memberID } = await aStudy()
        await change('oneLocation', memberID)
        expect((await send(studyId)).status).toBe(200)
        await office.db
          .updateTable('study')
          .set({ location_id: clinic.elsewhere })
          .where('study_id', '=', studyId)
          .execute()
        expect((await send(studyId)).body.details.emailToConfirm).toMatchObject({ locationID: clinic.elsewhere })
        await confirm(studyId)
        expect((await send(studyId)).status).toBe(200)
      })

      it('is stored and logged as confirmed only once when the call is repeated, and the log does not contain the address', async () => {
        const { studyId, memberID } = await aStudy()
        await change('frontdesk', memberID)
        expect([(await confirm(studyId)).status, (await confirm(studyId, changed.toUpperCase())).status]).toEqual([
          200, 200,
        ])
        expect(await desk.logOf(studyId)).toEqual(['Email address confirmed with the member'])
        expect(await outcomes(studyId)).toEqual(['ok', 'ok'])
        const rows = await office.db.selectFrom('member_email_confirmation').selectAll().execute()
        expect(rows).toMatchObject([{ member_id: memberID, location_id: clinic.home, email_key: changed }])
      })

      it('is not confirmed by a call with an earlier address or for a location forbidden to the caller', async () => {
        const { studyId, memberID, before } = await aStudy()
        await change('frontdesk', memberID)
        const stale = await confirm(studyId, before)
        expect([stale.status, stale.body.code]).toEqual([409, 'stale'])
        expect(stale.body.details.emailToConfirm).toMatchObject({ email: changed })
        const other = await aStudy('resendConfirmation', clinic.elsewhere)
        const refused = await confirm(other.studyId, other.before, 'oneLocation')
        expect([refused.status, refused.body.code]).toEqual([403, 'location-forbidden'])
        expect((await send(studyId)).body.code).toBe('email-not-confirmed')
      })

      it('is not changed for a location that is forbidden to the caller', async () => {
        const { memberID } = await aStudy()
        const refused = await change('oneLocation', memberID, changed, clinic.elsewhere)
        expect([refused.status, refused.body.code]).toEqual([403, 'location-forbidden'])
        expect((await desk.ask('readMember', { params: { id: memberID } })).body.email).not.toBe(changed)
      })

      it('blocks the send with a message that names the next step', async () => {
        const { studyId, memberID } = await aStudy()
        await change('admin', memberID)
        const { message } = (await send(studyId)).body
        expect(message).toContain('changed at another location')
        expect(message).toContain('Send the email again from the appointment')
      })
    },
  )
}
