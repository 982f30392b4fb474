import type { RouteAnswer } from '#contract/back-office.ts'
import { paperActions } from '#domain/permissions/paper-actions.ts'
import type { PaperName } from '#domain/study/papers.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { consent, consentForm, invoice, medicalHistory, medicalReferral, referralPage, studyInfo } from './forms.ts'
import { prescriptionPaper } from './prescription.ts'
import type { MadePaper, PaperRecipe } from './recipe.ts'
import {
  firstReading,
  physicianReport,
  radiologistReport,
  reportWithAddendum,
  requireResults,
  traditionalReport,
} from './reports.ts'
import { openStudyPaper } from './study-paper-subject.ts'

type StudyPapersContext = Pick<
  HandlerContext,
  | 'caller'
  | 'db'
  | 'environment'
  | 'kind'
  | 'now'
  | 'openPromoUsers'
  | 'pdf'
  | 'preferredConsultUsers'
  | 'reconciliation'
  | 'results'
  | 'setAuditSubject'
  | 'supportPhone'
>

/** The recipes of a study's papers (study spec §7 PDF sources). */
export const paperRecipes: { readonly [Paper in PaperName]: PaperRecipe } = {
  'physician-report': physicianReport,
  'traditional-report': traditionalReport,
  'radiologist-report': radiologistReport,
  'report-with-addendum': reportWithAddendum,
  'first-reading': firstReading,
  'medical-history': medicalHistory,
  consent,
  'consent-form': consentForm,
  prescription: prescriptionPaper,
  'medical-referral': medicalReferral,
  'referral-page': referralPage,
  invoice,
  'study-info': studyInfo,
}

/**
 * Returns one of a study's papers, if the caller has the permission for that paper. Code that checks another permission
 * opens the subject without an action and uses {@link paperRecipes}. Throws 404 like every call about a study; 403
 * `insufficient-permissions`, 409 `act-not-allowed` by study spec §6, `report-missing`.
 */
export const readPaper = async (paper: PaperName, studyID: string, context: StudyPapersContext): Promise<MadePaper> =>
  paperRecipes[paper].make(await openStudyPaper(studyID, paperActions[paper], context), context)

/**
 * Returns the scan video for the member to share. Throws 409 `act-not-allowed` until the study is marked as read, and
 * 409 `report-missing` when no system with scan videos is connected.
 */
export const readScanVideos = async (
  studyID: string,
  context: StudyPapersContext,
): Promise<RouteAnswer<'readScanVideos'>> => {
  await openStudyPaper(studyID, 'download-social-videos', context)
  const { contentType, bytes } = await requireResults(context).readFilm()
  return { fileName: `${studyID} scan video.webm`, contentType, base64: Buffer.from(bytes).toString('base64') }
}
