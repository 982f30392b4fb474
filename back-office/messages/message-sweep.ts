import type { MessageChannel } from '#domain/messages/message-kinds.ts'
import { startRounds } from '../kernel/rounds.ts'
import { findDueMessages, findExpiredMessages, findMessagesToCheck } from '../repositories/messages-repository.ts'
import { type DeliverContext, deliverMessage, expireMessage } from './deliver.ts'
import { planChangedStudies, planUnknownStudies } from './plan.ts'
import { readTextDelivery } from './text-delivery.ts'

/** The maximum number of messages sent in one sweep. */
const maxMessages = 20
/** The maximum number of accepted text messages about whose delivery one sweep asks the gateway. */
const maxQuestions = 10

/**
 * Plans the messages of changed studies, ends expired leases, sends what is due, and asks for the delivery of text
 * messages. A failure on one message does not stop the others; the first error is thrown at the end. If a channel's
 * server cannot be reached, the other messages of the channel wait for the next sweep.
 * @internal Tests sweep without waiting for the timer.
 */
export const sweepMessages = async (context: DeliverContext): Promise<void> => {
  const errors: unknown[] = []
  const trying = async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await work()
    } catch (error) {
      errors.push(error)
      return undefined
    }
  }
  await trying(() => planChangedStudies(context))
  for (const row of await findExpiredMessages(context.db, context.now)) await trying(() => expireMessage(row, context))
  const channels = [
    ...(context.mailer.kind === 'none' ? [] : (['email'] as const)),
    ...(context.sms.kind === 'none' ? [] : (['sms'] as const)),
  ]
  const unreached = new Set<MessageChannel>()
  for (const row of await findDueMessages(context.db, context.now, { channels, most: maxMessages })) {
    if (unreached.has(row.channel)) continue
    const delivered = await trying(() => deliverMessage(row.message_id, context))
    if (delivered?.state === 'planned' && delivered.wasHandedOver) unreached.add(row.channel)
  }
  if (context.sms.kind !== 'none') {
    for (const row of await findMessagesToCheck(context.db, context.now, maxQuestions)) {
      await trying(() => readTextDelivery(row, context))
    }
  }
  if (errors.length > 0) throw errors[0]
}

type SweepOptions = Omit<DeliverContext, 'now' | 'clock'> & {
  /** Epoch seconds. */
  readonly now: () => number
  readonly everyMs?: number | undefined
  /** Other mail of every sweep, such as the invitations of staff. Runs also after a sweep that failed. */
  readonly alongside?: (context: DeliverContext) => Promise<void>
}

const adoptEverySeconds = 3600

/**
 * Sweeps every 5 seconds. Once an hour it also adds the studies that were never planned. All processes on one database
 * sweep, because each message has its own lease. `stop` waits for a running sweep.
 */
export const startMessages = (options: SweepOptions): { stop(): Promise<void> } => {
  let adoptedAt = Number.NEGATIVE_INFINITY
  const trying = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      options.log('error', 'messages.sweep-failed', { error: error instanceof Error ? error.name : typeof error })
    }
  }
  const sweep = async (): Promise<void> => {
    await trying(async () => {
      const now = options.now()
      if (now - adoptedAt >= adoptEverySeconds) {
        await planUnknownStudies({ db: options.db, now })
        adoptedAt = now
      }
      await sweepMessages({ ...options, now, clock: options.now })
    })
    await trying(async () => options.alongside?.({ ...options, now: options.now(), clock: options.now }))
  }
  const { log, everyMs = 5_000 } = options
  return startRounds({
    everyMs,
    sweep: 'messages',
    logFailure: (details) => log('error', 'messages.sweep-failed', details),
    work: sweep,
  })
}
