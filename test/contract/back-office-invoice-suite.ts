import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { backOfficeRoutes } from '#contract/back-office.ts'
import { paymentMessages } from '#domain/payments/payment-messages.ts'
import { standardMailTexts } from '#domain/settings/mail-text-words.ts'
import type { MailText } from '#domain/settings/mail-texts.ts'
import {
  type AccountName,
  clinic,
  type Engine,
  type RunningBackOffice,
  runBackOffice,
} from '../builders/back-office.ts'
import { type MailedOffice, runMailedOffice } from '../builders/mailed-office.ts'
import type { FakeMailServer, MailBehaviour } from '../fakes/fake-mail-server.ts'
import { readPdf } from '../paper/stamp/read-pdf.ts'
import { createPaymentActs, fillMoney, refusalOf } from './money-clinic.ts'

/** A stamp is appended to the file as plain text. */
const stampsOf = (pdf: Uint8Array): string => Buffer.from(pdf).toString('latin1')

/** The contract of invoices on paper and by mail, over the wire and over real SMTP. */
export const describeInvoices = (engine: Engine): void => {
  describe.skipIf(engine.missing !== undefined)(
    `invoices of the back office on ${engine.kind}`,
    { timeout: 60_000 },
    () => {
      let office: RunningBackOffice
      let server: FakeMailServer
      let desk: ReturnType<typeof createPaymentActs>
      let mailed: MailedOffice
      beforeAll(async () => {
        mailed = await runMailedOffice(engine, { mailFrom: 'Atrium Test <desk@clinic.example>' })
        ;({ office, server } = mailed)
        await fillMoney(office)
        desk = createPaymentActs(office)
      })
      beforeEach(() => mailed.clear())
      afterAll(() => mailed.stop())

      const email = (studyId: string, key?: string, who: AccountName = 'frontdesk') =>
        desk.ask('emailInvoice', { params: { studyId } }, who, key)
      const setStatus = async (studyID: string, more: object): Promise<void> => {
        const row = await desk.rowOf(studyID)
        const status = JSON.stringify({ ...JSON.parse(row.status), ...more })
        await office.db.updateTable('study').set({ status }).where('study_id', '=', studyID).execute()
      }
      const setMember = async (studyID: string, columns: { email?: string; firstname?: string }): Promise<void> => {
        const { patient_id } = await desk.rowOf(studyID)
        await office.db.updateTable('member').set(columns).where('patient_id', '=', patient_id).execute()
      }

      const addressOf = async (studyID: string): Promise<string> =>
        `${(await desk.rowOf(studyID)).patient_id}@mail.example`

      it('show the current items, discounts, payments and balance', async () => {
        const id = await desk.newStudy()
        await desk.promoOn(id, 'FIXED')
        await desk.cash(id, 1000.5)
        const { status, body } = await desk.ask('readInvoicePdf', { params: { studyId: id } })
        expect(status).toBe(200)
        expect(backOfficeRoutes.readInvoicePdf.answer.parse(body)).toEqual(body)
        const pdf = await readPdf(Buffer.from(body.base64, 'base64'))
        expect(pdf.pages).toHaveLength(body.pages)
        for (const part of ['Invoice', `BC1-${id}`, 'Ana Silva', 'Whole body', 'CA$2,495.00', '−100.00', 'CA$1,000.50'])
          expect(pdf.text).toContain(part)
        expect(pdf.text).toMatch(/Balance due\nCA\$1,394\.50/)
        expect(pdf.properties).not.toContain('Silva')
        expect(stampsOf(Buffer.from(body.base64, 'base64'))).toContain(`(Study: ${id})`)
        const unknown = await desk.ask('readInvoicePdf', { params: { studyId: 's-none' } })
        expect(refusalOf(unknown)).toEqual([404, 'not-found'])
      })

      it('go to the member once per key, with the PDF and a line in the log', async () => {
        const id = await desk.newStudy()
        const first = await email(id, `mail-${engine.kind}-1`)
        const address = await addressOf(id)
        expect(first.body).toEqual({ ok: true, email: address })
        expect((await email(id, `mail-${engine.kind}-1`)).body).toEqual(first.body)
        expect(server.received).toHaveLength(1)
        const [{ to, mail } = { to: [], mail: undefined }] = server.received
        expect(to).toEqual([address])
        expect(mail?.from?.address).toBe('desk@clinic.example')
        expect(mail?.subject).toBe(`Your invoice BC1-${id}`)
        expect(mail?.text).toContain('Dear Ana Silva')
        expect(mail?.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
          [`BC1-${id}.pdf`, 'application/pdf'],
        ])
        const pdf = await readPdf(new Uint8Array(mail?.attachments[0]?.content as ArrayBuffer))
        expect(pdf.text).toContain('Balance due')
        expect(stampsOf(new Uint8Array(mail?.attachments[0]?.content as ArrayBuffer))).toContain('(Silva, Ana)')
        const log = office.db.selectFrom('study_log').select('content').where('study_id', '=', id)
        expect((await log.execute()).map(({ content }) => content)).toEqual(['Invoice emailed to the member'])
        expect((await email(id)).status).toBe(200)
        expect(server.received).toHaveLength(2)
      })

      it('are mailed with the text that the administrator wrote', async () => {
        const change = (text: MailText, version: number) =>
          desk.ask('changeMailText', { params: { kind: 'invoice' }, body: { ...text, version } }, 'admin')
        const own = { subject: 'Bill {number}', text: 'For {member}, from {clinic}' }
        expect((await change(own, 0)).status).toBe(200)
        const id = await desk.newStudy()
        await email(id)
        const [message] = server.received
        expect(message?.mail.subject).toBe(`Bill BC1-${id}`)
        expect(message?.mail.text).toMatch(/^For Ana Silva, from [^{}]+$/)
        expect((await change(standardMailTexts.invoice, 1)).status).toBe(200)
      })

      it.each<[string, object, { email?: string }]>([
        ['the invoice is suppressed', { invoiceAvailable: false }, {}],
        ['customer email is suppressed', { customerEmailAvailable: false }, {}],
        ['the member has no address', {}, { email: '' }],
      ])('are not sent while %s', async (_when, status, member) => {
        const id = await desk.newStudy()
        await setStatus(id, status)
        await setMember(id, { ...member, firstname: 'Ana' })
        expect(refusalOf(await email(id))).toEqual([409, 'invoice-suppressed'])
        expect(server.received).toEqual([])
      })

      it.each<MailBehaviour>(['refuses sign-in', 'refuses recipient', 'refuses message', 'fails temporarily'])(
        'are reported as not sent while the server %s, and sent later under the same key',
        async (behaviour) => {
          const id = await desk.newStudy()
          const key = `mail-${engine.kind}-${behaviour.replaceAll(' ', '-')}`
          server.behave(behaviour)
          const refused = await email(id, key)
          expect(refusalOf(refused)).toEqual([503, 'mail-failed'])
          expect(refused.body.message).toBe(paymentMessages.emailError)
          expect(mailed.logged.filter((line) => line.includes('mail.failed'))).toHaveLength(1)
          expect(mailed.logged.join('\n')).not.toMatch(/secret|Silva|@mail|BC1-/)
          const lines = office.db.selectFrom('study_log').select(['by_user', 'content']).where('study_id', '=', id)
          expect(await lines.execute()).toEqual([
            { by_user: 'Robin frontdesk', content: expect.stringMatching(/^Invoice \(email\) failed: [a-z ]+$/) },
          ])
          server.behave('takes')
          expect((await email(id, key)).status).toBe(200)
          expect(server.received).toHaveLength(1)
        },
      )

      it('allow no injected header or recipient in a name or address', async () => {
        const id = await desk.newStudy()
        await setMember(id, { firstname: 'Ana\r\nBcc: thief@mail.example\r\n\r\nHello' })
        expect((await email(id)).status).toBe(200)
        const [{ to, raw } = { to: [], raw: '' }] = server.received
        expect(to).toEqual([await addressOf(id)])
        const headers = raw.slice(0, raw.search(/\r?\n\r?\n/))
        expect(headers).not.toMatch(/^bcc:/im)
        expect(headers).not.toContain('thief')
        await setMember(id, { email: 'a@mail.example\r\nRCPT TO:<thief@mail.example>', firstname: 'Ana' })
        await email(id)
        expect(server.received.flatMap((message) => message.to)).not.toContain('thief@mail.example')
      })

      it('are sent only by roles that take money, and cannot be read again outside a demo', async () => {
        const id = await desk.newStudy()
        expect(refusalOf(await email(id, undefined, 'hi'))).toEqual([403, 'insufficient-permissions'])
        expect(refusalOf(await email(clinic.elsewhereStudy, undefined, 'oneLocation'))).toEqual([
          403,
          'location-forbidden',
        ])
        expect(refusalOf(await desk.ask('readSentMail', {}))).toEqual([404, 'not-found'])
      })
    },
  )

  describe.skipIf(engine.missing !== undefined)(`invoices without a mail server on ${engine.kind}`, () => {
    it('are stored by a demo, where staff can read them', async () => {
      const office = await runBackOffice(engine, { demo: true })
      try {
        const desk = createPaymentActs(office)
        const id = await desk.newStudy()
        expect((await desk.ask('readSentMail', {})).body).toEqual([])
        expect((await desk.ask('emailInvoice', { params: { studyId: id } })).status).toBe(200)
        const { body } = await desk.ask('readSentMail', {})
        expect(backOfficeRoutes.readSentMail.answer.parse(body)).toEqual(body)
        expect(body).toMatchObject([
          {
            to: [`${(await desk.rowOf(id)).patient_id}@mail.example`],
            subject: `Your invoice BC1-${id}`,
            attachments: [{ fileName: `BC1-${id}.pdf`, contentType: 'application/pdf' }],
          },
        ])
        expect(refusalOf(await desk.ask('readSentMail', {}, 'member'))).toEqual([403, 'insufficient-permissions'])
      } finally {
        await office.stop()
      }
    }, 60_000)

    it.each([
      ['none is configured', undefined],
      ['it is unreachable', 'smtp://127.0.0.1:9'],
    ])(
      'are refused when %s',
      async (_when, smtpUrl) => {
        const office = await runBackOffice(engine, { smtpUrl })
        try {
          const desk = createPaymentActs(office)
          const answer = await desk.ask('emailInvoice', { params: { studyId: await desk.newStudy() } })
          expect(refusalOf(answer)).toEqual([503, 'mail-failed'])
        } finally {
          await office.stop()
        }
      },
      60_000,
    )
  })
}
