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

/** What a send is known by while its end is not: one study, one practitioner at one practice, one channel. */
export type SendWay = Pick<SendInput, 'studyID' | 'channel' | 'practitionerID' | 'practiceLocationID'>

/** A send that was begun and whose end nobody has seen. */
export type OpenSend = {
  readonly input: Input
  /** The words of the button it was begun with: they name what is asked for again. */
  readonly label: string
  /** Why its end is not known; null during the first try. */
  readonly failure: Failure | null
  readonly isBusy: boolean
  /** Its window was closed: it is taken up when somebody opens it again, and not before. */
  readonly isAside: boolean
}

/** A password that has not been taken down yet. */
export type HeldPassword = {
  readonly password: string
  /** The job that sends it: where that is undone, the password opens nothing. */
  readonly jobID: string
  readonly delivery: Sent['delivery']
  /** Whose report: full name and birth date. */
  readonly who: string
}

type SendsStoreState = {
  readonly open: readonly OpenSend[]
  readonly passwords: readonly HeldPassword[]
  /**
   * Sends under a key of its own. Where the end of an earlier try of this way is not known, exactly that one is asked for
   * again, whatever is given now; while one is under way, its answer is given.
   */
  readonly send: (about: {
    readonly input: SendInput
    readonly label: string
    readonly who: string
  }) => Promise<Reply<Sent>>
  /** The window of a way was closed. What cannot be asked for again is let go. */
  readonly putAside: (way: SendWay) => void
  /** Somebody has taken a delivery's password down. */
  readonly dropPassword: (deliveryID: string) => void
  readonly clear: () => void
}
export type SendsStore = StoreApi<SendsStoreState>
export type WithSends = { readonly sends: SendsStore }

/** What the back office judges under the key itself: said of a second try, the first one has not gone through either. */
const judged: readonly FailureCode[] = [
  'stale',
  'recipient-not-valid',
  'recipient-unconfirmed',
  'act-not-allowed',
  'report-missing',
  'pdf-refused',
  'delivery-unavailable',
  'invalid-input',
]
/** Whether a first try may have gone through. Beyond the table, a key that was used already: an earlier send has it. */
const mayHaveGone = (failure: Failure): boolean =>
  isOutcomeUnknown('bridge', failure) || failure.code === 'idempotency-key-reused'

/** The key was used for something else: an earlier try has gone through, and no other can be asked for. */
export const isSpent = ({ failure }: Pick<OpenSend, 'failure'>): boolean => failure?.code === 'idempotency-key-reused'

export const isSameWay = (one: SendWay, other: SendWay): boolean =>
  one.studyID === other.studyID &&
  one.channel === other.channel &&
  one.practitionerID === other.practitionerID &&
  one.practiceLocationID === other.practiceLocationID

/**
 * The sends whose end is not known and the passwords nobody has taken down. Both outlast the part of the page they were begun
 * in and the lock of the same person, in memory alone: who signs out or reloads the window loses them.
 */
export const createSendsStore = (bridge: Pick<Bridge, 'release'>, newKey: () => string): SendsStore =>
  createStore<SendsStoreState>((set, get) => {
    const running = new Map<string, Promise<Reply<Sent>>>()
    /** A send that began before a sign-out changes nothing for the next person. */
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
      const isKnown = send.failure === null ? !mayHaveGone(failure) : judged.includes(failure.code)
      if (isKnown) set({ open: without(idempotencyKey) })
      else {
        const isAside = get().open.find(({ input }) => input.idempotencyKey === idempotencyKey)?.isAside ?? false
        // Not sent now: that says nothing about the try before.
        const why = isNotSent('bridge', failure) ? (send.failure ?? failure) : failure
        put({ ...send, failure: why, isBusy: false, isAside })
      }
      return reply
    }

    return {
      open: [],
      passwords: [],
      send: ({ input, label, who }) => {
        const known = get().open.find((one) => isSameWay(one.input, input))
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
      putAside: (way) =>
        set({
          open: get().open.flatMap((one) =>
            isSameWay(one.input, way) ? (isSpent(one) ? [] : [{ ...one, isAside: true }]) : [one],
          ),
        }),
      dropPassword: (deliveryID) =>
        set({ passwords: get().passwords.filter(({ delivery }) => delivery.deliveryID !== deliveryID) }),
      clear: () => {
        readings.expire()
        running.clear()
        set({ open: [], passwords: [] })
      },
    }
  })
