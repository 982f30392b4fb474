import { fail, type Reply } from '#contract/reply.ts'
import { completeCall } from '../back-office-client/complete-call.ts'

/** What being offline means for a call that writes: it was not made, or it is not known whether it acted. */
export type OfflineMessages = { readonly notMade: string; readonly unknown: string }

/** As {@link completeCall}, in sentences that say what is safe here. */
export const settle = async <Value>(
  call: () => Promise<Reply<Value>>,
  messages: OfflineMessages,
): Promise<Reply<Value>> => offlineAs(messages.notMade, await completeCall(call, messages.unknown))

/** The same reply, in a sentence that says what being offline means here. */
export const offlineAs = <Answer extends Reply<unknown>>(
  message: string,
  reply: Answer,
): Answer | ReturnType<typeof fail<'offline'>> =>
  !reply.ok && reply.failure.code === 'offline' ? fail('offline', message) : reply
