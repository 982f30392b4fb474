import { anyStaff, type StudyActionRule } from '../session/action-rule.ts'
import { bodyCompositionSku } from './body-composition.ts'
import { type StudyAct, studyActs } from './study-acts.ts'

const acts = Object.fromEntries(studyActs.map((act) => [act, anyStaff])) as { [Act in StudyAct]: StudyActionRule }

/**
 * Who can mark, edit and read a study (study spec §6). Downloads, sedation, consult and release have their own tables.
 */
export const studyPermissions = {
  ...acts,
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
  'set-reason-for-scan': anyStaff,
  'edit-practitioners': anyStaff,
  'edit-practitioner-directory': anyStaff,
  'confirm-body-composition-qc': {
    roles: ['report_qc'],
    skuID: bodyCompositionSku,
    shownAs: 'hidden',
    reason: 'Only report QA staff can confirm the body composition QC.',
  },
} as const satisfies Readonly<Record<string, StudyActionRule>>
