import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { noTime } from '#back-office/repositories/studies-repository.ts'
import { backOfficeRoutes } from '#contract/back-office.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { standardMailTexts } from '#domain/settings/mail-text-words.ts'
import type { MailText } from '#domain/settings/mail-texts.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { clinic, findEngines, type RunningBackOffice } from '#test/builders/back-office.ts'
import { type MailedOffice, runMailedOffice } from '#test/builders/mailed-office.ts'
import { aTime, createConsultActs } from '#test/contract/consult-clinic.ts'
import { refusalOf } from '#test/contract/money-clinic.ts'
import type { FakeMailServer, MailBehaviour } from '#test/fakes/fake-mail-server.ts'

const routes = ['resendConfirmation', 'sendFeedbackReminder', 'sendFeedbackAmplification'] as const
type MailRoute = (typeof routes)[number]
const flagOf: { readonly [Name in MailRoute]: string } = {
  resendConfirmation: 'bookingConfirmationEmailSent',
  sendFeedbackReminder: 'feedbackRequestSent',
  sendFeedbackAmplification: 'feedbackAmplificationRequestSent',
}
const failedWords: { readonly [Name in MailRoute]: string } = {
  resendConfirmation: studyMessages.confirmationFailed,
  sendFeedbackReminder: `${studyMessages.resendFailed}: ${studyMessages.feedbackFailed}.`,
  sendFeedbackAmplification: `${studyMessages.resendFailed}: ${studyMessages.amplificationFailed}.`,
}

