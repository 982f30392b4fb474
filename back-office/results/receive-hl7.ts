import type { Log } from '#runtime/log.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { readHl7Header, toHl7Acknowledgement } from '../outside/results/hl7-acknowledgement.ts'
import { type Hl7Envelope, readHl7Envelope, readHl7Report } from '../outside/results/hl7-report.ts'
import type { Hl7Problem } from '../outside/results/hl7-text.ts'
import type { MllpFrame, MllpLoss } from '../outside/results/mllp-frames.ts'
import { noteRefusal } from './store-refusal.ts'
import { storeResult } from './store-result.ts'

type ReceiveContext = Pick<HandlerContext, 'db' | 'kind' | 'newId' | 'now'> & {
  readonly log: Log
  /** The address of the sender. */
  readonly address: string
}

/** The number of bytes at the start of a message that are searched for its header. */
const headerBytes = 4096

/** Records for staff that a message was refused: its sender, never its content. */
const refuse = (
  { sender, messageID }: Hl7Envelope,
  { code, detail = '' }: Omit<Hl7Problem, 'reason'>,
  context: ReceiveContext,
): Promise<void> => {
  const { address } = context
  const refusal = { channel: 'hl7', sender, address, controlID: messageID, reason: code, detail } as const
  return noteRefusal(refusal, context)
}

/** Reads a message. If the reader fails, the message is refused as unreadable. */
const readSafely = (bytes: Buffer): ReturnType<typeof readHl7Report> => {
  try {
    return readHl7Report(bytes)
  } catch {
    const problem = { code: 'unreadable', reason: 'the message could not be read' } as const
    return { kind: 'refused', problem, message: null }
  }
}

/** The maximum size of one message in bytes. A PDF of 24 MB fits. */
export const maxHl7Bytes = 32 * 1024 * 1024

/**
 * Stores the result in a frame and returns the acknowledgement: AA only after the database has it. A result that cannot
 * be stored gets AE, and its sender repeats it; a frame that is not a result gets AR. Staff see both as refused
 * messages. Never rejects.
 */
export const receiveHl7 = async (frame: MllpFrame, context: ReceiveContext): Promise<string> => {
  if (frame.kind === 'too-large') {
    context.log('warning', 'results.message-refused', { reason: 'too-large' })
    await refuse(readHl7Envelope(frame.start), { code: 'too-large' }, context)
    return toHl7Acknowledgement(readHl7Header(frame.start), 'AR', 'the message is too large')
  }
  const reading = readSafely(frame.bytes)
  // The added line end completes the header of a message that ends with its first segment.
  const envelope = readHl7Envelope(Buffer.concat([frame.bytes.subarray(0, headerBytes), Buffer.from('\r')]))
  if (reading.kind === 'refused') {
    context.log('warning', 'results.message-refused', { reason: 'not-a-result' })
    await refuse(envelope, reading.problem, context)
    return toHl7Acknowledgement(reading.message, 'AR', reading.problem.reason)
  }
  try {
    await storeResult(reading.report, context)
    return toHl7Acknowledgement(reading.message, 'AA', '')
  } catch (error) {
    context.log('error', 'results.not-stored', { error: error instanceof Error ? error.name : typeof error })
    await refuse(envelope, { code: 'not-stored' }, context)
    return toHl7Acknowledgement(reading.message, 'AE', 'the server could not store it')
  }
}

/** Records for staff that a message was cut off, or was not in a frame. Its sender gets no answer. Never rejects. */
export const noteLostHl7 = async ({ reason, start }: MllpLoss, context: ReceiveContext): Promise<void> => {
  context.log('warning', 'results.message-refused', { reason })
  await refuse(readHl7Envelope(start), { code: reason }, context)
}
