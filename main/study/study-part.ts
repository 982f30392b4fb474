import type { StudyBridge } from '#contract/study/bridge.ts'
import type { CatchUpSteps, StopSteps } from '../lifecycle/orders.ts'
import { createStudyService, type StudyServiceParts } from './study-service.ts'

type StudyPart = {
  readonly services: { readonly study: StudyBridge }
  readonly catchUp: Pick<CatchUpSteps, 'study-acts'>
  readonly stop: Pick<StopSteps, 'study-acts'>
}

/** Creates the service of one study's page, with the acts that wait at this workstation. */
export const createStudyPart = (parts: StudyServiceParts): StudyPart => ({
  services: { study: createStudyService(parts) },
  catchUp: { 'study-acts': parts.outbox.settleOpen },
  stop: { 'study-acts': parts.outbox.finish },
})
