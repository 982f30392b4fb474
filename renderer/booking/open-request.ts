/**
 * The one request of a form: the idempotency key it goes out under, and what was sent for as long as the outcome is open.
 */
export type OpenRequest<Input> = {
  readonly key: () => string
  /** Takes the key of a draft. */
  readonly adoptKey: (key: string) => void
  /** What was sent, while it may or may not be done; null otherwise. */
  readonly sent: () => Input | null
  readonly begin: (input: Input) => void
  /** The outcome is known, or the form begins again: the next request has its own key. */
  readonly end: () => void
}

export const createOpenRequest = <Input>(newKey: () => string): OpenRequest<Input> => {
  let key = newKey()
  let sent: Input | null = null
  return {
    key: () => key,
    adoptKey: (kept) => {
      key = kept
    },
    sent: () => sent,
    begin: (input) => {
      sent = input
    },
    end: () => {
      sent = null
      key = newKey()
    },
  }
}
