import { expect, it } from 'vitest'
import { findPractitioner } from '#back-office/repositories/catalogue-repository.ts'
import { toMemberRow } from '#back-office/repositories/members-repository.ts'
import { addLogRow, findLog, findStudy, toStudy } from '#back-office/repositories/studies-repository.ts'
import { noSedative } from '#domain/study/sedative.ts'
import { studySchema } from '#domain/study/study.ts'
import { noDetails } from '#domain/study/study-details.ts'
import { aStudyRow } from '#test/builders/back-office.ts'
import { aMember } from '#test/builders/records.ts'
import { describeOnEachDatabase } from '../booking/each-database.ts'
import { openBefore } from './older-database.ts'

const aBill = (id: string, studyID: string, place: number, more: object = {}) => ({
  transaction_id: id,
  study_id: studyID,
  location_id: 'ca-bc-1',
  place,
  transaction_type: 'payment',
  payment_type: 'invoice',
  amount: 1000,
  currency: 'CAD',
  timezone: 'America/Vancouver',
  transaction_time: 10,
  status: 'Complete',
  memo: '',
  sku: 300,
  processed_by: null,
  linked_transaction: null,
  attempt_id: null,
  request_key: null,
  gift_card_number: null,
  details: '{}',
  ...more,
})

const aStep = (transactionID: string, place: number, step: string, isDone: 0 | 1 = 1) => ({
  step_id: `${transactionID}-${place}`,
  transaction_id: transactionID,
  place,
  step,
  is_done: isDone,
  amount: null,
  payment_method: null,
  reference_id: '',
  processed_by: null,
  at: 10,
})

describeOnEachDatabase('a log from before its lines were numbered', (databases) => {
  it('keeps lines of the same second in the order in which they were written, and adds new ones after them', async () => {
    const { db, add, addVancouver, migrate } = await openBefore('009-log-places', databases)
    await addVancouver()
    const { language: _language, ...member } = toMemberRow(aMember(), 0)
    await add('member', member)
    for (const id of ['s-1', 's-2']) {
      const { payment_made: _p, ...today } = aStudyRow(0)
      const row = { ...today, study_id: id, patient_id: 'm-000001', location_id: 'ca-bc-1' }
      await add('study', row)
    }
    const line = (id: string, content: string, time = 10, study = 's-1') => ({
      ...{ log_id: id, study_id: study, category: 'Note', time, content, by_user: 'Robin' },
    })
    const old = [
      line('00000002-9-ff', 'first note'),
      line('00000002-9-aa', 'second note'),
      line('00000001-0-cc', 'booked'),
      line('00000003-0-bb', 'marked'),
      line('00000001-9-dd', 'earlier', 9),
      line('00000001-0-ee', 'of another study', 10, 's-2'),
    ]
    for (const row of old) await add('study_log', row)
    await migrate()
    // By id, these two lines would sort before all others, which shows that ids do not determine the order.
    await addLogRow(db, line('00', 'third note'))
    await addLogRow(db, line('000', 'fourth note'))
    const contents = (await findLog(db, 's-1')).map(({ content }) => content)
    expect(contents).toEqual([
      ...['earlier', 'booked', 'first note', 'second note', 'marked', 'third note', 'fourth note'],
    ])
    expect((await findLog(db, 's-2')).map(({ content }) => content)).toEqual(['of another study'])
  })
})

describeOnEachDatabase('a database from before the study page existed', (databases) => {
  it('gives every study its invoice step and sedative dates, and reads its earlier details if they are valid', async () => {
    const { db, add, addVancouver, migrate } = await openBefore('007-study-page', databases)
    await addVancouver()
    const { language: _language, ...member } = toMemberRow(aMember(), 0)
    await add('member', member)
    const pharmacy = { ...noSedative, status: 'sent' as const }
    const { invoice_step: _i, payment_made: _p, ...old } = aStudyRow(0)
    const extras = [
      '{}',
      JSON.stringify({ practitioners: { primary: 'p-1', referring: null, additional: [] }, feedback: { mri: 4 } }),
      JSON.stringify({
        practitioners: { primary: 7 },
        feedback: 'fine',
        consulting: { requestedStatus: 3 },
        kept: 1,
      }),
      'null',
    ]
    for (const [index, extra] of extras.entries()) {
      const sedative = index === 0 ? '{"status":"sent","preferredPharmacy":null}' : JSON.stringify(noSedative)
      const row = { ...old, study_id: `s-${index}`, patient_id: 'm-000001', location_id: 'ca-bc-1', extra, sedative }
      await add('study', row)
    }
    await add('transaction', [
      aBill('t-1', 's-0', 1),
      aBill('t-2', 's-0', 2, { payment_type: 'partner invoice' }),
      aBill('t-3', 's-1', 1),
      aBill('t-4', 's-1', 2, { transaction_type: 'Refund', linked_transaction: 't-3' }),
      aBill('t-5', 's-2', 1, { payment_type: 'cash' }),
    ])
    await add('transaction_step', [
      aStep('t-1', 1, 'issued'),
      aStep('t-1', 2, 'paid'),
      aStep('t-2', 1, 'issued'),
      aStep('t-2', 2, 'deposit'),
      aStep('t-2', 3, 'deposit', 0),
      aStep('t-5', 1, 'paid'),
    ])
    const document = JSON.stringify({ id: 'p-1', firstName: 'Élodie', contact: { emailAddress: 'e@x.example' } })
    await add('practitioner', { practitioner_id: 'p-1', search_text: 'elodie', document })
    await migrate()

    const studies = await Promise.all(
      extras.map(async (_extra, index) => {
        const row = await findStudy(db, `s-${index}`)
        if (row === undefined) throw new Error('a study is gone')
        return toStudy(row)
      }),
    )
    // The rest of these studies is invented, so the test parses only these three fields.
    for (const { details, sedative, invoiceStep } of studies) {
      const { shape } = studySchema
      expect(shape.sedative.parse(sedative)).toEqual(sedative)
      expect(shape.details.parse(details)).toEqual(details)
      expect(shape.invoiceStep.parse(invoiceStep)).toBe(invoiceStep)
    }
    expect(studies.map(({ invoiceStep }) => invoiceStep)).toEqual(['issued', 'none', 'none', 'none'])
    expect(studies.map(({ sedative }) => sedative)).toEqual([pharmacy, noSedative, noSedative, noSedative])
    expect(studies[1]?.details).toMatchObject({
      practitioners: { primary: { practitionerID: 'p-1', locationID: null }, referring: null, additional: [] },
      feedback: { mri: 4, prescan: null, feedback: '' },
    })
    expect([studies[0], studies[2], studies[3]].map((study) => study?.details)).toEqual([
      noDetails,
      noDetails,
      noDetails,
    ])
    expect(await findPractitioner(db, 'p-1')).toMatchObject({
      firstName: 'Élodie',
      contact: { emailAddress: 'e@x.example', faxNumber: '' },
      locations: [],
      version: 1,
    })
  })
})
