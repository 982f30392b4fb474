import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { backOfficeRoutes } from '#contract/back-office.ts'
import type { AccountName, Engine, RunningBackOffice } from '../builders/back-office.ts'
import { type MailedOffice, runMailedOffice } from '../builders/mailed-office.ts'
import type { FakeMailServer } from '../fakes/fake-mail-server.ts'
import { readPdf } from '../paper/stamp/read-pdf.ts'
import { createPaymentActs, fillMoney, refusalOf } from './money-clinic.ts'

/** The contract of receipts on paper and by mail, over the wire and over real SMTP. */
export const describeReceipts = (engine: Engine): void => {
  describe.skipIf(engine.missing !== undefined)(
    `receipts of the back office on ${engine.kind}`,
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

      const paid = async (): Promise<{ readonly studyId: string; readonly transactionID: string }> => {
        const studyId = await desk.newStudy()
        await desk.cash(studyId, 1000.5)
        const { body } = await desk.ask('readPayments', { params: { studyId } })
        return { studyId, transactionID: body.transactions[0]?.transactionID ?? '' }
      }
      const pdfOf = (params: object) => desk.ask('readReceiptPdf', { params })
      const email = (params: object, key?: string, who: AccountName = 'frontdesk') =>
        desk.ask('emailReceipt', { params }, who, key)

      it('show the payment, the invoice, the tax number and the balance, stamped with the member', async () => {
        const about = await paid()
        const { status, body } = await pdfOf(about)
        expect(status).toBe(200)
        expect(backOfficeRoutes.readReceiptPdf.answer.parse(body)).toEqual(body)
        expect(body.fileName).toBe(`BC1-${about.studyId}-R1.pdf`)
        const bytes = Buffer.from(body.base64, 'base64')
        const pdf = await readPdf(bytes)
        for (const part of ['Receipt', `BC1-${about.studyId}-R1`, 'Ana Silva', 'Cash', 'CA$1,000.50', 'CA$1,494.50'])
          expect(pdf.text).toContain(part)
        expect(pdf.properties).not.toContain('Silva')
        expect(bytes.toString('latin1')).toContain(`(Study: ${about.studyId})`)
      })

      it('go to the member once per key, with the PDF and a line in the log, and are audited', async () => {
        const about = await paid()
        const key = `receipt-${engine.kind}-1`
        const first = await email(about, key)
        expect(first.status).toBe(200)
        expect((await email(about, key)).body).toEqual(first.body)
        expect(server.received).toHaveLength(1)
        const [{ mail } = { mail: undefined }] = server.received
        expect(mail?.subject).toBe(`Your receipt BC1-${about.studyId}-R1`)
        expect(mail?.attachments.map(({ filename }) => filename)).toEqual([`BC1-${about.studyId}-R1.pdf`])
        const log = office.db.selectFrom('study_log').select('content').where('study_id', '=', about.studyId)
        expect((await log.execute()).map(({ content }) => content)).toContain('Receipt emailed to the member')
        const audited = office.db.selectFrom('audit').select('action').where('study_id', '=', about.studyId)
        expect((await audited.execute()).map(({ action }) => action)).toContain('receipt.emailed')
        expect((await email(about, `${key}-again`)).status).toBe(200)
        expect(server.received).toHaveLength(2)
      })

      it('do not exist for invoices, refunds, and transactions of another study', async () => {
        const about = await paid()
        const other = await paid()
        expect(refusalOf(await pdfOf({ ...about, transactionID: other.transactionID }))).toEqual([404, 'not-found'])
        expect(refusalOf(await email({ ...about, transactionID: 't-none' }))).toEqual([404, 'not-found'])
        const refund = await desk.ask('refundTransaction', {
          params: { studyId: about.studyId, id: about.transactionID },
          body: { amount: 10, memo: 'Miscounted', externalRefund: false },
        })
        const { transactionID } = refund.body.transaction
        expect(refusalOf(await pdfOf({ ...about, transactionID }))).toEqual([409, 'step-not-allowed'])
        expect(server.received).toEqual([])
      })

      it('are refused if the invoice is suppressed, and to roles that do not take money', async () => {
        const about = await paid()
        expect(refusalOf(await email(about, undefined, 'hi'))).toEqual([403, 'insufficient-permissions'])
        const row = await desk.rowOf(about.studyId)
        const status = JSON.stringify({ ...JSON.parse(row.status), invoiceAvailable: false })
        await office.db.updateTable('study').set({ status }).where('study_id', '=', about.studyId).execute()
        expect(refusalOf(await pdfOf(about))).toEqual([409, 'invoice-suppressed'])
        expect(refusalOf(await email(about))).toEqual([409, 'invoice-suppressed'])
        expect(server.received).toEqual([])
      })
    },
  )
}
