import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import { isNotSent, isOutcomeUnknown } from '#contract/failures.ts'
import type { ReleaseBridge } from '#contract/release/bridge.ts'
import { type Failure, type FailureCode, ok, type Reply } from '#contract/reply.ts'
import { createReadings } from '../kit/readings.ts'

type Input = Parameters<ReleaseBridge['send']>[0]
export type SendInput = Omit<Input, 'idempotencyKey'>
type Answer = Awaited<ReturnType<ReleaseBridge['send']>>
export type Sent = Extract<Answer, { readonly ok: true }>['value']

/** The identity of a send while its result is unknown: one study, one practitioner at one practice, one channel. */
export type SendTargetKey = Pick<SendInput, 'studyID' | 'channel' | 'practitionerID' | 'practiceLocationID'>

/** A started send whose result is not known yet. */
export type OpenSend = {
  readonly input: Input
  /** The label of the button that started the send. The button keeps this label until the result is known. */
  readonly label: string
  /** Why its result is unknown; null during the first try. */
  readonly failure: Failure | null
  readonly isBusy: boolean
  /** Whether the user closed its dialog. The page then no longer reopens the dialog by itself. */
  readonly isAside: boolean
}

/** A password that the user has not confirmed having. */
export type HeldPassword = {
  readonly password: string
  /** The job that sends the document. If the job is undone, the password opens nothing. */
  readonly jobID: string
  readonly delivery: Sent['delivery']
  /** The report's member: full name and birth date. */
  readonly who: string
}

type SendsStoreState = {
  readonly open: readonly OpenSend[]
  readonly passwords: readonly HeldPassword[]
  /**
   * Sends under an idempotency key. If an earlier send with the same {@link SendTargetKey} has an unknown result,
   * repeats that send and ignores the new input. If that earlier send is still running, returns its answer.
   */
  readonly send: (about: {
    readonly input: SendInput
    readonly label: string
    readonly who: string
  }) => Promise<Reply<Sent>>
  /** Records that the user closed the dialog of a send, and removes the send if it cannot be repeated. */
  readonly putAside: (target: SendTargetKey) => void
  /** Keeps the password of a send until the user has it. */
  readonly holdPassword: (held: HeldPassword) => void
  /** Removes a delivery's password once the user has it. */
  readonly dropPassword: (deliveryID: string) => void
  readonly clear: () => void
}
export type SendsStore = StoreApi<SendsStoreState>
export type WithSends = { readonly sends: SendsStore }

/**
 * Failures that the back office returns only if no send went through under the key. On a second try they therefore
 * mean that the first try did not go through either.
 */
const notSentCodes: readonly FailureCode[] = [
  'stale',
  'recipient-not-valid',
  'recipient-unconfirmed',
  'act-not-allowed',
  'report-missing',
  'pdf-refused',
  'delivery-unavailable',
  'invalid-input',
]
/**
 * Returns whether a first try may have gone through: true for a failure with an unknown outcome, and for a key that an
 * earlier send has used.
 */
const mayHaveBeenSent = (failure: Failure): boolean =>
  isOutcomeUnknown('bridge', failure) || failure.code === 'idempotency-key-reused'

/**
 * Returns whether a send may have gone through after this failure. `before`: the failure of an earlier try under the
 * same key, whose result is unknown; null for a first try.
 */
export const mayHaveSucceeded = (before: Failure | null, failure: Failure): boolean =>
  before === null ? mayHaveBeenSent(failure) : !notSentCodes.includes(failure.code)

/** Returns whether the key was already used for another send. Nothing else can be sent under that key. */
export const isSpent = ({ failure }: Pick<OpenSend, 'failure'>): boolean => failure?.code === 'idempotency-key-reused'

export const isSameSendTarget = (one: SendTargetKey, other: SendTargetKey): boolean =>
  one.studyID === other.studyID &&
  one.channel === other.channel &&
  one.practitionerID === other.practitionerID &&
  one.practiceLocationID === other.practiceLocationID

/**
 * Creates the store of sends with an unknown result and of passwords that were not confirmed. Both stay in memory when
 * the user leaves the page, or locks and unlocks the window. A sign-out, a change of user or a reload of the window
 * loses them.
 */
export const createSendsStore = (bridge: Pick<Bridge, 'release'>, newKey: () => string): SendsStore =>
  createStore<SendsStoreState>((set, get) => {
    const running = new Map<string, Promise<Reply<Sent>>>()
    /** A send that started before a sign-out changes nothing for the next user. */
    const readings = createReadings()
    const without = (key: string): readonly OpenSend[] => get().open.filter(({ input }) => input.idempotencyKey !== key)
    const put = (send: OpenSend): void => {
      const { open } = get()
      const isKnown = open.some(({ input }) => input.idempotencyKey === send.input.idempotencyKey)
      set({
        open: isKnown
          ? open.map((one) => (one.input.idempotencyKey === send.input.idempotencyKey ? send : one))
          : [...open, send],
      })
    }

    const run = async (send: OpenSend, who: string): Promise<Reply<Sent>> => {
      const isSamePerson = readings.join()
      const { idempotencyKey } = send.input
      put({ ...send, isBusy: true, isAside: false })
      const reply = await bridge.release.send(send.input)
      running.delete(idempotencyKey)
      if (!isSamePerson()) return reply
      if (reply.ok) {
        const { password, delivery, job } = reply.value
        set({
          open: without(idempotencyKey),
          passwords:
            password === null ? get().passwords : [...get().passwords, { password, jobID: job.jobID, delivery, who }],
        })
        return ok(reply.value)
      }
      const { failure } = reply
      if (!mayHaveSucceeded(send.failure, failure)) set({ open: without(idempotencyKey) })
      else {
        const isAside = get().open.find(({ input }) => input.idempotencyKey === idempotencyKey)?.isAside ?? false
        // This try was not sent, so the failure of the earlier try still applies.
        const why = isNotSent('bridge', failure) ? (send.failure ?? failure) : failure
        put({ ...send, failure: why, isBusy: false, isAside })
      }
      return reply
    }

    return {
      open: [],
      passwords: [],
      send: ({ input, label, who }) => {
        const known = get().open.find((one) => isSameSendTarget(one.input, input))
        const send = known ?? {
          input: { ...input, idempotencyKey: newKey() },
          label,
          failure: null,
          isBusy: true,
          isAside: false,
        }
        const key = send.input.idempotencyKey
        const now = running.get(key) ?? run(send, who)
        running.set(key, now)
        return now
      },
      putAside: (target) =>
        set({
          open: get().open.flatMap((one) =>
            isSameSendTarget(one.input, target) ? (isSpent(one) ? [] : [{ ...one, isAside: true }]) : [one],
          ),
        }),
      holdPassword: (held) => set({ passwords: [...get().passwords, held] }),
      dropPassword: (deliveryID) =>
        set({ passwords: get().passwords.filter(({ delivery }) => delivery.deliveryID !== deliveryID) }),
      clear: () => {
        readings.expire()
        running.clear()
        set({ open: [], passwords: [] })
      },
    }
  })
