import { chooseReport } from '#domain/release/report-choice.ts'
import { reportFileName } from '#domain/release/report-file-name.ts'
import { lastVersionOf } from '#domain/release/report-publication.ts'
import type { ReportKind } from '#domain/release/study-report.ts'
import { packageName } from '#domain/study/package-name.ts'
import { readFirstFlag, readFlag } from '#domain/study/status-flags.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { ReportSubject, Results } from '../outside/results/results.ts'
import { findPublishedReport } from '../repositories/study-reports-repository.ts'
import type { HealthInformation } from './draw-health-information.ts'
import type { Addendum, ReportEdition } from './draw-report.ts'
import { whenOf } from './paper-head.ts'
import { describePaperPractitioners } from './practitioners.ts'
import { drawNamedPaper, type MadePaper, type PaperRecipe } from './recipe.ts'
import type { PaperSubject } from './study-paper-subject.ts'
import { studyPaperWords } from './study-paper-words.ts'

const { healthInformation: words } = studyPaperWords

const reportMissing = (): Refusal => new Refusal('report-missing', studyMessages.missingReport)

/** Returns the systems that have the readings. Throws 409 `report-missing` when none is connected. */
export const requireResults = ({ results }: Pick<HandlerContext, 'results'>): Results => {
  if (results === null) throw reportMissing()
  return results
}

const latest = (title: ReportEdition['title'], isWithAddenda = false): PaperRecipe => ({
  make: async (subject, context) => {
    const choice = chooseReport(subject.study)
    if (choice.kind !== 'structured') throw reportMissing()
    const uploaded = await findUploaded(subject, 'structured', choice.version, context)
    if (uploaded !== null) return uploaded
    const addenda = isWithAddenda ? addendaUpTo(choice.version, subject, requireResults(context)) : null
    return drawEdition(subject, { title, version: choice.version, addenda }, context)
  },
})

/**
 * The latest structured report. Throws 409 `report-missing` if the study has none, or if its traditional report applies
 * instead.
 */
export const physicianReport = latest('Physician report')

/** The same report as {@link physicianReport}, under the name that the radiologists' system uses. */
export const radiologistReport = latest('Radiologist report')

/**
 * The latest structured report, with the addenda of all versions after the first in a section at the end. An uploaded
 * version is complete by itself (decision 283).
 */
export const reportWithAddendum = latest('Report with addendum', true)

/** The first published report of either kind. Throws 409 `report-missing` before one is published. */
export const firstReading: PaperRecipe = {
  make: async (subject, context) => {
    const [first] = subject.study.details.readingPublished
    if (first === undefined) throw reportMissing()
    const uploaded = await findUploaded(subject, first.reportType, first.version, context)
    if (uploaded !== null) return uploaded
    if (first.reportType === 'traditional') return drawTraditional(subject, context)
    return drawEdition(subject, { title: 'First published reading', version: first.version, addenda: null }, context)
  },
}

/** The traditional report, even if a structured one followed. Throws 409 `report-missing` if there is none. */
export const traditionalReport: PaperRecipe = {
  make: async (subject, context) => {
    const { readingPublished, traditionalReportAvailable } = subject.study.details
    const isThere =
      traditionalReportAvailable || readingPublished.some(({ reportType }) => reportType === 'traditional')
    if (!isThere) throw reportMissing()
    const version = lastVersionOf(readingPublished, 'traditional')
    return (await findUploaded(subject, 'traditional', version, context)) ?? drawTraditional(subject, context)
  },
}

/** Returns the PDF of a version that staff uploaded; null if staff did not upload that version. */
const findUploaded = async (
  { study, member }: PaperSubject,
  kind: ReportKind,
  version: number,
  { db }: Pick<HandlerContext, 'db'>,
): Promise<MadePaper | null> => {
  const found = await findPublishedReport(db, study.studyID, kind, version)
  return found === undefined ? null : { fileName: reportFileName(member), ...found }
}

const drawTraditional = async (
  subject: PaperSubject,
  context: Pick<HandlerContext, 'db' | 'results'>,
): Promise<MadePaper> => {
  const results = requireResults(context)
  return drawNamedPaper(reportFileName(subject.member), {
    kind: 'traditional-report',
    head: subject.head,
    report: results.traditionalReport(toReading(subject), readFlag(subject.study.status, 'transcribed').time),
    healthInformation: await toHealthInformation(subject, words.traditional, context),
  })
}

const drawEdition = async (
  subject: PaperSubject,
  { title, version, addenda }: Pick<ReportEdition, 'title' | 'addenda'> & { readonly version: number },
  context: Pick<HandlerContext, 'db' | 'results'>,
): Promise<MadePaper> => {
  const results = requireResults(context)
  return drawNamedPaper(reportFileName(subject.member), {
    kind: 'report',
    head: subject.head,
    edition: {
      title,
      report: results.structuredReport(toReading(subject), version),
      addenda,
      healthInformation: await toHealthInformation(subject, words.structured(version), context),
    },
  })
}

const addendaUpTo = (version: number, subject: PaperSubject, results: Results): Addendum[] =>
  Array.from({ length: Math.max(0, version - 1) }, (_, place) => place + 2).flatMap((each) => {
    const { addendum } = results.structuredReport(toReading(subject), each)
    return addendum === null ? [] : [{ version: each, text: addendum }]
  })

const toReading = ({ study, member, location }: PaperSubject): ReportSubject => {
  const read = readFlag(study.status, 'read')
  return {
    studyID: study.studyID,
    skuID: study.skuID,
    sex: member.gender,
    scanName: packageName(study.skuID, location),
    readBy: read.by ?? 'Radiologist on duty',
    readAt: read.time,
    reason: study.details.reasonForScan,
  }
}

/**
 * Returns the content of a report's last page, for health-information staff: the release's status and the recipients.
 */
const toHealthInformation = async (
  { study, head }: PaperSubject,
  report: string,
  { db }: Pick<HandlerContext, 'db'>,
): Promise<HealthInformation> => {
  const when = (...flags: Parameters<typeof readFirstFlag>[1]): string => {
    const { isSet, time } = readFirstFlag(study.status, flags)
    return isSet ? whenOf(time, head, studyPaperWords.timeNotRecorded) : studyPaperWords.facts.notYet
  }
  const marks = (['sensitive', 'urgent', 'prioritized'] as const).filter((flag) => readFlag(study.status, flag).isSet)
  return {
    facts: [
      [words.report, report],
      [words.reportQA, when('reportQADone')],
      [words.marks, marks.length === 0 ? words.noMarks : marks.join(', ')],
      [words.published, when('published')],
      [words.releasedToMember, when('releasedToPatient', 'traditionalReleasedToPatient')],
      [words.releasedToDoctor, when('releasedToDoctor', 'traditionalReleasedToDoctor')],
    ],
    recipients: await describePaperPractitioners(db, study.details.practitioners),
  }
}
