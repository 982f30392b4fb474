import type { Bridge } from '#contract/bridge.ts'
import type { Failure, Reply } from '#contract/reply.ts'
import type { ConsultEvent } from '#domain/consult/consult-steps.ts'
import type { Study } from '#domain/study/study.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Notices } from '../kit/notices.ts'
import { createRetryKeys } from '../kit/retry-keys.ts'

export type InquiryOptions = {
  readonly bridge: Pick<Bridge, 'study'>
  readonly notices: Pick<Notices, 'success' | 'error'>
  readonly studyID: StudyID
  /** Returns the study as shown now. */
  readonly study: () => Study
  readonly keep: (study: Study) => void
  /** Returns a failure in the words of the page. */
  readonly describe: (failure: Failure) => string
  readonly newKey: () => string
}

type ConsultInquiry = {
  /** Asks the back office to read one event from the scheduling service and store it in the study. */
  readonly ask: (news: ConsultEvent, isPreferred: boolean) => Promise<Reply<Study>>
  /**
   * Reads a consult again after the scheduling page closed, because the page may have sent no message. Notifies the
   * user of a change or a failure.
   */
  readonly askAfter: (news: ConsultEvent) => Promise<void>
}

/** Creates the requests that read the events of a study's consult from the scheduling service. */
export const createConsultInquiry = (options: InquiryOptions): ConsultInquiry => {
  const { bridge, notices, studyID } = options
  const withRetryKey = createRetryKeys(options.newKey)
  const ask = (news: ConsultEvent, isPreferred: boolean): Promise<Reply<Study>> =>
    withRetryKey(`${news.kind} ${news.eventID} ${news.inviteeID}`, (idempotencyKey) =>
      bridge.study.syncConsult({
        studyID,
        eventID: news.eventID,
        inviteeID: news.inviteeID,
        isPreferred,
        idempotencyKey,
      }),
    )

  const askAfter = async (news: ConsultEvent): Promise<void> => {
    const before = options.study().details.consulting
    const reply = await ask(news, false)
    if (!reply.ok) {
      notices.error({
        title: studyMessages.schedulerTitle,
        description: options.describe(reply.failure),
        action: { label: studyMessages.tryAgain, onPress: () => void askAfter(news) },
        timeoutMs: null,
      })
      return
    }
    options.keep(reply.value)
    const { scheduledStatus, consultTime } = reply.value.details.consulting
    if (scheduledStatus === 'cancelled' && before.scheduledStatus !== 'cancelled') {
      notices.success(studyMessages.consultCancelled)
    } else if (consultTime !== before.consultTime) notices.success(studyMessages.bookingConfirmed)
  }
  return { ask, askAfter }
}
