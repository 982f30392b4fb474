import type { PractitionerRef, StudyPractitioners } from '#domain/people/practitioner.ts'
import type { Database } from '../database/database.ts'
import { findPractitioners } from '../repositories/catalogue-repository.ts'
import type { PaperPractitioner } from './draw-referral.ts'
import { studyPaperWords } from './study-paper-words.ts'

const { practitioner: words } = studyPaperWords

/**
 * Returns the practitioner of each reference, with the practice that the reference names. The result is null for a
 * reference that is null or whose practitioner is not in the directory.
 */
export const findPaperPractitioners = async (
  db: Database,
  refs: readonly (PractitionerRef | null)[],
): Promise<readonly (PaperPractitioner | null)[]> => {
  const known = await findPractitioners(
    db,
    refs.flatMap((ref) => ref?.practitionerID ?? []),
  )
  return refs.map((ref) => {
    const practitioner = known.find(({ id }) => id === ref?.practitionerID)
    if (ref === null || practitioner === undefined) return null
    const { salutation, firstName, lastName, profession, contact, locations } = practitioner
    const practice = locations.find(({ id }) => id === ref.locationID)
    const fax = practice?.practitionerContact.faxNumber ?? contact.faxNumber
    return {
      name: [salutation, firstName, lastName].filter(isText).join(' '),
      profession,
      lines: [
        practice === undefined ? '' : `${practice.practice.practiceName}, ${practice.locationName}`,
        [contact.address, contact.address2].filter(isText).join(', '),
        fax === '' ? '' : studyPaperWords.prescription.fax(fax),
        contact.emailAddress,
      ].filter(isText),
    }
  })
}

/**
 * Returns the study's practitioners by role. The primary and referring roles are listed even if the study names no
 * practitioner for them.
 */
export const describePaperPractitioners = async (
  db: Database,
  { primary, referring, additional }: StudyPractitioners,
): Promise<readonly { readonly role: string; readonly practitioner: PaperPractitioner | null }[]> => {
  const roles = [words.primary, words.referring, ...additional.map(() => words.additional)]
  const found = await findPaperPractitioners(db, [primary, referring, ...additional])
  return roles.map((role, place) => ({ role, practitioner: found[place] ?? null }))
}

const isText = (text: string): boolean => text !== ''
