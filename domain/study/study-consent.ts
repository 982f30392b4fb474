import type { Study } from './study.ts'

export type ConsentState = 'complete' | 'member-missing' | 'technologist-missing'

/**
 * Whose signature a study's consent lacks. The member's is there when the form was signed (`memberConsentSigned`) or the desk
 * marked one on paper (`status.consent`): either says the same. The technologist countersigns at the scanner, so that theirs
 * is missing only once the member has been scanned; before that every study of the day would read as an alarm.
 */
export const consentState = ({ status, details }: Pick<Study, 'status' | 'details'>): ConsentState => {
  if (status.consent !== true && !details.memberConsentSigned) return 'member-missing'
  return status.scanned && !details.technologistConsentSigned ? 'technologist-missing' : 'complete'
}
