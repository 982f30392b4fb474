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

type DetailsContext = Pick<
  HandlerContext,
  'caller' | 'db' | 'environment' | 'kind' | 'newId' | 'now' | 'preferredConsultUsers' | 'setAuditSubject'
>

/**
 * Writes why the member is scanned. Naming a version makes it a change over that version: 409 `stale`. The same text again
 * changes nothing, whatever version was read. 404.
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

/** Every practitioner a study names, with the field they are named in. */
const namedIn = ({ primary, referring, additional }: StudyPractitioners) => [
  ...(primary === null ? [] : [{ field: 'primary', ref: primary }]),
  ...(referring === null ? [] : [{ field: 'referring', ref: referring }]),
  ...additional.map((ref, place) => ({ field: `additional.${place}`, ref })),
]

/** Ids of the practitioners a study's details name. */
export const practitionerIDsOf = (practitioners: StudyPractitioners): string[] =>
  namedIn(practitioners).map(({ ref }) => ref.practitionerID)

/** Refuses practitioners, and practices of theirs, that the directory does not know: 400 `invalid-input` with the fields. */
export const checkPractitioners = async (db: Database, practitioners: StudyPractitioners): Promise<void> => {
  const known = await findPractitioners(db, practitionerIDsOf(practitioners))
  const fields: Record<string, string> = {}
  for (const { field, ref } of namedIn(practitioners)) {
    const practitioner = known.find(({ id }) => id === ref.practitionerID)
    if (practitioner === undefined) {
      fields[`practitioners.${field}.practitionerID`] = 'The directory has no such practitioner.'
    } else if (ref.locationID !== null && !practitioner.locations.some(({ id }) => id === ref.locationID)) {
      fields[`practitioners.${field}.locationID`] = 'This practitioner has no such practice.'
    }
  }
  const [message] = Object.values(fields)
  if (message !== undefined) throw new Refusal('invalid-input', message, { fields })
}

const partWords = { primary: 'primary', referring: 'referring', additional: 'additional' } as const

/** The line that a change of a study's practitioners leaves: which of them; undefined where it is the same again. */
export const describePractitionerChange = (study: StudyRow, next: StudyPractitioners): string | undefined => {
  const before = parseDetails(study).practitioners
  const parts = (['primary', 'referring', 'additional'] as const).filter(
    (part) => JSON.stringify(toPairs(before[part])) !== JSON.stringify(toPairs(next[part])),
  )
  if (parts.length === 0) return undefined
  return `Practitioners changed: ${parts.map((part) => partWords[part]).join(', ')}`
}

type Named = StudyPractitioners['primary'] | StudyPractitioners['additional']

/** Who is named, whatever order their fields came in. */
const toPairs = (named: Named): unknown[] =>
  (Array.isArray(named) ? named : [named]).map((ref) => [ref?.practitionerID, ref?.locationID])
