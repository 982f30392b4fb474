/**
 * Stripe's reader script as its documentation and types describe it, with three simulated readers, one of them offline,
 * and a processor in memory. It returns errors as values, runs one command at a time, and ends a cancelled wait with
 * the code `canceled`. It has no imports, so that the same text can be served to a browser in place of
 * https://js.stripe.com/terminal/v1.
 */
type FakeNextCard =
  | 'approve'
  | 'decline'
  | 'unreadable'
  | 'never-present'
  | 'lose-reader-before'
  | 'lose-reader-after'
  /** The connection breaks while the reader waits for a card, then comes back, and the reader reads the card. */
  | 'lose-reader-for-a-moment'
  | 'network-error'
  | 'needs-confirmation-again'

type Answer = Readonly<Record<string, unknown>>
type Props = {
  onFetchConnectionToken: () => Promise<string>
  onUnexpectedReaderDisconnect?: (event: object) => void
  onConnectionStatusChange?: (event: { status: string }) => void
  onPaymentStatusChange?: (event: { status: string }) => void
}

type FakeStripeTerminal = {
  readonly script: { create(props: Props): Readonly<Record<string, unknown>> }
  next: FakeNextCard
  /** The number of charges of each intent. The key is the intent's secret. */
  readonly charged: Map<string, number>
  readonly refunds: Answer[]
  readonly discoveries: Answer[]
  readonly connections: Answer[]
  readonly tokens: string[]
  readonly statuses: string[]
  /** The number of cards that a reader read after the workstation lost its connection to that reader. */
  takenLate: number
  /** Whether another desk uses the readers. */
  isInUse: boolean
}

export const createFakeStripeTerminal = (): FakeStripeTerminal => {
  const error = (code: string, message: string, more: Answer = {}): Answer => ({ error: { code, message, ...more } })
  const fake: FakeStripeTerminal = {
    script: { create: (props) => create(props) },
    next: 'approve',
    charged: new Map(),
    refunds: [],
    discoveries: [],
    connections: [],
    tokens: [],
    statuses: [],
    takenLate: 0,
    isInUse: false,
  }
  const readers = [
    { id: 'tmr_1', label: 'Front desk', device_type: 'simulated_wisepos_e', status: 'online' },
    { id: 'tmr_2', label: 'Back desk', device_type: 'simulated_wisepos_e', status: 'online' },
    { id: 'tmr_3', label: 'Cupboard', device_type: 'simulated_wisepos_e', status: 'offline' },
  ]

  const create = (props: Props) => {
    let connection = 'not_connected'
    let isBusy = false
    let stopWaiting: ((answer: Answer) => void) | null = null
    let card: FakeNextCard = 'approve'
    let refund: Answer | null = null
    let confirmations = 0

    const setConnection = (status: string): void => {
      connection = status
      props.onConnectionStatusChange?.({ status })
    }
    const setPayment = (status: string): void => {
      fake.statuses.push(status)
      props.onPaymentStatusChange?.({ status })
    }
    const loseReader = (): Promise<Answer> => {
      setConnection('not_connected')
      props.onUnexpectedReaderDisconnect?.({ error: { message: 'The reader was lost.' } })
      // As with Stripe's script, a command never gets an answer when its reader is gone for good.
      return new Promise(() => undefined)
    }
    const alone = async (work: () => Promise<Answer>): Promise<Answer> => {
      if (connection !== 'connected') return error('no_established_connection', 'No reader is connected.')
      if (isBusy) return error('command_already_in_progress', 'Another command is in progress.')
      isBusy = true
      try {
        return await work()
      } finally {
        isBusy = false
      }
    }
    const present = async (): Promise<Answer | null> => {
      card = fake.next
      fake.next = 'approve'
      setPayment('waiting_for_input')
      await null
      if (card === 'never-present') {
        const stopped = await new Promise<Answer>((resolve) => {
          stopWaiting = resolve
        })
        stopWaiting = null
        setPayment('ready')
        return stopped
      }
      if (card === 'lose-reader-before') return loseReader()
      if (card === 'lose-reader-for-a-moment') {
        props.onUnexpectedReaderDisconnect?.({ error: { message: 'The reader was lost.' } })
        await new Promise((back) => setTimeout(back, 5))
        fake.takenLate += 1
      }
      setPayment('ready')
      return card === 'unreadable' ? error('reader_error', "The card couldn't be read.") : null
    }
    const cancel = async (): Promise<Answer> => {
      if (stopWaiting === null) return error('no_active_collect_payment_method_attempt', 'Nothing is being collected.')
      stopWaiting(error('canceled', 'The command was canceled.'))
      return {}
    }

    return {
      getConnectionStatus: () => connection,
      getPaymentStatus: () => (connection === 'connected' ? 'ready' : 'not_ready'),
      discoverReaders: async (config: Answer) => {
        fake.discoveries.push(config)
        return { discoveredReaders: readers }
      },
      connectReader: async (reader: Answer, options: Answer) => {
        fake.connections.push({ id: reader.id, ...options })
        setConnection('connecting')
        try {
          fake.tokens.push(await props.onFetchConnectionToken())
        } catch (thrown) {
          setConnection('not_connected')
          return error('failed_fetch_connection_token', thrown instanceof Error ? thrown.message : 'failed')
        }
        if (fake.isInUse && options.fail_if_in_use === true) {
          setConnection('not_connected')
          return error('reader_error', 'The reader is already in use by another point of sale.')
        }
        setConnection('connected')
        return { reader }
      },
      disconnectReader: async () => {
        setConnection('not_connected')
        return {}
      },
      collectPaymentMethod: (clientSecret: string) =>
        alone(async () => {
          if (fake.charged.has(clientSecret)) return error('payment_intent_unexpected_state', 'It has succeeded.')
          return (await present()) ?? { paymentIntent: { id: `pi_${clientSecret}`, client_secret: clientSecret } }
        }),
      cancelCollectPaymentMethod: cancel,
      processPayment: (intent: { id: string; client_secret: string }) =>
        alone(async () => {
          setPayment('processing')
          await null
          const asked = { id: intent.id, status: 'requires_payment_method' }
          if (card === 'decline') {
            setPayment('ready')
            return error('card_declined', 'Your card was declined.', {
              decline_code: 'generic_decline',
              payment_intent: asked,
            })
          }
          if (card === 'needs-confirmation-again' && confirmations === 0) {
            confirmations += 1
            setPayment('ready')
            return error('api_error', 'Please try again.', {
              payment_intent: { ...asked, status: 'requires_confirmation' },
            })
          }
          fake.charged.set(intent.client_secret, (fake.charged.get(intent.client_secret) ?? 0) + 1)
          if (card === 'lose-reader-after') return loseReader()
          setPayment('ready')
          if (card === 'network-error') return error('network_error', 'The network was lost.')
          const details = { card_present: { brand: 'visa', last4: '4242' } }
          return {
            paymentIntent: {
              id: intent.id,
              status: 'succeeded',
              charges: { data: [{ payment_method_details: details }] },
            },
          }
        }),
      collectRefundPaymentMethod: (charge: string, amount: number, currency: string) =>
        alone(async () => {
          refund = { charge, amount, currency }
          return (await present()) ?? {}
        }),
      cancelCollectRefundPaymentMethod: cancel,
      processRefund: () =>
        alone(async () => {
          if (card === 'decline') {
            return error('card_declined', 'The refund was declined.', { decline_code: 'generic_decline' })
          }
          fake.refunds.push(refund ?? {})
          return { refund: { id: `re_${fake.refunds.length}`, status: 'succeeded' } }
        }),
    }
  }
  return fake
}
