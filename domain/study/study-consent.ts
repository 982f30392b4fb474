import type { Study } from './study.ts'

type ConsentState = 'complete' | 'member-missing'

/**
 * Whether a study's consent lacks the member's signature. It is there when the form was signed (`memberConsentSigned`) or the
 * desk marked one on paper (`status.consent`): either says the same. The technologist's is shown where a record has it and
 * asked of nobody: there is no place yet at which it is given.
 */
export const consentState = ({ status, details }: Pick<Study, 'status' | 'details'>): ConsentState =>
  status.consent === true || details.memberConsentSigned ? 'complete' : 'member-missing'
