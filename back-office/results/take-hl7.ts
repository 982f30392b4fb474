import type { Log } from '#runtime/log.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { readHl7Header, toHl7Acknowledgement } from '../outside/results/hl7-acknowledgement.ts'
import { readHl7Report } from '../outside/results/hl7-report.ts'
import type { MllpFrame } from '../outside/results/mllp-frames.ts'
import { storeResult } from './store-result.ts'

/** Reads a message. A fault of the reader is logged by the caller, and refuses the message. */
const readSafely = (bytes: Buffer): ReturnType<typeof readHl7Report> => {
  try {
    return readHl7Report(bytes)
  } catch {
    return { kind: 'refused', reason: 'the message could not be read', message: null }
  }
}

/** The most bytes of one message. A PDF of 24 MB fits. */
export const mostHl7Bytes = 32 * 1024 * 1024

/**
 * Stores the result in a frame and returns the acknowledgement: AA only after the database has it. A result that cannot
 * be stored gets AE, and its sender repeats it; a frame that is not a result gets AR. Never rejects.
 */
export const takeHl7 = async (
  frame: MllpFrame,
  context: Pick<HandlerContext, 'db' | 'kind' | 'newId' | 'now'> & { readonly log: Log },
): Promise<string> => {
  if (frame.kind === 'too-large') {
    context.log('warning', 'results.message-refused', { reason: 'too-large' })
    return toHl7Acknowledgement(readHl7Header(frame.start), 'AR', 'the message is too large')
  }
  const reading = readSafely(frame.bytes)
  if (reading.kind === 'refused') {
    context.log('warning', 'results.message-refused', { reason: 'not-a-result' })
    return toHl7Acknowledgement(reading.message, 'AR', reading.reason)
  }
  try {
    await storeResult(reading.report, context)
    return toHl7Acknowledgement(reading.message, 'AA', '')
  } catch (error) {
    context.log('error', 'results.not-stored', { error: error instanceof Error ? error.name : typeof error })
    return toHl7Acknowledgement(reading.message, 'AE', 'the server could not store it')
  }
}
