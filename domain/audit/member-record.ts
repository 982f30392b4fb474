import type { Location } from '../locations/location.ts'
import type { Member } from '../members/member.ts'
import type { MessageKind } from '../messages/message-kinds.ts'
import type { Transaction } from '../payments/transaction.ts'
import type { Answers } from '../safety/question.ts'
import type { SafetyRecord } from '../safety/safety-record.ts'
import type { PaperName } from '../study/papers.ts'
import type { Study } from '../study/study.ts'
import type { Instant } from '../values/instant.ts'
import type { AuditRow } from './audit-row.ts'

/** The names of the kinds of reports in a member's record. */
export const recordReportLabels = { structured: 'Structured report', traditional: 'Traditional report' } as const

/** A file about the member: an uploaded document or a report. */
export type RecordFile = {
  readonly id: string
  readonly kind: 'document' | 'report'
  /** In English, with the version. */
  readonly title: string
  /** Null for a document. */
  readonly report: keyof typeof recordReportLabels | null
  readonly isPublished: boolean
  readonly contentType: string
  readonly byteSize: number
  readonly createdAt: Instant
}

/** A message to the member, or a report to a practitioner. */
export type RecordSend = {
  readonly id: string
  readonly kind: 'message' | 'delivery'
  /** In English, with the version. */
  readonly title: string
  /** Null for a delivery. */
  readonly message: MessageKind | null
  /** The paper that was delivered; null for a message and for a document. */
  readonly paper: PaperName | null
  readonly channel: string
  /** The recipient's name; null if unknown. */
  readonly recipient: string | null
  /** The state of the message or delivery. */
  readonly state: string
  readonly at: Instant
}

/** A study with all its exported data. */
export type RecordStudy = {
  readonly study: Study
  readonly location: Location
  /** The name of the scan type. */
  readonly scan: string
  readonly createdAt: Instant
  readonly safety: SafetyRecord | null
  readonly transactions: readonly Transaction[]
  readonly files: readonly RecordFile[]
  readonly sends: readonly RecordSend[]
  readonly shares: readonly { readonly to: string; readonly at: Instant }[]
}

/** The exported data of a member, for the PDF that the member receives and for FHIR. */
export type MemberRecord = {
  readonly member: Member
  /** The members that were merged into this one. */
  readonly merged: readonly Member[]
  /** The latest first. */
  readonly studies: readonly RecordStudy[]
  /** The latest rows of the audit log about the record. */
  readonly audit: readonly AuditRow[]
}

/** The answers of one version. */
type AnswersVersion = {
  readonly version: number
  readonly at: Instant
  readonly by: string
  readonly answers: Answers
}

/**
 * Returns the answers of each saved version, the latest first. The record has the latest answers and what each save
 * changed, so earlier versions are computed backwards.
 */
export const answersByVersion = ({
  SafetyQuestions,
  revisions,
}: Pick<SafetyRecord, 'SafetyQuestions' | 'revisions'>): readonly AnswersVersion[] => {
  let answers: Answers = SafetyQuestions
  return [...revisions]
    .sort((a, b) => b.version - a.version)
    .map(({ version, at, by, changes }) => {
      const found = { version, at, by, answers }
      const before = new Map(Object.entries(answers))
      for (const { field, from } of changes) {
        if (from === null) before.delete(field)
        else before.set(field, from)
      }
      answers = Object.fromEntries(before)
      return found
    })
}

/** The maximum total size of the files in one export, in bytes; further files are listed without their content. */
const maxExportedBytes = 24 * 1024 * 1024

/** Splits files into the files whose content fits into one export, newest first, and the rest. */
export const chooseFiles = (
  files: readonly RecordFile[],
  most: number = maxExportedBytes,
): { readonly taken: readonly RecordFile[]; readonly left: readonly RecordFile[] } => {
  let bytes = 0
  const taken: RecordFile[] = []
  const left: RecordFile[] = []
  for (const file of [...files].sort((a, b) => b.createdAt.localeCompare(a.createdAt))) {
    const fits = bytes + file.byteSize <= most
    if (fits) bytes += file.byteSize
    ;(fits ? taken : left).push(file)
  }
  return { taken, left }
}
