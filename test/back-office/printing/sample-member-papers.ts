import { accessReportWordsIn } from '#back-office/printing/access-report-words.ts'
import { memberRecordWordsIn } from '#back-office/printing/member-record-words.ts'
import type { PaperRequest } from '#back-office/printing/paper-maker.ts'
import type { MemberRecord, RecordFile, RecordSend } from '#domain/audit/member-record.ts'
import type { Letterhead } from '#domain/locations/letterhead.ts'
import type { MessageKind } from '#domain/messages/message-kinds.ts'
import { messageLabels } from '#domain/messages/message-labels.ts'
import { paymentTypes } from '#domain/payments/payment-types.ts'
import { bareDetails, type Transaction, transactionTypes } from '#domain/payments/transaction.ts'
import type { Answers } from '#domain/safety/question.ts'
import { askedQuestions } from '#domain/safety/questionnaire-engine.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import { emptySafetyRecord } from '#domain/safety/safety-record.ts'
import { type PaperName, paperLabels, papers } from '#domain/study/papers.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { TextLanguage } from '#domain/values/language.ts'
import { aLocation, aMember, aStudy } from '../../builders/records.ts'

/** Actions and fields as the audit log writes them. */
type Logged = {
  readonly actions: readonly string[]
  readonly fields: readonly string[]
  readonly codes: readonly string[]
}

const at = (minute: number) => toInstant(Date.UTC(2026, 10, 20, 18, minute))
const zone = aLocation().timezone

/** Data of the clinic and of persons, which is not translated: its letters are neither English nor French words. */
const data = { name: 'ZOÉ-6', person: 'ÉÎÉ-3', document: 'ÇA-4', note: 'ĐŔÉ-7', email: 'é@é.é' }

/** The accesses that a report lists: one row for each action, one for each refusal, and some with all fields. */
export const anAccessReport = (
  language: TextLanguage,
  letterhead: Letterhead,
  { actions, fields, codes }: Logged,
): PaperRequest => {
  const words = accessReportWordsIn(language)
  const row = { at: at(0), person: data.person, place: 'ÇA-2', changed: [], refusal: null }
  return {
    ...{
      kind: 'access-report',
      letterhead,
      language,
      hasMore: true,
      timezone: zone,
      madeAt: at(5),
      madeBy: data.person,
    },
    member: { name: data.name, dob: aMember().dob, memberID: 'm-1' },
    rows: [
      ...actions.map((action) => ({ ...row, action: words.action(action) })),
      ...codes.map((code) => ({ ...row, action: words.action('study.viewed'), refusal: words.refused(code) })),
      ...Array.from({ length: Math.ceil(fields.length / 20) }, (_, place) => ({
        ...row,
        person: words.unknownPerson('u-9'),
        action: words.action('member.changed'),
        changed: fields.slice(place * 20, place * 20 + 20).map(words.field),
      })),
    ],
  }
}

const aPayment = (place: number, more: Partial<Transaction>): Transaction =>
  ({
    ...{ transactionID: `t-${place}`, studyID: 's-1', transactionType: 'payment', paymentType: 'cash', amount: 1234.5 },
    ...{ currency: 'CAD', timezone: zone, transactionTime: Date.parse(at(place)) / 1000, status: 'Complete' },
    ...{ memo: data.note, sku: 300, refundable: 0, processedBy: null, processedByPII: null, steps: null },
    ...{ details: bareDetails('cash') },
    ...more,
  }) as Transaction

const aSend = (id: string, more: Partial<RecordSend>): RecordSend => ({
  ...{ id, kind: 'delivery', title: data.document, message: null, paper: null, channel: 'fax' },
  ...{ recipient: data.person, state: 'delivered', at: at(1) },
  ...more,
})

const sends = (language: TextLanguage): readonly RecordSend[] => [
  ...(Object.keys(messageLabels) as MessageKind[]).map((message) =>
    aSend(message, { kind: 'message', message, title: messageLabels[message], channel: 'email', state: 'sent' }),
  ),
  ...papers.map((paper: PaperName) => aSend(paper, { paper, title: paperLabels[paper] })),
  ...Object.keys(memberRecordWordsIn(language).sendStates).map((state) => aSend(state, { state })),
  ...['cd', 'usb', 'sms'].map((channel) => aSend(channel, { channel })),
]

