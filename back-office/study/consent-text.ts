import type { RouteAnswer } from '#contract/back-office.ts'
import {
  describeConsentVersion,
  findConsentText,
  findNamedConsentText,
  offeredConsentTexts,
} from '#domain/settings/consent-text.ts'
import { toInstant } from '#domain/values/instant.ts'
import { type Language, standardLanguage } from '#domain/values/language.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { Database } from '../database/database.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { readConsentTexts } from '../repositories/consent-texts-repository.ts'
import { findMember } from '../repositories/members-repository.ts'
import type { StudyRow } from '../repositories/studies-repository.ts'
import { toExtra } from '../repositories/study-details-column.ts'
import { findVisibleStudy } from '../study-access/visible-study.ts'
import { backOfficeStudyWords } from './study-words.ts'

const locationIDOf = ({ location_id }: Pick<StudyRow, 'location_id'>): LocationID => location_id as LocationID

const languageOf = async (db: Database, { patient_id }: Pick<StudyRow, 'patient_id'>): Promise<Language> =>
  (await findMember(db, patient_id))?.language ?? standardLanguage

/**
 * Returns the texts from which staff choose when a member signs this study's consent now. Throws 404 for an unknown
 * study.
 */
export const readOfferedConsentTexts = async (
  studyID: string,
  context: Pick<HandlerContext, 'caller' | 'db' | 'now' | 'setAuditSubject'>,
): Promise<RouteAnswer<'readOfferedConsentTexts'>> => {
  const study = await findVisibleStudy(context.db, studyID, context)
  const texts = await readConsentTexts(context.db)
  const language = await languageOf(context.db, study)
  return offeredConsentTexts(texts, locationIDOf(study), toInstant(context.now * 1000), language).map(
    ({ textID, scope, version, language: own, title, createdAt }) => {
      return { textID, scope, version, language: own, title, createdAt }
    },
  )
}

/**
 * Returns the study's column with the version of the text that the member signed, and that version for the log; without
 * `isSigned`, the column without a version. Throws 400 if the text is not one of this location or of all locations.
 */
export const chooseConsentText = async (
  db: Database,
  study: StudyRow,
  isSigned: boolean,
  consentTextID: string | undefined,
): Promise<{ readonly extra: string; readonly log: string }> => {
  if (!isSigned) return { extra: toExtra(study, { consentText: null }), log: '' }
  const texts = await readConsentTexts(db)
  const chosen =
    consentTextID === undefined
      ? findConsentText(texts, locationIDOf(study), await languageOf(db, study))
      : findNamedConsentText(texts, { textID: consentTextID })
  if (chosen === null || (chosen.scope !== 'all' && chosen.scope !== study.location_id)) {
    const message = backOfficeStudyWords.noConsentText
    throw new Refusal('invalid-input', message, { fields: { consentTextID: message } })
  }
  const { textID, scope, version } = chosen
  const consentText = { textID, scope, version }
  return { extra: toExtra(study, { consentText }), log: ` (${describeConsentVersion(chosen)})` }
}
