import { z } from 'zod'

/**
 * The states of a message: waiting for its time (`planned`), taken by one server (`claimed`), given to the mail server
 * or gateway without a recorded answer yet (`handed-over`), and the final states. `uncertain` means that the member may
 * have received the message: it is never sent again without a decision by staff.
 * @internal Tests cover every state.
 */
export const messageStates = ['planned', 'claimed', 'handed-over', 'sent', 'uncertain', 'failed', 'withdrawn'] as const
export const messageStateSchema = z.enum(messageStates)
export type MessageState = (typeof messageStates)[number]

/**
 * The answer of the mail server or gateway. All answers except `sent` and `unknown` mean that the member has certainly
 * not received the message.
 */
export type SendResult =
  /** `receipt` is the gateway's id of a text message, which the delivery report also has. */
  | { readonly kind: 'sent'; readonly receipt?: string }
  | { readonly kind: 'refused'; readonly code: string }
  /** The member told the gateway to send nothing to this number. */
  | { readonly kind: 'opted-out' }
  | { readonly kind: 'retry'; readonly code: string; readonly afterSeconds?: number | undefined }
  | { readonly kind: 'unknown'; readonly code: string }

export type MessageEvent =
  | { readonly kind: 'claim' }
  | { readonly kind: 'hand-over' }
  | { readonly kind: 'result'; readonly result: SendResult; readonly attempts: number; readonly isPressed: boolean }
  | { readonly kind: 'lease-expired' }
  | { readonly kind: 'restore' }
  | { readonly kind: 'withdraw' }
  | { readonly kind: 'delay' }
  | { readonly kind: 'undelivered' | 'opted-out' | 'bounced' }
  | { readonly kind: 'confirm-arrived' }
  | { readonly kind: 'send-again' | 'dismiss' | 'opt-out' | 'opted-in' }

/**
 * After this many attempts that reached no server, the message fails and waits for staff.
 * @internal Tests check it.
 */
export const maxMessageAttempts = 10

/**
 * Returns the next state of a message, or null if the event is not possible in this state. A result also replaces
 * `uncertain`, because it is the real answer of the same attempt. A message that staff sent by hand is not retried: the
 * sender reads the failure and decides. After a backup is restored, an open message becomes uncertain, because it may
 * have been sent after the backup was made.
 */
export const decideMessage = (state: MessageState, event: MessageEvent): MessageState | null => {
  switch (event.kind) {
    case 'claim':
      return state === 'planned' ? 'claimed' : null
    case 'hand-over':
      return state === 'claimed' ? 'handed-over' : null
    case 'delay':
      return state === 'claimed' ? 'planned' : null
    case 'lease-expired':
      if (state === 'claimed') return 'planned'
      return state === 'handed-over' ? 'uncertain' : null
    case 'restore':
      return state === 'planned' || state === 'claimed' || state === 'handed-over' ? 'uncertain' : null
    case 'withdraw':
      return state === 'planned' || state === 'claimed' ? 'withdrawn' : null
    case 'undelivered':
    case 'bounced':
      return state === 'sent' ? 'failed' : null
    case 'opted-out':
      return state === 'sent' ? 'withdrawn' : null
    case 'confirm-arrived':
      return state === 'uncertain' ? 'sent' : null
    case 'send-again':
      return state === 'uncertain' || state === 'failed' ? 'planned' : null
    case 'opted-in':
      return state === 'withdrawn' ? 'planned' : null
    case 'opt-out':
      // A message that arrived stays sent: the opt-out applies to later messages.
      if (state === 'sent') return 'sent'
      return state === 'uncertain' || state === 'failed' ? 'withdrawn' : null
    case 'dismiss':
      return state === 'uncertain' || state === 'failed' ? 'withdrawn' : null
    case 'result':
      return state === 'handed-over' || state === 'uncertain' ? afterResult(event) : null
  }
}

const afterResult = ({ result, attempts, isPressed }: Extract<MessageEvent, { kind: 'result' }>): MessageState => {
  if (result.kind === 'sent') return 'sent'
  if (result.kind === 'unknown') return 'uncertain'
  if (result.kind === 'opted-out') return 'withdrawn'
  if (result.kind === 'refused' || isPressed || attempts >= maxMessageAttempts) return 'failed'
  return 'planned'
}

const firstSeconds = 60
const maxSeconds = 4 * 3600

/**
 * Returns the seconds until the attempt after number `attempts`: about 1, 2, 4 minutes ... 4 hours. `chance` (0 to 1)
 * is the jitter that spreads the servers' attempts. If the gateway names a time, there is no earlier attempt.
 */
export const messageBackOff = (attempts: number, chance: number, afterSeconds = 0): number => {
  const ceiling = Math.min(maxSeconds, firstSeconds * 2 ** Math.min(Math.max(0, attempts - 1), 20))
  return Math.max(Math.round(ceiling * (0.5 + chance / 2)), Math.min(Math.max(0, afterSeconds), maxSeconds))
}
