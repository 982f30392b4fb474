import {
  answersByVersion,
  type MemberRecord,
  type RecordFile,
  type RecordSend,
  type RecordStudy,
  recordReportLabels,
} from '#domain/audit/member-record.ts'
import { formatPhone } from '#domain/format/format-phone.ts'
import { formatsIn } from '#domain/format/formats-in.ts'
import type { Letterhead } from '#domain/locations/letterhead.ts'
import { countryNamesIn } from '#domain/members/country.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import { messageLabels } from '#domain/messages/message-labels.ts'
import { invoiceWordsIn } from '#domain/payments/invoice-words-in.ts'
import { ledgerKind } from '#domain/payments/transaction.ts'
import { answerWords } from '#domain/safety/answer-words.ts'
import type { AnswerValue } from '#domain/safety/question.ts'
import { askedQuestions } from '#domain/safety/questionnaire-engine.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import type { SafetyRecord } from '#domain/safety/safety-record.ts'
import { safetyTextIn } from '#domain/safety/safety-text-in.ts'
import { paperLabels } from '#domain/study/papers.ts'
import { readFlag } from '#domain/study/status-flags.ts'
import { type Instant, toEpochMs, toInstant } from '#domain/values/instant.ts'
import type { TextLanguage } from '#domain/values/language.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { gap, heading, type PaperBlock, prose, row, table } from '#paper/sheet/blocks.ts'
import type { DrawnPdf, PaperFonts } from '#paper/sheet/draw-in-thread.ts'
import { drawSheets } from '#paper/sheet/draw-sheets.ts'
import { footOf, identityRows, letterheadRows } from '#paper/sheet/letterhead.ts'
import { paperSheetWordsIn } from '#paper/sheet/paper-sheet-words-in.ts'
import { paperGrey, small, strong } from '#paper/sheet/sheet-style.ts'
import type { Typesetter } from '#paper/sheet/typesetter.ts'
import { memberRecordWordsIn } from './member-record-words.ts'

/** A member's record, for the member. */
export type MemberRecordPaper = {
  readonly letterhead: Letterhead
  /** The member's language. */
  readonly language: TextLanguage
  readonly record: Omit<MemberRecord, 'audit'>
  readonly timezone: ZoneId
  readonly madeAt: Instant
  readonly madeBy: string
}

const questions = new Map(askedQuestions(safetyQuestionnaire).map((question) => [question.field, question]))

/** Returns the question of an answer in a language; the field's name if the questionnaire no longer has it. */
const titleOf = (field: string, language: TextLanguage): string => {
  const title = questions.get(field)?.title
  return title === undefined ? field : safetyTextIn(language, title)
}

const answerOf = (field: string, value: AnswerValue | null, language: TextLanguage): string => {
  if (value === null) return memberRecordWordsIn(language).noAnswer
  const question = questions.get(field)
  if (question !== undefined) return answerWords(question, value, language)
  return typeof value === 'string' ? value : value.join('; ')
}

/** Returns the title of a send in a language; the name of a document is the clinic's. */
const titleOfSend = ({ title, message, paper }: RecordSend, language: TextLanguage): string => {
  const words = memberRecordWordsIn(language)
  if (message !== null) return title.replace(messageLabels[message], words.messages[message])
  return paper === null ? title : title.replace(paperLabels[paper], words.papers[paper])
}

const titleOfFile = ({ title, report }: RecordFile, language: TextLanguage): string =>
  report === null ? title : title.replace(recordReportLabels[report], memberRecordWordsIn(language).reports[report])

/** Returns the text of a code; the code itself if a later version wrote it. */
const textOf = (texts: Readonly<Record<string, string>>, code: string): string => texts[code] ?? code

const facts = (set: Typesetter, pairs: readonly (readonly [string, string])[]): readonly PaperBlock[] => {
  const { none } = memberRecordWordsIn(set.language).facts
  return pairs.map(([name, value]) =>
    row(set, [{ text: name, color: paperGrey }, { text: value === '' ? none : value }], [0.3, 0.7], {
      padding: 2,
      maxLines: 30,
    }),
  )
}

const identity = (set: Typesetter, member: Member, merged: readonly Member[]): readonly PaperBlock[] => {
  const words = memberRecordWordsIn(set.language)
  return facts(set, [
    [words.facts.preferred, member.preferredName],
    [words.facts.sex, words.sexes[member.gender]],
    [words.facts.phn, member.phn],
    [words.facts.email, member.email],
    [words.facts.phone, formatPhone(member.phone_number)],
    [
      words.facts.address,
      [
        member.address,
        member.city,
        member.state,
        member.postalCode,
        textOf(countryNamesIn(set.language), member.country),
      ]
        .filter((part) => part !== '')
        .join(', '),
    ],
    [words.facts.language, words.languages[member.language]],
    [words.facts.leadSource, [member.leadSource, member.leadSourceDetail].filter((part) => part !== '').join(', ')],
    ...(merged.length === 0
      ? []
      : [[words.facts.merged, merged.map(({ patientID }) => patientID).join(', ')] as const]),
  ])
}

type Rows = readonly (readonly string[])[]

/** Returns a table with its heading; nothing if there are no rows. */
const part = (
  set: Typesetter,
  title: string,
  heads: readonly string[],
  rows: Rows,
  shares: readonly number[],
): readonly PaperBlock[] =>
  rows.length === 0
    ? []
    : [
        gap(6),
        { ...row(set, [{ text: title, style: strong }], [1]), isHeading: true },
        ...table(set, {
          heads: heads.map((text) => ({ text })),
          rows: rows.map((cells) => cells.map((text) => ({ text }))),
          shares,
          maxLines: 30,
        }),
      ]

