import type { MessagesBridge } from '#contract/messages/bridge.ts'
import type { StudyBridge } from '#contract/study/bridge.ts'
import type { CatchUpSteps, StopSteps } from '../lifecycle/orders.ts'
import { createMessagesService } from '../messages/messages-service.ts'
import { createStudyService, type StudyServiceParts } from './study-service.ts'

type StudyPart = {
  readonly services: { readonly study: StudyBridge; readonly messages: MessagesBridge }
  readonly catchUp: Pick<CatchUpSteps, 'study-acts'>
  readonly stop: Pick<StopSteps, 'study-acts'>
}

/** Creates the services for a study's page, its messages and this workstation's waiting acts. */
export const createStudyPart = (parts: StudyServiceParts): StudyPart => ({
  services: { study: createStudyService(parts), messages: createMessagesService(parts) },
  catchUp: { 'study-acts': parts.outbox.settleOpen },
  stop: { 'study-acts': parts.outbox.finish },
})
