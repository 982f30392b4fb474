import { consultPermissions } from '../consult/consult-permissions.ts'
import { releasePermissions } from '../release/release-permissions.ts'
import type { StudyActionRule } from '../session/action-rule.ts'
import { hasRole } from '../session/role.ts'
import { type Environment, isProduction } from '../settings/environment.ts'
import { downloadPermissions } from '../study/download-permissions.ts'
import { sedativePermissions } from '../study/sedative-permissions.ts'
import { studyActs } from '../study/study-acts.ts'
import { studyPermissions } from '../study/study-permissions.ts'

/** The actions on a study's page. @internal Tests cover every entry. */
export const studyActions = [
  ...studyActs,
  'publish-report',
  'record-feedback',
  'assign-study',
  'view-study',
  'view-log',
  'add-note',
  'edit-appointment',
  'cancel-appointment',
  'answer-safety-questions',
  'suppress-messages',
  'change-opportunity',
  'resend-confirmation',
  'resend-feedback',
  'download-social-videos',
  'download-report',
  'view-medical-history',
  'download-consent',
  'view-prescription',
  'view-referral',
  'set-reason-for-scan',
  'write-front-desk-note',
  'mark-consult',
  'schedule-consult',
  'schedule-preferred-consult',
  'edit-practitioners',
  'edit-practitioner-directory',
  'send-to-practitioner',
  'send-report-manually',
  'set-sedative-status',
  'record-prescription',
  'set-sedative-taken',
  'confirm-body-composition-qc',
] as const
export type StudyAction = (typeof studyActions)[number]

/**
 * The permission table of a study: who can do what, and when (study spec §6). It joins the tables of all subjects. The
 * back office enforces this table, the screen mirrors it, and tests are generated from it. An action for which the spec
 * names no role is open to every staff role. No role gives access to a location that the user may not access.
 */
export const studyActionRules: { readonly [Action in StudyAction]: StudyActionRule } = {
  ...studyPermissions,
  ...downloadPermissions,
  ...sedativePermissions,
  ...consultPermissions,
  ...releasePermissions,
}

export type StudyActionCase = {
  readonly roles: readonly string[]
  readonly environment: Environment
  /** Whether the configuration names this person for the actions with `isOpenToNamed`. */
  readonly isNamed: boolean
  readonly skuID: number
  readonly status: { readonly [flag: string]: unknown }
}

export type StudyActionDecision =
  | { readonly kind: 'allowed' }
  /** The person may not do this, whatever the state of the study. */
  | { readonly kind: 'forbidden'; readonly shownAs: 'hidden' | 'disabled'; readonly reason: string }
  /** The person may do this, but the study's scan type or present state does not allow it. */
  | { readonly kind: 'not-now'; readonly reason: string }

const isEntitled = (rule: StudyActionRule, who: StudyActionCase): boolean => {
  if (!who.roles.some((role) => role.toLowerCase() !== 'user')) return false
  if (rule.roles === 'staff' || rule.roles.some((role) => hasRole(who.roles, role))) return true
  if (rule.isOpenOutsideProduction === true && !isProduction(who.environment)) return true
  return rule.isOpenToNamed === true && who.isNamed
}

/**
 * Decides whether a person may act on a study of a location they may access (study spec §6). Upper and lower case in
 * role names does not matter.
 */
export const decideStudyAction = (action: StudyAction, who: StudyActionCase): StudyActionDecision => {
  const rule = studyActionRules[action]
  if (!isEntitled(rule, who)) return { kind: 'forbidden', shownAs: rule.shownAs, reason: rule.reason }
  if (rule.skuID !== undefined && who.skuID !== rule.skuID) {
    return { kind: 'not-now', reason: 'This scan type has no body composition QC.' }
  }
  if (rule.needs !== undefined && who.status[rule.needs.flag] !== true) {
    return { kind: 'not-now', reason: rule.needs.reason }
  }
  return { kind: 'allowed' }
}

/**
 * Returns the reason of a disabled control, or null if the action is allowed. For hidden controls use the decision
 * itself.
 */
export const actionReason = (decision: StudyActionDecision): string | null =>
  decision.kind === 'allowed' ? null : decision.reason
