import { z } from 'zod'
import type { Failure } from '#contract/reply.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { BatchPart, SendBatch } from './send-batch.ts'
import { mayHaveSucceeded, type SendInput } from './sends-store.ts'

/** The id of the draft with the user's unfinished sends to several recipients. */
export const batchesDraftID = 'send-batches'

/**
 * The back office stores a key for 30 days. An older key is not used again, because that could send the document twice.
 */
const keyMs = 25 * 86_400_000

const storedSchema = z.array(
  z.object({
    studyID: z.string(),
    who: z.string(),
    parts: z.array(
      z.object({
        key: z.string(),
        /** Main validates it before the next send. */
        input: z.looseObject({ studyID: z.string(), channel: z.string() }),
        idempotencyKey: z.string(),
        keyAt: z.number(),
        words: z.object({ title: z.string(), to: z.string() }),
        state: z.enum(['waiting', 'sending', 'sent', 'failed', 'unknown']),
        failure: z.looseObject({ code: z.string(), message: z.string() }).nullable(),
      }),
    ),
  }),
)

const isOpen = ({ state }: Pick<BatchPart, 'state'>): boolean => state !== 'sent'

/** Returns the batches to store, which are those with unfinished parts; null if there are none. */
export const toStoredBatches = (batches: readonly SendBatch[]): unknown => {
  const open = batches.filter(({ parts }) => parts.some(isOpen))
  if (open.length === 0) return null
  return open.map(({ studyID, who, parts }) => ({
    ...{ studyID, who },
    parts: parts.map(({ key, input, idempotencyKey, keyAt, words, state, failure }) => ({
      ...{ key, input, idempotencyKey, keyAt, words, state },
      failure: failure === null ? null : { code: failure.code, message: failure.message },
    })),
  }))
}

const notFinished: Failure = { code: 'not-sent', message: releaseMessages.notFinished }
const tooOld: Failure = { code: 'idempotency-key-reused', message: releaseMessages.notFinished }

/**
 * Returns the batches of an earlier session of the same user. A part that had no result yet may have been sent, so its
 * result is unknown. A new try repeats the part's key, unless the key is too old.
 */
export const readStoredBatches = (stored: unknown, nowMs: number): readonly SendBatch[] => {
  const parsed = storedSchema.safeParse(stored)
  if (!parsed.success) return []
  return parsed.data.map(({ studyID, who, parts }) => ({
    studyID: studyID as StudyID,
    who,
    isBusy: false,
    isEarlier: true,
    parts: parts.map((part): BatchPart => {
      const failure = part.failure as Failure | null
      const wasOpen = part.state === 'waiting' || part.state === 'sending'
      const isUnknown = wasOpen || part.state === 'unknown'
      return {
        ...part,
        input: part.input as unknown as SendInput,
        state: isUnknown ? 'unknown' : part.state,
        failure:
          isUnknown && nowMs - part.keyAt > keyMs
            ? tooOld
            : wasOpen && (failure === null || !mayHaveSucceeded(null, failure))
              ? notFinished
              : failure,
        delivery: null,
      }
    }),
  }))
}
