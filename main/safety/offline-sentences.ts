import { fail, type Reply } from '#contract/reply.ts'
import { completeCall } from '../back-office-client/complete-call.ts'

/** Messages for a writing call that did not reach the back office: the call was not made, or its result is unknown. */
export type OfflineMessages = { readonly notMade: string; readonly unknown: string }

/** Completes a call as {@link completeCall} does, with messages that state what is safe. */
export const completeWritingCall = async <Value>(
  call: () => Promise<Reply<Value>>,
  messages: OfflineMessages,
): Promise<Reply<Value>> => offlineAs(messages.notMade, await completeCall(call, messages.unknown))

/** Returns the reply unchanged, except that an `offline` failure gets `message`. */
export const offlineAs = <Answer extends Reply<unknown>>(
  message: string,
  reply: Answer,
): Answer | ReturnType<typeof fail<'offline'>> =>
  !reply.ok && reply.failure.code === 'offline' ? fail('offline', message) : reply
