import { toMoney } from '#domain/money/money.ts'
import { summarizeLedger } from '#domain/payments/ledger.ts'
import { type PaymentType, paymentTypes } from '#domain/payments/payment-types.ts'
import { bareDetails, type TransactionType } from '#domain/payments/transaction.ts'
import type { DocumentTable, DocumentTypeTable, TransactionTable } from '../repositories/tables.ts'
import { toEntryOfRow } from '../repositories/transactions-repository.ts'
import type { DemoStudy } from './demo-studies.ts'
import type { SeededRandom } from './seeded-random.ts'

/** Every payment type of booking spec §9, in its words. */
export const demoPaymentTypes = paymentTypes

const transactionTypeOf = (paymentType: PaymentType): TransactionType => {
  if (paymentType === 'promocode' || paymentType === 'referral code') return 'Discount'
  if (paymentType === 'referralCredit') return 'credit'
  return paymentType === 'finance' ? 'reconciliation' : 'payment'
}

/** What the demo's clinics took so far, and the studies as their ledgers leave them. */
export type DemoMoney = { readonly studies: readonly DemoStudy[]; readonly transactions: readonly TransactionTable[] }

/** One transaction for each paid study, its payment types taken in turn so that all of them occur (decisions §1). */
export const createDemoMoney = (random: SeededRandom, studies: readonly DemoStudy[]): DemoMoney => {
  const transactions = studies
    .filter((demo) => demo.isPaid && demo.study.price > 0)
    .map((demo, index) => toTransaction(random, demo, index))
  const byStudy = Map.groupBy(transactions, (row) => row.study_id)
  return { studies: studies.map((demo) => settle(demo, byStudy.get(demo.study.study_id) ?? [])), transactions }
}

const toTransaction = (random: SeededRandom, { study, currency }: DemoStudy, index: number): TransactionTable => {
  const paymentType = demoPaymentTypes[index % demoPaymentTypes.length] ?? 'card'
  const transactionType = transactionTypeOf(paymentType)
  const hasCard = paymentType === 'card' || paymentType === 'physicalTerminal'
  return {
    transaction_id: `t-${String(index + 1).padStart(6, '0')}`,
    study_id: study.study_id,
    location_id: study.location_id,
    place: 1,
    transaction_type: transactionType,
    payment_type: paymentType,
    // What finance wrote off takes from what is owed.
    amount: transactionType === 'reconciliation' ? -study.price : study.price,
    currency,
    timezone: study.timezone ?? 'UTC',
    transaction_time: Math.max(study.created_at, (study.starts_at ?? study.created_at) - random.whole(1, 48) * 3600),
    status: hasCard && index % 7 === 1 ? 'requires_capture' : 'Complete',
    memo: '',
    sku: study.sku_id,
    processed_by: 'u-frontdesk',
    linked_transaction: null,
    attempt_id: null,
    request_key: null,
    gift_card_number: null,
    details: JSON.stringify({
      ...bareDetails(paymentType),
      ...(hasCard ? { cardType: 'visa', cardLastFour: '4242' } : { referenceID: `R${100_000 + index}` }),
    }),
  }
}

/** A study with what its ledger says is owed and paid. */
const settle = (demo: DemoStudy, rows: readonly TransactionTable[]): DemoStudy => {
  const summary = summarizeLedger(toMoney(demo.study.price), rows.map(toEntryOfRow))
  return {
    ...demo,
    study: {
      ...demo.study,
      payment_amount: summary.paid + summary.discountReferralCredit,
      balance: summary.balance,
      ledger_version: rows.length,
    },
  }
}

export const demoDocumentTypes: readonly DocumentTypeTable[] = [
  { uuid: 'dt-body-composition', name: 'body composition', description: 'Body composition report' },
  { uuid: 'dt-blood-test', name: 'blood test', description: 'Blood test results' },
  { uuid: 'dt-brain-health', name: 'brain health assessment', description: 'Brain health assessment' },
]

/** The smallest page a PDF reader opens, one line of text on it. */
const tinyPdf = (line: string): string => {
  const content = `BT /F1 18 Tf 72 720 Td (${line}) Tj ET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((body, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj${body}endobj\n`
    return offset
  })
  const start = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  for (const offset of offsets) file += `${String(offset).padStart(10, '0')} 00000 n \n`
  return `${file}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`
}

/** A document of each type in turn on the studies that have been released. */
export const createDemoDocuments = (studies: readonly DemoStudy[]): DocumentTable[] =>
  studies
    .filter((demo, index) => demo.isReleased && index % 3 === 0)
    .map(({ study }, index) => {
      const type = demoDocumentTypes[index % demoDocumentTypes.length]
      if (type === undefined) throw new RangeError('no document type')
      return {
        uuid: `d-${String(index + 1).padStart(6, '0')}`,
        study_id: study.study_id,
        patient_id: study.patient_id,
        type_id: type.uuid,
        name: `${type.description} ${study.study_id}`,
        status: index % 2 === 0 ? 'PUBLISHED' : 'DRAFT',
        active: 1,
        file_type: 'application/pdf',
        base64_file: Buffer.from(tinyPdf(type.description), 'latin1').toString('base64'),
        created_at: study.created_at,
      }
    })
