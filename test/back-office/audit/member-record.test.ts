import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessReportWordsIn } from '#back-office/printing/access-report-words.ts'
import { memberRecordWordsIn } from '#back-office/printing/member-record-words.ts'
import { findAuditedState } from '#back-office/repositories/audited-state-repository.ts'
import { faultsOfBundle } from '#test/domain/audit/fhir-resources.ts'
import { findEngines, type RunningBackOffice, runBackOffice } from '../../builders/back-office.ts'
import { englishLeft, unfilled } from '../../builders/translated-texts.ts'
import { readPdf } from '../../paper/stamp/read-pdf.ts'
import { planted, plantMember } from '../members/planted-member.ts'

for (const engine of await findEngines()) {
  describe.skipIf(engine.missing !== undefined)(
    `the export of a member on ${engine.kind}`,
    { timeout: 120_000 },
    () => {
      let office: RunningBackOffice
      let token: string
      beforeAll(async () => {
        office = await runBackOffice(engine)
        token = await office.signIn('admin')
        await plantMember(office.db, office.now())
        await office.db
          .insertInto('transaction')
          .values({
            ...{ transaction_id: 't-1', study_id: planted.studyID, location_id: 'ca-bc-1', place: 1, amount: 12_345 },
            ...{ transaction_type: 'payment', payment_type: 'cash', currency: 'CAD', timezone: 'America/Vancouver' },
            ...{
              transaction_time: office.now(),
              status: 'Complete',
              memo: 'Deposit',
              sku: 300,
              processed_by: 'u-admin',
            },
            ...{ linked_transaction: null, attempt_id: null, request_key: null, gift_card_number: null },
            details: JSON.stringify({ paymentType: 'cash', referenceID: null, linkedTransaction: null }),
          })
          .execute()
        await office.db
          .updateTable('document')
          .set({ base64_file: 'JVBERi0=' })
          .where('study_id', '=', planted.studyID)
          .execute()
        await office.db.updateTable('study_report').set({ base64_file: 'JVBERi0=' }).execute()
      })
      afterAll(async () => {
        await office?.stop()
        expect(office?.errors ?? []).toEqual([])
      })

      const ask = async (format: 'pdf' | 'fhir', id: string = planted.memberID) =>
        office.call('exportMemberRecord', { params: { id }, query: { format } } as never, { token })

      it('contains the identity, versioned answers, payments, messages and documents as a PDF', async () => {
        const { status, body } = await ask('pdf')
        expect(status, JSON.stringify(body)).toBe(200)
        expect(body.fileName).toBe(`member-record-${planted.memberID}.pdf`)
        const { text } = await readPdf(Buffer.from(body.base64, 'base64'))
        for (const part of ['My record', 'Mrk01', 'Mrk04', 'Mrk12', '$123.45', 'Deposit', 'Mrk36', 'Mrk45', 'Mrk68']) {
          expect(text, part).toContain(part)
        }
        // The PDF has words for the member instead of codes.
        for (const part of ['Female', 'Payment, Cash']) expect(text, part).toContain(part)
        for (const code of ['female', 'handed-over', 'payment, cash']) expect(text, code).not.toContain(code)
      })

      it('is in French, with the report about accesses, for a member who reads French', async () => {
        const of = (language: string) =>
          office.db.updateTable('member').set({ language }).where('patient_id', '=', planted.memberID).execute()
        await of('fr-CA')
        const accesses = { params: { id: planted.memberID }, query: { format: 'pdf' } }
        const answers = [await ask('pdf'), await office.call('exportMemberAccess', accesses as never, { token })]
        const texts = await Promise.all(
          answers.map(async ({ body }) => (await readPdf(Buffer.from(body.base64, 'base64'))).text),
        )
        expect(texts[0]).toContain('Mon dossier')
        expect(texts[0]).toContain('Paiement, Comptant')
        expect(texts[0]).toContain('123,45\u00a0$')
        expect(texts[1]).toContain('Dossier du membre exporté')
        for (const text of texts) {
          for (const wordsIn of [memberRecordWordsIn, accessReportWordsIn]) {
            expect(englishLeft(text, wordsIn('en'), wordsIn('fr-CA'))).toEqual([])
          }
          expect(unfilled(text)).toEqual([])
        }
        await of('en')
        // Flags of a study's status have a test of their own.
        const { values, hidden } = await findAuditedState(office.db, planted)
        const fields = [...Object.keys(values), ...Object.keys(hidden)].filter(
          (name) => !/(?:^|\.)version$|^status\./.test(name),
        )
        const { field } = accessReportWordsIn('fr-CA')
        expect(fields.filter((name) => field(name) === field('later_field'))).toEqual([])
      })

      it('is a valid FHIR bundle that contains the files, and every reference in it resolves', async () => {
        const { status, body } = await ask('fhir')
        expect(status, JSON.stringify(body)).toBe(200)
        expect(body.note).toBeNull()
        const bundle = JSON.parse(Buffer.from(body.base64, 'base64').toString('utf8'))
        expect(faultsOfBundle(bundle)).toEqual([])
        const types = bundle.entry.map(({ resource }: { resource: { resourceType: string } }) => resource.resourceType)
        expect(types).toEqual(
          expect.arrayContaining(['Patient', 'Invoice', 'PaymentReconciliation', 'DocumentReference']),
        )
        expect(JSON.stringify(bundle)).toContain('JVBERi0=')
      })

      it('lists files beyond the limit without their content, and says so', async () => {
        const large = 25 * 1024 * 1024
        await office.db.updateTable('study_report').set({ byte_size: large }).execute()
        const { body } = await ask('fhir')
        expect(body.note).toMatch(/^1 file is listed without the content/)
        const bundle = JSON.parse(Buffer.from(body.base64, 'base64').toString('utf8'))
        expect(faultsOfBundle(bundle)).toEqual([])
      })

      it('is audited', async () => {
        const row = await office.db
          .selectFrom('audit')
          .select(['action', 'member_id', 'user_id'])
          .orderBy('sequence', 'desc')
          .limit(1)
          .executeTakeFirstOrThrow()
        expect(row).toEqual({
          action: 'audit.member-record-exported fhir',
          member_id: planted.memberID,
          user_id: 'u-admin',
        })
        expect((await ask('pdf', 'm-none')).status).toBe(404)
      })
    },
  )
}
