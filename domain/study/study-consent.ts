import type { Study } from './study.ts'

type ConsentState = 'complete' | 'member-missing'

/**
 * Returns `complete` if the member has signed the study's consent, else `member-missing`. Either of two sources is
 * enough: the signed form (`memberConsentSigned`), or a consent on paper that staff marked as signed
 * (`status.consent`). The technologist's signature is shown if the record has one, and is never required, because no
 * screen records it yet.
 */
export const consentState = ({ status, details }: Pick<Study, 'status' | 'details'>): ConsentState =>
  status.consent === true || details.memberConsentSigned ? 'complete' : 'member-missing'
