import type { RouteName } from '#contract/back-office.ts'
import type { Handlers } from '../kernel/handler.ts'
import { readSafetyQuestions, saveSafetyQuestions } from './answers.ts'
import { discardSafetyDraft, saveSafetyDraft } from './draft.ts'
import { touchSafetyPresence } from './presence.ts'
import {
  readPrescriptionTaken,
  recordPrescription,
  setPrescriptionTaken,
  updatePrescriptionStatus,
} from './sedative.ts'
import { signOffSafety, withdrawSafetySignOff } from './sign-off.ts'

/** Maps the routes of safety questions and prescriptions (booking spec §7; study spec §7). */
export const safetyHandlers = {
  readSafetyQuestions: ({ query }, context) => readSafetyQuestions(query.studyID, context),
  saveSafetyQuestions: ({ body }, context) => saveSafetyQuestions(body, context),
  saveSafetyDraft: ({ body }, context) => saveSafetyDraft(body, context),
  discardSafetyDraft: ({ body }, context) => discardSafetyDraft(body, context),
  signOffSafety: ({ body }, context) => signOffSafety(body, context),
  withdrawSafetySignOff: ({ body }, context) => withdrawSafetySignOff(body, context),
  touchSafetyPresence: ({ body }, context) => touchSafetyPresence(body, context),
  updatePrescriptionStatus: ({ params, body }, context) => updatePrescriptionStatus(params.studyId, body, context),
  recordPrescription: ({ params, body }, context) => recordPrescription(params.studyId, body, context),
  readPrescriptionTaken: ({ params }, context) => readPrescriptionTaken(params.studyId, context),
  setPrescriptionTaken: ({ params, body }, context) => setPrescriptionTaken(params.studyId, body, context),
} satisfies Partial<Handlers<RouteName>>
