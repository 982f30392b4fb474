import { anyStaff, type StudyActionRule } from '../session/action-rule.ts'
import type { Role } from '../session/role.ts'
import { bodyCompositionSku } from './body-composition.ts'
import { type StudyAct, studyActs } from './study-acts.ts'

const acts = Object.fromEntries(studyActs.map((act) => [act, anyStaff])) as { [Act in StudyAct]: StudyActionRule }

/** A rule for some roles; `who` and `what` make the sentence "Only WHO can WHAT." */
const only = (roles: readonly Role[], who: string, what: string): StudyActionRule => ({
  roles,
  shownAs: 'hidden',
  reason: `Only ${who} can ${what}.`,
})

const releaseToMember = only(
  ['hi', 'report_qc'],
  'health-information and report QA staff',
  'release a report to the member',
)

/**
 * The rules for the reading and report acts, whose roles the spec does not define (decision 282). Reading groups that
 * do not use Atrium report to health-information staff, who record these acts for them.
 */
const readingActs = {
  medicalHistoryReviewed: only(
    ['radiologist', 'np', 'hi'],
    'radiologists, nurse practitioners and health-information staff',
    'review the medical history',
  ),
  read: only(['radiologist', 'hi'], 'radiologists and health-information staff', 'mark the images as read'),
  transcribed: only(
    ['radiologist', 'hi', 'report_qc'],
    'radiologists, report QA and health-information staff',
    'mark the report as transcribed',
  ),
  reportQADone: only(['report_qc'], 'report QA staff', 'complete the report QA'),
  filmReady: only(
    ['radiologist', 'hi', 'report_qc'],
    'radiologists, report QA and health-information staff',
    'mark the film as ready',
  ),
  releasedToPatient: releaseToMember,
  traditionalReleasedToPatient: releaseToMember,
} as const satisfies { readonly [Act in StudyAct]?: StudyActionRule }

/**
 * Who can mark, edit and read a study (study spec §6). Downloads, sedation, consult and release have their own tables.
 */
export const studyPermissions = {
  ...acts,
  ...readingActs,
  'publish-report': {
    ...only(
      ['hi', 'report_qc', 'radiologist'],
      'health-information staff, report QA and radiologists',
      'upload and publish a report',
    ),
    needs: { flag: 'read', reason: 'The images have not been read.' },
  },
  'record-feedback': anyStaff,
  'assign-study': only(
    ['radiologist', 'hi', 'admin'],
    'radiologists, health-information staff and administrators',
    'assign a study',
  ),
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
  'write-front-desk-note': anyStaff,
  'edit-practitioners': anyStaff,
  'edit-practitioner-directory': anyStaff,
  'confirm-body-composition-qc': {
    roles: ['report_qc'],
    skuID: bodyCompositionSku,
    shownAs: 'hidden',
    reason: 'Only report QA staff can confirm the body composition QC.',
  },
} as const satisfies Readonly<Record<string, StudyActionRule>>
