import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import { isNotSent } from '#contract/failures.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { createReadings } from '../kit/readings.ts'
import type { Drafts } from '../session/drafts.ts'
import { type BatchPart, isRepeatable, type SendBatch } from './send-batch.ts'
import { mayHaveSucceeded, type SendsStore } from './sends-store.ts'
import { batchesDraftID, readStoredBatches, toStoredBatches } from './stored-batches.ts'

type NewPart = Pick<BatchPart, 'key' | 'input' | 'words'>

type SendBatchesState = {
  /** At most one for each study. */
  readonly batches: readonly SendBatch[]
  /**
   * Sends the parts one after the other. A part that fails does not stop the others. When the back office is out of
   * reach, the remaining parts are not tried. Ignored while the study has an earlier batch.
   */
  readonly start: (about: {
    readonly studyID: StudyID
    readonly who: string
    readonly parts: readonly NewPart[]
  }) => Promise<void>
  /**
   * Sends the unfinished parts again: a failed part under a new key, and a part with an unknown result under the same
   * key, so that it is never sent twice.
   */
  readonly retry: (studyID: StudyID) => Promise<void>
  /** Removes the batch from the list, unless it is running. */
  readonly close: (studyID: StudyID) => void
  /** Reads the batches that an earlier session of the user did not finish. */
  readonly load: () => Promise<void>
  /** Empties the list at a sign-out. Unfinished batches stay on disk for the same user. */
  readonly clear: () => void
}
export type SendBatchesStore = StoreApi<SendBatchesState>
export type WithSendBatches = { readonly sendBatches: SendBatchesStore }

type Parts = {
  readonly bridge: Pick<Bridge, 'release'>
  /** Keeps the passwords of encrypted documents until the user has them. */
  readonly sends: SendsStore
  /** Stores the unfinished parts for the next session of the same user. */
  readonly drafts: Pick<Drafts, 'keep' | 'flush' | 'read' | 'discard'>
  readonly newKey: () => string
  /** Epoch milliseconds. */
  readonly now: () => number
}

/**
 * Creates the store of sends to several recipients. Each key is on disk before it is used, so that the user sees the
 * unfinished sends after a sign-out, a crash or a restart, and a new try sends nothing twice (decision 318).
 */
export const createSendBatchesStore = ({ bridge, sends, drafts, newKey, now }: Parts): SendBatchesStore =>
  createStore<SendBatchesState>((set, get) => {
    const readings = createReadings()
    const store = (): void => {
      const stored = toStoredBatches(get().batches)
      if (stored === null) void drafts.discard(batchesDraftID)
      else drafts.keep(batchesDraftID, stored)
    }
    const change = (studyID: StudyID, to: (batch: SendBatch) => SendBatch): void => {
      set({ batches: get().batches.map((batch) => (batch.studyID === studyID ? to(batch) : batch)) })
      store()
    }
    const changePart = (studyID: StudyID, key: string, to: Partial<BatchPart>): void =>
      change(studyID, (batch) => ({
        ...batch,
        parts: batch.parts.map((part) => (part.key === key ? { ...part, ...to } : part)),
      }))
    const waitingOf = (studyID: StudyID): BatchPart | undefined =>
      get()
        .batches.find((batch) => batch.studyID === studyID)
        ?.parts.find(({ state }) => state === 'waiting')

    /** Sends one part, and returns whether the next one should be tried. */
    const sendPart = async (who: string, part: BatchPart, isSamePerson: () => boolean): Promise<boolean> => {
      const { key, input, idempotencyKey } = part
      const { studyID } = input
      changePart(studyID, key, { state: 'sending' })
      const reply = await bridge.release.send({ ...input, idempotencyKey })
      if (!isSamePerson()) return false
      if (reply.ok) {
        const { delivery, job, password } = reply.value
        if (password !== null) sends.getState().holdPassword({ password, jobID: job.jobID, delivery, who })
        changePart(studyID, key, { state: 'sent', failure: null, delivery })
        return true
      }
      const { failure } = reply
      const isUnknown = mayHaveSucceeded(part.failure, failure)
      // A try that was not sent does not replace the failure of the earlier try.
      const why = isUnknown && isNotSent('bridge', failure) ? (part.failure ?? failure) : failure
      changePart(studyID, key, { state: isUnknown ? 'unknown' : 'failed', failure: why })
      return !isUnknown && failure.code !== 'offline'
    }

    const run = async (studyID: StudyID, who: string): Promise<void> => {
      const isSamePerson = readings.join()
      await drafts.flush()
      if (!isSamePerson()) return
      let isReached = true
      for (let part = waitingOf(studyID); part !== undefined; part = waitingOf(studyID)) {
        if (isReached) isReached = await sendPart(who, part, isSamePerson)
        else changePart(studyID, part.key, part.failure === null ? notTried : { state: 'unknown' })
        if (!isSamePerson()) return
      }
      change(studyID, (batch) => ({ ...batch, isBusy: false }))
    }

    return {
      batches: [],
      start: async ({ studyID, who, parts }) => {
        if (get().batches.some((batch) => batch.studyID === studyID)) return
        const waiting = parts.map((part) => ({
          ...part,
          idempotencyKey: newKey(),
          keyAt: now(),
          state: 'waiting' as const,
          failure: null,
          delivery: null,
        }))
        set({ batches: [...get().batches, { studyID, who, parts: waiting, isBusy: true, isEarlier: false }] })
        store()
        await run(studyID, who)
      },
      retry: async (studyID) => {
        const batch = get().batches.find((one) => one.studyID === studyID)
        if (batch === undefined || batch.isBusy) return
        change(studyID, (before) => ({
          ...before,
          isBusy: true,
          isEarlier: false,
          parts: before.parts.map((part) => {
            if (!isRepeatable(part)) return part
            return part.state === 'failed'
              ? { ...part, state: 'waiting', failure: null, idempotencyKey: newKey(), keyAt: now() }
              : { ...part, state: 'waiting' }
          }),
        }))
        await run(studyID, batch.who)
      },
      close: (studyID) => {
        set({ batches: get().batches.filter((batch) => batch.studyID !== studyID || batch.isBusy) })
        store()
      },
      load: async () => {
        const isSamePerson = readings.join()
        const earlier = readStoredBatches(await drafts.read(batchesDraftID), now())
        if (!isSamePerson()) return
        const { batches } = get()
        set({
          batches: [
            ...earlier.filter(({ studyID }) => batches.every((batch) => batch.studyID !== studyID)),
            ...batches,
          ],
        })
      },
      clear: () => {
        readings.expire()
        set({ batches: [] })
      },
    }
  })

const notTried: Partial<BatchPart> = {
  state: 'failed',
  failure: { code: 'not-sent', message: releaseMessages.notTried },
}
