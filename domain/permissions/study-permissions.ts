import { consultPermissions } from '../consult/consult-permissions.ts'
import { releasePermissions } from '../release/release-permissions.ts'
import { hasRole } from '../session/role.ts'
import { type Environment, isProduction } from '../settings/environment.ts'
import { bodyCompositionSku } from '../study/body-composition.ts'
import { anyStaff, onlyHealthInformation, type StudyActionRule } from '../study/study-action-rule.ts'
import { type StudyAct, studyActs } from '../study/study-acts.ts'

/** What somebody can do on a study's page. */
export const studyActions = [
  ...studyActs,
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
  'mark-consult',
  'schedule-consult',
  'schedule-preferred-consult',
  'edit-practitioners',
  'edit-practitioner-directory',
  'send-to-practitioner',
  'send-report-manually',
  'set-sedative-status',
  'set-sedative-taken',
  'confirm-body-composition-qc',
] as const
export type StudyAction = (typeof studyActions)[number]

/**
 * Who may do what on a study (study spec §6), as data: the back office enforces it, the screen mirrors it, the tests are
 * generated from it. Where the spec says "not shown" every staff role may; a location out of reach stays out of reach for all.
 */
export const studyActionRules: { readonly [Action in StudyAction]: StudyActionRule } = {
  ...(Object.fromEntries(studyActs.map((act) => [act, anyStaff])) as { [Act in StudyAct]: StudyActionRule }),
  ...consultPermissions,
  ...releasePermissions,
  'view-study': anyStaff,
  'view-log': anyStaff,
  'add-note': anyStaff,
  'edit-appointment': anyStaff,
  'cancel-appointment': anyStaff,
  'answer-safety-questions': anyStaff,
  'suppress-messages': anyStaff,
  'change-opportunity': anyStaff,
  'resend-confirmation': anyStaff,
  'resend-feedback': anyStaff,
  'download-social-videos': { ...anyStaff, needs: { flag: 'read', reason: 'The study has not been read.' } },
  'view-medical-history': onlyHealthInformation('hidden', 'view the medical history'),
  'download-consent': anyStaff,
  'view-prescription': anyStaff,
  'view-referral': anyStaff,
  'set-reason-for-scan': anyStaff,
  'edit-practitioners': anyStaff,
  'edit-practitioner-directory': anyStaff,
  'set-sedative-status': anyStaff,
  'set-sedative-taken': {
    roles: ['frontdesk'],
    shownAs: 'hidden',
    reason: 'Only the front desk records whether a sedative was taken.',
  },
  'confirm-body-composition-qc': {
    roles: ['report_qc'],
    skuID: bodyCompositionSku,
    shownAs: 'hidden',
    reason: 'Only report QA staff confirm the body composition QC.',
  },
}

export type StudyActionCase = {
  readonly roles: readonly string[]
  readonly environment: Environment
  /** Whether the configuration names this person. */
  readonly isNamed: boolean
  readonly skuID: number
  readonly status: { readonly [flag: string]: unknown }
}

export type StudyActionDecision =
  | { readonly kind: 'allowed' }
  /** The person may never do this here. */
  | { readonly kind: 'forbidden'; readonly shownAs: 'hidden' | 'disabled'; readonly reason: string }
  /** The person may, the study does not allow it as it is now. */
  | { readonly kind: 'not-now'; readonly reason: string }

const isEntitled = (rule: StudyActionRule, who: StudyActionCase): boolean => {
  if (!who.roles.some((role) => role.toLowerCase() !== 'user')) return false
  if (rule.roles === 'staff' || rule.roles.some((role) => hasRole(who.roles, role))) return true
  if (rule.isOpenOutsideProduction === true && !isProduction(who.environment)) return true
  return rule.isOpenToNamed === true && who.isNamed
}

/** Whether somebody may do something on a study of a location they may see (study spec §6); roles compare without case. */
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

/** The reason a control is disabled, or null where the action is open. Hidden ones are not for this: see the decision. */
export const actionReason = (decision: StudyActionDecision): string | null =>
  decision.kind === 'allowed' ? null : decision.reason
