import type { Instant } from '../values/instant.ts'
import { readFlag } from './status-flags.ts'
import type { Study } from './study.ts'

/** How the member consented to the scan. */
export type MemberConsent =
  /** The member signed the form electronically. */
  | { readonly kind: 'signed'; readonly time: Instant | null }
  /** Staff marked a consent on paper as signed; an older record may lack the time or the person. */
  | { readonly kind: 'on-paper'; readonly time: Instant | null; readonly by: string | null }
  | { readonly kind: 'missing' }

/**
 * Returns the member's consent, from either of two sources: the signed form (`memberConsentSigned`), or a consent on
 * paper that staff marked as signed (`status.consent`). Badges, board, panel and paper all use it.
 */
export const readMemberConsent = ({ status, details }: Pick<Study, 'status' | 'details'>): MemberConsent => {
  const { isSet, time, by } = readFlag(status, 'consent')
  if (details.memberConsentSigned) return { kind: 'signed', time }
  return isSet ? { kind: 'on-paper', time, by } : { kind: 'missing' }
}

/**
 * Returns `complete` if the member has consented, else `member-missing`. The technologist's signature is shown if the
 * record has one, and is never required, because no screen records it yet.
 */
export const consentState = (study: Pick<Study, 'status' | 'details'>): 'complete' | 'member-missing' =>
  readMemberConsent(study).kind === 'missing' ? 'member-missing' : 'complete'
