import type { DocumentTable, DocumentTypeTable, TransactionTable } from '../repositories/tables.ts'
import type { DemoStudy } from './demo-studies.ts'
import type { SeededRandom } from './seeded-random.ts'

/** Every payment type of booking spec §9, in its words. */
export const demoPaymentTypes = [
  'card',
  'physicalTerminal',
  'cash',
  'cheque',
  'clinic',
  'eTransfer',
  'externalCredit',
  'externalLender',
  'giftCertificate',
  'giftCertificateIntegrated',
  'invoice',
  'partner invoice',
  'prepaid',
  'referralCredit',
  'finance',
  'promocode',
  'referral code',
  'buyNowPayLater',
  'cardInvoice',
] as const

const transactionTypeOf = (paymentType: string): string => {
  if (paymentType === 'promocode' || paymentType === 'referral code') return 'Discount'
  if (paymentType === 'referralCredit') return 'credit'
  return paymentType === 'finance' ? 'reconciliation' : 'payment'
}

/** One transaction for each paid study, its payment types taken in turn so that all of them occur (decisions §1). */
export const createDemoTransactions = (random: SeededRandom, studies: readonly DemoStudy[]): TransactionTable[] =>
  studies
    .filter((demo) => demo.isPaid)
    .map(({ study, currency }, index) => {
      const paymentType = demoPaymentTypes[index % demoPaymentTypes.length] ?? 'card'
      const transactionID = `t-${String(index + 1).padStart(6, '0')}`
      const time = Math.max(study.created_at, (study.starts_at ?? study.created_at) - random.whole(1, 48) * 3600)
      const hasCard = paymentType === 'card' || paymentType === 'physicalTerminal'
      return {
        transaction_id: transactionID,
        study_id: study.study_id,
        transaction_time: time,
        document: JSON.stringify({
          transactionID,
          studyID: study.study_id,
          transactionType: transactionTypeOf(paymentType),
          paymentType,
          amount: study.price / 100,
          currency,
          timezone: study.timezone,
          transactionTime: time,
          status: index % 37 === 36 ? 'requires_capture' : 'Complete',
          memo: '',
          sku: study.sku_id,
          refundable: true,
          processedBy: 'u-frontdesk',
          details: hasCard ? { cardType: 'visa', cardLastFour: '4242' } : { referenceID: `R${100_000 + index}` },
        }),
      }
    })

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
