/** The one request of a form: its idempotency key and, from sending until the result is known, its input. */
export type OpenRequest<Input> = {
  readonly key: () => string
  /** Adopts the key of a draft. */
  readonly adoptKey: (key: string) => void
  /** Returns the input that was sent and has no known result yet; null for none. */
  readonly sent: () => Input | null
  readonly begin: (input: Input) => void
  /** Records that the result is known or the form starts again: the next request has a new key. */
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
