import { answersByVersion, type MemberRecord, type RecordStudy } from '#domain/audit/member-record.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { formatAmount } from '#domain/format/format-money.ts'
import { formatPhone } from '#domain/format/format-phone.ts'
import { formatSize } from '#domain/format/format-size.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { Letterhead } from '#domain/locations/letterhead.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import { ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import { ledgerKind, transactionLabels } from '#domain/payments/transaction.ts'
import { answerWords } from '#domain/safety/answer-words.ts'
import type { AnswerValue } from '#domain/safety/question.ts'
import { askedQuestions } from '#domain/safety/questionnaire-engine.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import { readFlag } from '#domain/study/status-flags.ts'
import { type Instant, toEpochMs, toInstant } from '#domain/values/instant.ts'
import { languageNames } from '#domain/values/language.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { gap, heading, type PaperBlock, prose, row, table } from '#paper/sheet/blocks.ts'
import type { DrawnPdf, PaperFonts } from '#paper/sheet/draw-in-thread.ts'
import { drawSheets } from '#paper/sheet/draw-sheets.ts'
import { footOf, identityRows, letterheadRows } from '#paper/sheet/letterhead.ts'
import { paperSheetWords } from '#paper/sheet/paper-sheet-words.ts'
import { paperGrey, small, strong } from '#paper/sheet/sheet-style.ts'
import type { Typesetter } from '#paper/sheet/typesetter.ts'
import { memberRecordWords as words } from './member-record-words.ts'

/** A member's record, for the member. */
export type MemberRecordPaper = {
  readonly letterhead: Letterhead
  readonly record: Omit<MemberRecord, 'audit'>
  readonly timezone: ZoneId
  readonly madeAt: Instant
  readonly madeBy: string
}

const questions = new Map(askedQuestions(safetyQuestionnaire).map((question) => [question.field, question]))

const titleOf = (field: string): string => questions.get(field)?.title ?? field

const answerOf = (field: string, value: AnswerValue | null): string => {
  if (value === null) return words.noAnswer
  const question = questions.get(field)
  if (question !== undefined) return answerWords(question, value)
  return typeof value === 'string' ? value : value.join('; ')
}

const facts = (set: Typesetter, pairs: readonly (readonly [string, string])[]): readonly PaperBlock[] =>
  pairs.map(([name, value]) =>
    row(set, [{ text: name, color: paperGrey }, { text: value === '' ? words.facts.none : value }], [0.3, 0.7], {
      padding: 2,
      maxLines: 6,
    }),
  )

const identity = (set: Typesetter, member: Member, merged: readonly Member[]): readonly PaperBlock[] =>
  facts(set, [
    [words.facts.preferred, member.preferredName],
    [words.facts.sex, words.sexes[member.gender]],
    [words.facts.phn, member.phn],
    [words.facts.email, member.email],
    [words.facts.phone, formatPhone(member.phone_number)],
    [
      words.facts.address,
      [member.address, member.city, member.state, member.postalCode, member.country]
        .filter((part) => part !== '')
        .join(', '),
    ],
    [words.facts.language, languageNames[member.language]],
    [words.facts.leadSource, [member.leadSource, member.leadSourceDetail].filter((part) => part !== '').join(', ')],
    ...(merged.length === 0
      ? []
      : [[words.facts.merged, merged.map(({ patientID }) => patientID).join(', ')] as const]),
  ])

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

const stateOf = ({ status }: RecordStudy['study']): string =>
  status.cancelled
    ? words.states.cancelled
    : status.scanned
      ? words.states.scanned
      : status.booked
        ? words.states.booked
        : words.states.open

const studyParts = (set: Typesetter, one: RecordStudy): readonly PaperBlock[] => {
  const { study, location, scan, safety, transactions, sends, files, shares } = one
  const { timezone, currency } = location
  const at = (instant: Instant): string => formatInstant(instant, timezone)
  const money = (amount: number): string => formatAmount(amount, currency.currency)
  const flag = readFlag(study.status, 'consent')
  const isSigned = study.details.memberConsentSigned || flag.isSet
  const versions = safety === null ? [] : answersByVersion(safety)
  const answers = Object.entries(safety?.SafetyQuestions ?? {})
  return [
    gap(12),
    heading(set, words.study(scan, study.studyID)),
    ...facts(set, [
      [words.when, study.booking === null ? words.noTime : at(study.booking.utcStart)],
      [words.where, location.address.name],
      [words.state, stateOf(study)],
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
      answers.map(([field, value]) => [titleOf(field), answerOf(field, value)]),
      [0.6, 0.4],
    ),
    ...part(
      set,
      words.versions,
      words.versionHeads,
      versions.map(({ version, at: saved, by }) => [
        String(version),
        at(saved),
        by,
        (safety?.revisions.find((revision) => revision.version === version)?.changes ?? [])
          .map(({ field, from, to }) => words.change(titleOf(field), answerOf(field, from), answerOf(field, to)))
          .join('. '),
      ]),
      [0.1, 0.2, 0.2, 0.5],
    ),
    ...part(
      set,
      words.payments,
      words.paymentHeads,
      transactions.map((entry) => [
        at(toInstant(entry.transactionTime * 1000)),
        `${transactionLabels[ledgerKind(entry.transactionType)]}, ${ruleOfPaymentType(entry.paymentType).label}`,
        formatAmount(entry.amount, entry.currency),
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
        `${send.title} (${send.channel})`,
        send.recipient ?? '',
        words.sendState(send.state),
      ]),
      [0.25, 0.3, 0.3, 0.15],
    ),
    ...part(
      set,
      words.files,
      words.fileHeads,
      files.map((file) => [
        at(file.createdAt),
        file.title,
        formatSize(file.byteSize),
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
  const { letterhead, record, timezone, madeAt, madeBy } = paper
  const { member, merged, studies } = record
  const name = fullName(member)
  const dob = formatDate(member.dob)
  const printed = formatInstant(madeAt, timezone)
  return drawSheets(fonts, {
    title: words.fileTitle,
    running: words.continued(name, dob),
    foot: [footOf(letterhead, words.title), paperSheetWords.printedBy(printed, madeBy)],
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
