import type { StudyPractitioners } from '#domain/people/practitioner.ts'
import type { Study } from '#domain/study/study.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findPractitioners } from '../repositories/catalogue-repository.ts'
import { changeDetails, type StudyRow } from '../repositories/studies-repository.ts'
import { parseDetails } from '../repositories/study-details-column.ts'
import { studyAsSeenBy } from '../study-access/as-seen.ts'
import { checkVersion, staleOf } from '../study-access/checks.ts'
import { lockStudy } from '../study-access/lock.ts'
import { logForStudy } from '../study-access/log.ts'
import { checkStudyAction } from '../study-access/permissions.ts'
import { backOfficeStudyWords } from './study-words.ts'

type DetailsContext = Pick<
  HandlerContext,
  'caller' | 'db' | 'environment' | 'kind' | 'newId' | 'now' | 'preferredConsultUsers' | 'setAuditSubject'
>

/**
 * Writes the reason for the scan. An unchanged text writes nothing and is not refused for a stale version. Otherwise
 * throws 409 `stale` if a version is named and stale. Throws 404 for an unknown study.
 */
export const setReasonForScan = async (
  studyID: string,
  { reasonForScan, version }: HandlerInput<'setReasonForScan'>['body'],
  context: DetailsContext,
): Promise<Study> =>
  inTransaction(context.db, async (db) => {
    const study = await lockStudy(db, studyID, context)
    checkStudyAction(context, study, 'set-reason-for-scan')
    if (parseDetails(study).reasonForScan === reasonForScan) return studyAsSeenBy(requireCaller(context), study)
    if (version !== undefined) checkVersion(study, version)
    const changed = await changeDetails(db, study, { reasonForScan })
    if (changed === undefined) throw await staleOf(db, studyID)
    await logForStudy(db, changed, 'Study', ['Reason for scan changed'], context)
    return studyAsSeenBy(requireCaller(context), changed)
  })

/** Returns every practitioner that a study names, each with the field that names the practitioner. */
const namedIn = ({ primary, referring, additional }: StudyPractitioners) => [
  ...(primary === null ? [] : [{ field: 'primary', ref: primary }]),
  ...(referring === null ? [] : [{ field: 'referring', ref: referring }]),
  ...additional.map((ref, place) => ({ field: `additional.${place}`, ref })),
]

/** Returns the ids of the practitioners that a study's details name. */
export const practitionerIDsOf = (practitioners: StudyPractitioners): string[] =>
  namedIn(practitioners).map(({ ref }) => ref.practitionerID)

/** Throws 400 `invalid-input`, with the fields, if practitioners or practices are not in the directory. */
export const checkPractitioners = async (db: Database, practitioners: StudyPractitioners): Promise<void> => {
  const known = await findPractitioners(db, practitionerIDsOf(practitioners))
  const fields: Record<string, string> = {}
  for (const { field, ref } of namedIn(practitioners)) {
    const practitioner = known.find(({ id }) => id === ref.practitionerID)
    if (practitioner === undefined) {
      fields[`practitioners.${field}.practitionerID`] = backOfficeStudyWords.practitionerNotFound
    } else if (ref.locationID !== null && !practitioner.locations.some(({ id }) => id === ref.locationID)) {
      fields[`practitioners.${field}.locationID`] = backOfficeStudyWords.practiceNotFound
    }
  }
  const [message] = Object.values(fields)
  if (message !== undefined) throw new Refusal('invalid-input', message, { fields })
}

const partWords = { primary: 'primary', referring: 'referring', additional: 'additional' } as const

/** Returns the log line for changed practitioners, with the changed parts; undefined without a change. */
export const describePractitionerChange = (study: StudyRow, next: StudyPractitioners): string | undefined => {
  const before = parseDetails(study).practitioners
  const parts = (['primary', 'referring', 'additional'] as const).filter(
    (part) => JSON.stringify(toPairs(before[part])) !== JSON.stringify(toPairs(next[part])),
  )
  if (parts.length === 0) return undefined
  return `Practitioners changed: ${parts.map((part) => partWords[part]).join(', ')}`
}

type Named = StudyPractitioners['primary'] | StudyPractitioners['additional']

/** Returns the named ids in a form that does not depend on the order of fields. */
const toPairs = (named: Named): unknown[] =>
  (Array.isArray(named) ? named : [named]).map((ref) => [ref?.practitionerID, ref?.locationID])