for (const engine of await findEngines('rules')) {
  describe.skipIf(engine.missing !== undefined)(`messages about a study on ${engine.kind}`, { timeout: 60_000 }, () => {
    let office: RunningBackOffice
    let server: FakeMailServer
    let desk: ReturnType<typeof createConsultActs>
    let mailed: MailedOffice
    beforeAll(async () => {
      mailed = await runMailedOffice(engine)
      ;({ office, server } = mailed)
      desk = createConsultActs(office)
    })
    beforeEach(() => mailed.clear())
    afterAll(() => mailed.stop())

    /** A study in a state in which a message may be sent. */
    const aStudy = async (
      name: MailRoute,
      status: object = {},
      columns: object = {},
      member: object = {},
    ): Promise<string> =>
      desk.newStudy(
        {
          ...aTime(office),
          status: JSON.stringify({
            scanned: true,
            feedbackReceived: name === 'sendFeedbackAmplification',
            customerEmailAvailable: true,
            ...status,
          }),
          ...columns,
        },
        member,
      )
    const send = (name: MailRoute, studyId: string, key?: string) => desk.ask(name, { params: { studyId } }, 'np', key)
    const statusOf = async (studyId: string) => JSON.parse((await desk.rowOf(studyId)).status)

    it.each(routes)('are sent once per key by %s, and recorded in study, log and audit', async (name) => {
      const id = await aStudy(name)
      const email = `${(await desk.rowOf(id)).patient_id}@mail.example`
      const first = await send(name, id, `${name}-${id}`)
      expect(backOfficeRoutes[name].answer.parse(first.body)).toEqual({ ok: true, email })
      expect((await send(name, id, `${name}-${id}`)).body).toEqual(first.body)
      expect(server.received.map(({ to }) => to)).toEqual([[email]])
      const flag = flagOf[name]
      expect(await statusOf(id)).toMatchObject({
        [flag]: true,
        [`${flag}Time`]: '2026-11-21T17:00:00Z',
        [`${flag}By`]: 'Robin np',
      })
      expect(await desk.logOf(id)).toHaveLength(1)
      expect((await desk.logOf(id))[0]).not.toMatch(/Silva|@/)
      const audit = office.db.selectFrom('audit').select('outcome').where('study_id', '=', id)
      expect(await audit.where('action', '=', backOfficeRoutes[name].audit).execute()).toEqual([{ outcome: 'ok' }])
      await send(name, id)
      expect(server.received).toHaveLength(2)
    })

    it('contain the time by the location’s clock, the place and what to bring, and no health data', async () => {
      for (const name of routes) await send(name, await aStudy(name))
      const [confirmation] = server.received
      const at = formatInstant(toInstant((office.now() + 10 * 86_400) * 1000), 'America/Vancouver' as ZoneId)
      for (const part of [
        'Dear Ana',
        at,
        '1 Harbour Street',
        'Vancouver, BC, V6B 1A1',
        'Please bring:',
        '+1 604 555 0100',
      ]) {
        expect(confirmation?.mail.text).toContain(part)
      }
      const all = server.received.map(({ mail }) => `${mail.subject} ${mail.text}`).join('\n')
      expect(all).not.toMatch(/scan|MRI|sedat|result|report|radiolog|whole body|1980/i)
      expect(server.received.map(({ mail }) => mail.subject).join()).not.toMatch(/Ana|Silva/)
    })

    it.each<[MailRoute, 'confirmation' | 'feedback' | 'amplification']>([
      ['resendConfirmation', 'confirmation'],
      ['sendFeedbackReminder', 'feedback'],
      ['sendFeedbackAmplification', 'amplification'],
    ])('have the administrator’s own text: %s', async (name, kind) => {
      const change = (text: MailText, version: number) =>
        desk.ask('changeMailText', { params: { kind }, body: { ...text, version } }, 'admin')
      const when = kind === 'confirmation' ? ' {when}' : ''
      const own = { subject: 'News from {clinic}', text: `For {member}:${when}\n{contact}` }
      expect((await change(own, 0)).status).toBe(200)
      await send(name, await aStudy(name))
      const [message] = server.received
      expect(message?.mail.subject).toMatch(/^News from [^{}]+$/)
      expect(message?.mail.text).toMatch(/^For Ana[^{}]*\n[^{}]*\+1 604 555 0100/)
      expect((await change(standardMailTexts[kind], 1)).status).toBe(200)
    })

    it.each<[string, MailRoute, object, object, object, string]>([
      [
        'messages are suppressed',
        'resendConfirmation',
        { customerEmailAvailable: false },
        {},
        {},
        'Messages to this member are suppressed.',
      ],
      [
        'messages are suppressed',
        'sendFeedbackReminder',
        { customerEmailAvailable: false },
        {},
        {},
        'Messages to this member are suppressed.',
      ],
      [
        'messages are suppressed',
        'sendFeedbackAmplification',
        { customerEmailAvailable: false },
        {},
        {},
        'Messages to this member are suppressed.',
      ],
      ['the member has no address', 'sendFeedbackReminder', {}, {}, { email: '' }, 'This member has no email address.'],
      [
        'the appointment is only held',
        'resendConfirmation',
        {},
        { temporary_hold: 1 },
        {},
        'The appointment is held for now and not booked: there is nothing to confirm.',
      ],
      [
        'the appointment is past',
        'resendConfirmation',
        {},
        { starts_at: 1_700_000_000, ends_at: 1_700_003_600 },
        {},
        'The appointment is past.',
      ],
      [
        'the member has already given feedback',
        'sendFeedbackReminder',
        { feedbackReceived: true },
        {},
        {},
        'The member has given feedback already.',
      ],
      [
        'the feedback is amplified already',
        'sendFeedbackAmplification',
        { feedbackAmplificationDone: true },
        {},
        {},
        'The feedback has been amplified already.',
      ],
      ['there is no appointment', 'resendConfirmation', {}, noTime, {}, 'There is no appointment to confirm.'],
      [
        'the appointment was cancelled',
        'resendConfirmation',
        { cancelled: true },
        { ...noTime, cancelled: 1 },
        {},
        'This appointment has been cancelled.',
      ],
      [
        'the member was not scanned',
        'sendFeedbackReminder',
        { scanned: false },
        {},
        {},
        'The member has not been scanned.',
      ],
      [
        'the feedback is missing',
        'sendFeedbackAmplification',
        { feedbackReceived: false },
        {},
        {},
        'The member has not given feedback.',
      ],
      [
        'the member does not want amplification',
        'sendFeedbackAmplification',
        { feedbackAmplificationDenied: true },
        {},
        {},
        'The member does not want their feedback amplified.',
      ],
    ])('are not sent while %s (%s)', async (_when, name, status, columns, member, words) => {
      const id = await aStudy(name, status, columns, member)
      const answer = await send(name, id)
      expect([...refusalOf(answer), answer.body.message]).toEqual([409, 'act-not-allowed', words])
      expect(server.received).toEqual([])
      expect((await statusOf(id))[flagOf[name]]).toBeUndefined()
    })

    it.each<[MailRoute, MailBehaviour]>([
      ['resendConfirmation', 'refuses sign-in'],
      ['sendFeedbackReminder', 'refuses recipient'],
      ['sendFeedbackAmplification', 'refuses message'],
      ['resendConfirmation', 'fails temporarily'],
    ])(
      'by %s are reported as failed when the server %s, and sent later under the same key',
      async (name, behaviour) => {
        const id = await aStudy(name)
        server.behave(behaviour)
        const refused = await send(name, id, `late-${id}`)
        expect([...refusalOf(refused), refused.body.message]).toEqual([503, 'mail-failed', failedWords[name]])
        expect((await statusOf(id))[flagOf[name]]).toBeUndefined()
        expect(await desk.logOf(id)).toEqual([expect.stringMatching(/ \(email\) failed: /)])
        expect((await desk.logOf(id))[0]).not.toMatch(/Silva|@/)
        expect(mailed.logged.filter((line) => line.includes('mail.failed'))).toHaveLength(1)
        expect(mailed.logged.join('\n')).not.toMatch(/secret|Silva|@mail/)
        server.behave('takes')
        expect((await send(name, id, `late-${id}`)).status).toBe(200)
        expect(server.received).toHaveLength(1)
      },
    )

    it('are not sent again under the same key after a crash before the answer was stored', async () => {
      const id = await aStudy('sendFeedbackReminder')
      await send('sendFeedbackReminder', id, `crash-${id}`)
      // Simulates a process that ended before it stored the answer.
      await office.db
        .updateTable('idempotency_key')
        .set({ status: null, answer: null })
        .where('idempotency_key', '=', `crash-${id}`)
        .execute()
      await send('sendFeedbackReminder', id, `crash-${id}`)
      const ids = server.received.map(({ mail }) => mail.messageId)
      expect([ids.length, new Set(ids).size]).toEqual([1, 1])
      await send('resendConfirmation', id, `other-${id}`)
      expect(new Set(server.received.map(({ mail }) => mail.messageId)).size).toBe(2)
    })

    it('are recorded without losing concurrent changes', async () => {
      const id = await aStudy('sendFeedbackReminder')
      const both = ['resendConfirmation', 'sendFeedbackReminder'] as const
      const answers = await Promise.all([
        ...both.map((name) => send(name, id)),
        desk.ask('addLogEntry', { params: { studyId: id }, body: { category: 'Note', content: 'x' } }),
        desk.ask('updateStudyStatus', { params: { studyId: id }, body: { urgent: true } }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      const status = await statusOf(id)
      expect([...both.map((name) => status[flagOf[name]]), status.urgent]).toEqual([true, true, true])
    })

    it('allow no injected header or recipient in a name or address', async () => {
      const id = await aStudy('resendConfirmation')
      const { patient_id } = await desk.rowOf(id)
      const spoil = (columns: { firstname?: string; email?: string }) =>
        office.db.updateTable('member').set(columns).where('patient_id', '=', patient_id).execute()
      await spoil({ firstname: 'Ana\r\nBcc: thief@mail.example\r\n\r\nHello' })
      await send('resendConfirmation', id)
      await spoil({ email: 'a@mail.example\r\nRCPT TO:<thief@mail.example>' })
      await send('resendConfirmation', id)
      expect(server.received.flatMap(({ to }) => to)).not.toContain('thief@mail.example')
      const [{ raw } = { raw: '' }] = server.received
      expect(raw.slice(0, raw.search(/\r?\n\r?\n/))).not.toMatch(/^bcc:/im)
    })

    it.each(routes)('are refused by %s for an unknown study, and without access to the study', async (name) => {
      const foreign = await desk.ask(name, { params: { studyId: clinic.elsewhereStudy } }, 'oneLocation')
      expect(refusalOf(foreign)).toEqual([403, 'location-forbidden'])
      expect((await desk.ask(name, { params: { studyId: 's-none' } }, 'oneLocation')).status).toBe(404)
      expect(refusalOf(await desk.ask(name, { params: { studyId: clinic.homeStudy } }, 'member'))).toEqual([
        403,
        'insufficient-permissions',
      ])
    })
  })
}