const aFile = (id: string, more: Partial<RecordFile>): RecordFile => ({
  ...{ id, kind: 'document', title: data.document, report: null, isPublished: true, contentType: 'application/pdf' },
  ...{ byteSize: 25_500, createdAt: at(2) },
  ...more,
})

/** An answer to every question, with every option. */
const answersTo = (options: 'first' | 'last'): Answers =>
  Object.fromEntries(
    askedQuestions(safetyQuestionnaire).map((question) => {
      if (question.type === 'text') return [question.field, data.note]
      if (question.type === 'datepicker') return [question.field, '2026-01-05']
      const values = question.options.map(({ value }) => value)
      if (question.type === 'choice') return [question.field, values]
      return [question.field, values.at(options === 'first' ? 0 : -1) ?? '']
    }),
  )

/** A record with every kind of entry, so that its paper shows every text. */
const aMemberRecord = (language: TextLanguage): Omit<MemberRecord, 'audit'> => {
  const member = aMember({
    ...{ firstname: 'ZOÉ', lastname: '6', preferredName: data.name, email: data.email, address: 'ÇA-3', city: 'ÇA-5' },
    ...{ country: 'United States', phn: '9', leadSource: data.note, language: 'fr-CA' },
  })
  const location = aLocation({ address: { ...aLocation().address, name: 'ÇA-2' } })
  const answers = answersTo('last')
  const earlier = answersTo('first')
  const study = {
    ...{ location, scan: 'ÎŔṀ-1', createdAt: at(0), safety: null, transactions: [], files: [], sends: [], shares: [] },
  }
  const details = { ...aStudy().details, reasonForScan: data.note, frontDeskNote: data.note }
  const signed = { ...aStudy().status, consent: true, consentTime: at(3), scanned: true }
  return {
    member,
    merged: [aMember({ patientID: 'm-2' })],
    studies: [
      {
        ...study,
        study: aStudy({
          status: signed,
          details: { ...details, consentText: { textID: 'all-1', scope: 'all', version: 2 } },
        }),
        safety: {
          ...emptySafetyRecord(aStudy().studyID, member.patientID),
          ...{ version: 2, SafetyQuestions: answers },
          revisions: [
            {
              version: 1,
              at: at(1),
              by: data.person,
              changes: [{ field: 'Allergies.Types', from: null, to: data.note }],
            },
            {
              ...{ version: 2, at: at(2), by: data.person },
              changes: Object.entries(answers).map(([field, to]) => ({ field, from: earlier[field] ?? null, to })),
            },
          ],
        },
        transactions: [
          ...transactionTypes.map((transactionType, place) => aPayment(place, { transactionType })),
          ...paymentTypes.map((paymentType, place) => aPayment(place + 20, { paymentType })),
        ],
        files: [
          aFile('d-1', {}),
          aFile('r-1', { kind: 'report', report: 'structured', title: 'Structured report', isPublished: false }),
          aFile('r-2', { kind: 'report', report: 'traditional', title: 'Traditional report' }),
        ],
        sends: sends(language),
        shares: [{ to: 'm-3', at: at(4) }],
      },
      { ...study, study: aStudy({ studyID: 's-2', status: { ...aStudy().status, cancelled: true }, booking: null }) },
      { ...study, study: aStudy({ studyID: 's-3' }) },
      { ...study, study: aStudy({ studyID: 's-4', status: { ...aStudy().status, booked: false } }) },
    ],
  }
}

export const aRecordPaper = (language: TextLanguage, letterhead: Letterhead, isEmpty = false): PaperRequest => ({
  ...{ kind: 'member-record', letterhead, language, timezone: zone, madeAt: at(5), madeBy: data.person },
  record: isEmpty
    ? { member: aMember({ ...aMemberRecord(language).member }), merged: [], studies: [] }
    : aMemberRecord(language),
})
