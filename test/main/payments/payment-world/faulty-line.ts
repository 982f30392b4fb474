import { fail, type Reply } from '#contract/reply.ts'
import type { VirtualClock } from './virtual-clock.ts'

export const callFaults = [
  'none',
  'slow',
  'request-lost',
  'reply-lost',
  'timeout-before',
  'timeout-after',
  /** The request arrives, and takes effect, long after the desk has given up. */
  'arrives-late',
  '409',
  '429',
  '500-before',
  '500-after',
  /** The back office performed the request and then could not reach the processor. */
  '503-after',
] as const
export type CallFault = (typeof callFaults)[number]

const timeoutMs = 10_000
const disconnected = fail('disconnected', 'The connection broke.')
const timedOut = fail('timed-out', 'No answer in time.')
const unexpected = fail('unexpected', 'Something went wrong.')

/** Makes a call over a connection with a fault. `act` runs at the other end if the call arrives. */
export const callOverLine = async <Value>(
  clock: VirtualClock,
  fault: CallFault,
  act: () => Reply<Value>,
): Promise<Reply<Value>> => {
  await clock.sleep(fault === 'slow' ? 4000 : 20)
  switch (fault) {
    case 'none':
    case 'slow': {
      const reply = act()
      await clock.sleep(20)
      return reply
    }
    case 'request-lost':
      return disconnected
    case 'reply-lost':
      act()
      return disconnected
    case 'timeout-before':
      await clock.sleep(timeoutMs)
      return timedOut
    case 'timeout-after':
      act()
      await clock.sleep(timeoutMs)
      return timedOut
    case 'arrives-late':
      clock.after(timeoutMs + 5000, act)
      await clock.sleep(timeoutMs)
      return timedOut
    case '409':
      return fail('payment-in-progress', 'Another request is under way.')
    case '429':
      return fail('too-many-requests', 'Please wait.')
    case '500-before':
      return unexpected
    case '500-after':
      act()
      return unexpected
    case '503-after':
      act()
      return fail('processor-unavailable', 'The card processor cannot be reached.')
  }
}