const stateOf = ({ status }: RecordStudy['study']): 'cancelled' | 'scanned' | 'booked' | 'open' =>
  status.cancelled ? 'cancelled' : status.scanned ? 'scanned' : status.booked ? 'booked' : 'open'

/** Returns a row for each changed answer of each version. A single cell for all of them would be cut. */
const versionRows = (safety: SafetyRecord, at: (instant: Instant) => string, language: TextLanguage): Rows => {
  const words = memberRecordWordsIn(language)
  return answersByVersion(safety).flatMap(({ version, at: saved, by }) => {
    const { changes = [] } = safety.revisions.find((revision) => revision.version === version) ?? {}
    const [first = '', ...others] = changes.map(({ field, from, to }) =>
      words.change(titleOf(field, language), answerOf(field, from, language), answerOf(field, to, language)),
    )
    return [[String(version), at(saved), by, first], ...others.map((text) => ['', '', '', text])]
  })
}

const studyParts = (set: Typesetter, one: RecordStudy): readonly PaperBlock[] => {
  const { study, location, scan, safety, transactions, sends, files, shares } = one
  const { language } = set
  const words = memberRecordWordsIn(language)
  const format = formatsIn(language)
  const { timezone, currency } = location
  const at = (instant: Instant): string => format.instant(instant, timezone)
  const money = (amount: number): string => format.amount(amount, currency.currency)
  const flag = readFlag(study.status, 'consent')
  const isSigned = study.details.memberConsentSigned || flag.isSet
  const answers = Object.entries(safety?.SafetyQuestions ?? {})
  const { paymentType } = invoiceWordsIn(language).entries
  return [
    gap(12),
    heading(set, words.study(scan, study.studyID)),
    ...facts(set, [
      [words.when, study.booking === null ? words.noTime : at(study.booking.utcStart)],
      [words.where, location.address.name],
      [words.state, words.states[stateOf(study)]],
      [words.reason, study.details.reasonForScan],
      ...(study.details.frontDeskNote === '' ? [] : [[words.frontDeskNote, study.details.frontDeskNote] as const]),
      [
        words.consent,
        isSigned
          ? words.consentGiven(flag.time === null ? '' : at(flag.time), study.details.consentText?.version ?? null)
          : words.consentMissing,
      ],
      [words.price, money(study.price)],
      [words.paid, money(study.paymentAmount)],
      [words.open, money(study.balance)],
    ]),
    ...part(
      set,
      words.answers,
      words.answerHeads,
      answers.map(([field, value]) => [titleOf(field, language), answerOf(field, value, language)]),
      [0.6, 0.4],
    ),
    ...part(
      set,
      words.versions,
      words.versionHeads,
      safety === null ? [] : versionRows(safety, at, language),
      [0.1, 0.2, 0.2, 0.5],
    ),
    ...part(
      set,
      words.payments,
      words.paymentHeads,
      transactions.map((entry) => [
        at(toInstant(entry.transactionTime * 1000)),
        `${words.entries[ledgerKind(entry.transactionType)]}, ${paymentType(entry.paymentType)}`,
        format.amount(entry.amount, entry.currency),
        entry.memo,
      ]),
      [0.25, 0.3, 0.15, 0.3],
    ),
    ...part(
      set,
      words.sends,
      words.sendHeads,
      sends.map((send) => [
        at(send.at),
        `${titleOfSend(send, language)} (${textOf(words.channels, send.channel)})`,
        send.recipient ?? '',
        textOf(words.sendStates, send.state),
      ]),
      [0.25, 0.3, 0.3, 0.15],
    ),
    ...part(
      set,
      words.files,
      words.fileHeads,
      files.map((file) => [
        at(file.createdAt),
        titleOfFile(file, language),
        format.size(file.byteSize),
        file.isPublished ? words.published : words.draft,
      ]),
      [0.25, 0.45, 0.15, 0.15],
    ),
    ...part(
      set,
      words.shares,
      words.shareHeads,
      shares.map((share) => [at(share.at), share.to]),
      [0.4, 0.6],
    ),
  ]
}

/** Draws a member's record. The title, which PDF viewers show, names no person. */
export const drawMemberRecord = (paper: MemberRecordPaper, fonts: PaperFonts): Promise<DrawnPdf> => {
  const { letterhead, language, record, timezone, madeAt, madeBy } = paper
  const words = memberRecordWordsIn(language)
  const format = formatsIn(language)
  const { member, merged, studies } = record
  const name = fullName(member)
  const dob = format.date(member.dob)
  const printed = format.instant(madeAt, timezone)
  return drawSheets(fonts, {
    title: words.fileTitle,
    language,
    running: words.continued(name, dob),
    foot: [footOf(letterhead, words.title), paperSheetWordsIn(language).printedBy(printed, madeBy)],
    pageSize: letterhead.pageSize,
    logo: letterhead.logo,
    madeAt: toEpochMs(madeAt),
    blocks: (set) => [
      ...letterheadRows(set, letterhead, { title: words.title }),
      gap(3),
      ...identityRows(set, name, [
        [words.facts.dob, dob],
        [words.facts.id, member.patientID],
      ]),
      gap(8),
      ...prose(set, words.made(madeBy, printed), small, paperGrey),
      gap(8),
      heading(set, words.identity),
      ...identity(set, member, merged),
      ...(studies.length === 0 ? [gap(8), ...prose(set, words.noStudies)] : []),
      ...studies.flatMap((one) => studyParts(set, one)),
    ],
  })
}
