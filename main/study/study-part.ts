import type { StudyBridge } from '#contract/study/bridge.ts'
import type { CatchUpSteps, StopSteps } from '../lifecycle/orders.ts'
import { createStudyService, type StudyServiceParts } from './study-service.ts'

type StudyPart = {
  readonly services: { readonly study: StudyBridge }
  readonly catchUp: Pick<CatchUpSteps, 'study-acts'>
  readonly stop: Pick<StopSteps, 'study-acts'>
}

/** One study's page, with what waits on it at this workstation. */
export const createStudyPart = (parts: StudyServiceParts): StudyPart => ({
  services: { study: createStudyService(parts) },
  catchUp: { 'study-acts': parts.outbox.settleOpen },
  stop: { 'study-acts': parts.outbox.finish },
})
