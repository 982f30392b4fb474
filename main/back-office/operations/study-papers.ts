import type { RouteAnswer } from '#domain/contract/back-office.ts'
import { packageName } from '#domain/study/package-name.ts'
import { chooseReport } from '#domain/study/report-choice.ts'
import { reportFileName } from '#domain/study/report-file-name.ts'
import type { SedativeStatus } from '#domain/study/sedative.ts'
import { sedativeWords } from '#domain/study/sedative-words.ts'
import { readFlag } from '#domain/study/status-flags.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { isProduction } from '#domain/study/study-permissions.ts'
import { createDemoReport, createDemoTraditionalReport, type DemoReading } from '../demo-data/demo-reports.ts'
import { readDemoVideo } from '../demo-data/demo-video.ts'
import type { Prescription } from '../paper/draw-prescription.ts'
import { drawOnPaper, type StudyPaper } from '../paper/paper-maker.ts'
import { findSafetyRecord } from '../repositories/safety-repository.ts'
import type { HandlerContext } from '../rest/handler.ts'
import { RouteFailure } from '../rest/route-failure.ts'
import { toMedicalHistory } from './medical-history.ts'
import { findPaperPractitioners } from './paper-practitioners.ts'
import { openStudyPaper, type PaperSubject } from './study-paper-subject.ts'

type Answer = RouteAnswer<'readPhysicianReport'>

/** The latest structured report. 409 `report-missing` where the study has none, or the traditional one counts. */
export const readPhysicianReport = async (studyID: string, context: HandlerContext): Promise<Answer> => {
  const subject = await openStudyPaper(studyID, 'download-report', context)
  const choice = chooseReport(subject.study)
  if (choice.kind !== 'structured' || !subject.head.isDemonstration) throw reportMissing()
  return draw(reportFileName(subject.member), {
    kind: 'physician-report',
    head: subject.head,
    report: createDemoReport(toReading(subject), choice.version),
  })
}

/** The traditional report, also where a structured one came later. 409 `report-missing` without one. */
export const readTraditionalReport = async (studyID: string, context: HandlerContext): Promise<Answer> => {
  const subject = await openStudyPaper(studyID, 'download-report', context)
  const { readingPublished, traditionalReportAvailable } = subject.study.details
  const isThere = traditionalReportAvailable || readingPublished.some(({ reportType }) => reportType === 'traditional')
  if (!isThere || !subject.head.isDemonstration) throw reportMissing()
  return draw(reportFileName(subject.member), {
    kind: 'traditional-report',
    head: subject.head,
    report: createDemoTraditionalReport(toReading(subject), readFlag(subject.study.status, 'transcribed').time),
  })
}

/** What the member answered, and whether that is complete. */
export const readMedicalHistory = async (studyID: string, context: HandlerContext): Promise<Answer> => {
  const { row, study, member, head } = await openStudyPaper(studyID, 'view-medical-history', context)
  const record = await findSafetyRecord(context.db, row)
  return draw(`${studyID} medical history.pdf`, {
    kind: 'medical-history',
    head,
    history: toMedicalHistory(record, member.gender, study, context.now),
  })
}

/** The member agreement with its signatures, those that are missing named. */
export const readConsent = async (studyID: string, context: HandlerContext): Promise<Answer> => {
  const { study, head } = await openStudyPaper(studyID, 'download-consent', context)
  const consent = readFlag(study.status, 'consent')
  const scan = readFlag(study.status, 'scanned')
  return draw(`${studyID} consent.pdf`, {
    kind: 'consent',
    head,
    consent: {
      member: study.details.memberConsentSigned
        ? { by: head.memberName, at: consent.time }
        : consent.isSet
          ? { by: consent.by ?? 'the desk', at: consent.time, isDesksMark: true }
          : null,
      technologist: study.details.technologistConsentSigned
        ? { by: scan.by ?? 'Technologist on duty', at: scan.time }
        : null,
    },
  })
}

/** The sedative's prescription. 409 `act-not-allowed` where none was asked for. */
export const readPrescription = async (studyID: string, context: HandlerContext): Promise<Answer> => {
  const { study, head } = await openStudyPaper(studyID, 'view-prescription', context)
  const { sedative } = study
  if (sedative.status === 'not requested') {
    throw new RouteFailure(409, 'act-not-allowed', 'No sedative has been requested for this study.')
  }
  return draw(`${studyID} prescription.pdf`, {
    kind: 'prescription',
    head,
    prescription: {
      status: sedativeWords[sedative.status],
      isCancelled: sedative.status === 'cancelled',
      prescribedOn: sedative.prescribedDate,
      sentOn: sedative.sentDate,
      readyOn: sedative.details.pickupDate,
      ...medicationOf(sedative.status, head.isDemonstration),
      pharmacy: sedative.preferredPharmacy,
      taken: study.sedativeTaken,
    },
  })
}

/** The medical referral, or the appropriateness review where the location requires none. */
export const readMedicalReferral = async (studyID: string, context: HandlerContext): Promise<Answer> => {
  const { study, location, head } = await openStudyPaper(studyID, 'view-referral', context)
  const { primary, referring } = study.details.practitioners
  const [toPrimary, toReferring] = await findPaperPractitioners(context.db, [primary, referring])
  const referred = readFlag(study.status, 'referred')
  return draw(`${studyID} ${location.referralRequired ? 'medical referral' : 'appropriateness review'}.pdf`, {
    kind: 'medical-referral',
    head,
    referral: {
      isRequired: location.referralRequired,
      doneAt: referred.isSet ? referred.time : null,
      isDone: referred.isSet,
      doneBy: referred.by,
      referring: toReferring ?? null,
      primary: toPrimary ?? null,
      reason: study.details.reasonForScan,
    },
  })
}

/** The film for the member to share. 409 `act-not-allowed` while the study is not read, `report-missing` without one. */
export const readScanVideos = async (
  studyID: string,
  context: HandlerContext,
): Promise<RouteAnswer<'readScanVideos'>> => {
  await openStudyPaper(studyID, 'download-social-videos', context)
  if (isProduction(context.environment)) throw reportMissing()
  const { contentType, bytes } = await readDemoVideo()
  return { fileName: `${studyID} scan video.webm`, contentType, base64: Buffer.from(bytes).toString('base64') }
}

const draw = async (fileName: string, paper: StudyPaper): Promise<Answer> => {
  const { bytes, pages } = await drawOnPaper(paper)
  return { fileName, base64: Buffer.from(bytes).toString('base64'), pages }
}

/** Also in production, where nothing reads reports from the radiologists' system: a made-up one must never be given out. */
const reportMissing = (): RouteFailure => new RouteFailure(409, 'report-missing', studyMessages.missingReport)

const toReading = ({ study, member, location }: PaperSubject): DemoReading => {
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

/** Only a demo knows what was prescribed: the record has how far it is, not the medicine. */
const medicationOf = (
  status: SedativeStatus,
  isDemonstration: boolean,
): Pick<Prescription, 'medication' | 'prescriber'> =>
  !isDemonstration || status === 'pending' || status === 'cancelled'
    ? { medication: null, prescriber: null }
    : {
        medication: {
          name: 'Demosedan 1 mg tablets',
          directions: 'One tablet by mouth 45 minutes before the scan. A second one at the clinic if needed.',
          quantity: 'Two tablets, no repeats',
        },
        prescriber: 'Kit Lowell, nurse practitioner',
      }
