import { useRef, useState } from 'react'
import { useStore } from 'zustand'
import { formatMoney } from '#domain/format/format-money.ts'
import { countries } from '#domain/members/country.ts'
import { type CardField, checkCardFields } from '#domain/payments/test-cards.ts'
import { todayAt } from '#domain/values/location-clock.ts'
import { toDecimalAmount } from '#domain/values/money.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { ComboBox } from '../../kit/controls/combo-box.tsx'
import { TextField } from '../../kit/controls/text-field.tsx'
import { CommitButton } from './commit-button.tsx'
import { describeRefusal } from './payment-failures.ts'
import type { PaymentPartProps } from './payment-part-props.ts'
import { useTerminalCharge } from './quick-pay.tsx'
import { takePaymentWords } from './take-payment-words.ts'
import { useCardAmount } from './terminal-amount.ts'
import { TerminalSums } from './terminal-sums.tsx'

const words = takePaymentWords.card

type Typed = Readonly<Record<CardField, string>>

const countryOptions = countries.map((country) => ({ value: country, label: country }))

/**
 * Takes a typed card. With a card provider, the user types it into the provider's own window, which Atrium cannot read.
 * Outside production, if the provider is simulated, a marked stand-in accepts only the published test numbers. Neither
 * a draft nor the browser stores card data, and this form clears the number when it is sent or refused.
 */
export function CardFieldsForm(props: PaymentPartProps) {
  const processor = useStore(props.stores.connectivity, (state) => state.connectivity?.cardProcessor ?? null)
  const environment = useStore(props.stores.connectivity, (state) => state.connectivity?.environment)
  if (processor === 'stripe') return <ProviderFields {...props} />
  if (processor === 'simulated' && environment !== 'PRODUCTION') return <StandIn {...props} />
  return <NoFields {...props} why={processor === null ? words.processorUnknown : words.noProcessor} />
}

/** Shows why no card can be typed. A connected card terminal can still charge one. */
function NoFields({ why, ...props }: PaymentPartProps & { readonly why: string }) {
  const charge = useTerminalCharge(props)
  return (
    <>
      <p className="pp-why">{why}</p>
      {charge === null ? null : <CommitButton {...charge} reason={null} view={props.view} />}
    </>
  )
}

/** Opens the provider's window with its card fields. The payment waits until the user has typed the card there. */
function ProviderFields(props: PaymentPartProps) {
  const { desk, view, stores, gates } = props
  const [isPending, setIsPending] = useState(false)
  const sums = useCardAmount(props, 'card')
  const charge = useTerminalCharge(props)
  const start = async (): Promise<void> => {
    if (isPending) return
    setIsPending(true)
    const amount = toDecimalAmount(sums.amount)
    const { studyID } = view.study
    const reply = await stores.attempts.getState().start({ studyID, amount, through: 'card-fields' })
    setIsPending(false)
    if (!reply.ok) desk.getState().say(describeRefusal('payment', reply.failure))
  }
  return (
    <>
      <Banner title={words.windowTitle}>{words.windowText}</Banner>
      <TerminalSums view={view} sums={sums} />
      <CommitButton
        commit={isPending ? 'pending' : 'idle'}
        reason={gates.take ?? sums.problem}
        other={charge}
        act={words.openWindow(formatMoney(sums.amount, view.payments.currency))}
        view={view}
        onPress={() => void start()}
      />
    </>
  )
}

/** The stand-in for the provider's fields in environments that may not charge a real card. */
function StandIn(props: PaymentPartProps) {
  const { desk, view, stores, gates } = props
  const empty: Typed = {
    number: '',
    expiry: '',
    code: '',
    country: view.payments.currency === 'CAD' ? 'Canada' : 'United States',
  }
  const [typed, setTyped] = useState(empty)
  const [problems, setProblems] = useState<Readonly<Partial<Record<CardField, string>>>>({})
  const [isPending, setIsPending] = useState(false)
  const minute = useStore(stores.clock, (state) => state.minute)
  const sums = useCardAmount(props, 'card')
  const charge = useTerminalCharge(props)
  const numberRef = useRef<HTMLInputElement>(null)

  const type = (field: CardField, text: string): void => {
    setTyped({ ...typed, [field]: text })
    setProblems({ ...problems, [field]: undefined })
  }
  const pay = async (): Promise<void> => {
    if (isPending) return
    const check = checkCardFields(typed, todayAt(minute, view.location.timezone))
    if (!check.ok) {
      setProblems(check.fields)
      if (check.fields.number !== undefined) {
        // The refused number may be a real one, so it does not stay on the screen.
        setTyped({ ...typed, number: '' })
        numberRef.current?.focus()
      }
      return
    }
    setTyped({ ...typed, number: '' })
    setProblems({})
    setIsPending(true)
    const reply = await stores.attempts
      .getState()
      .startWithCard({ studyID: view.study.studyID, amount: toDecimalAmount(sums.amount) }, check.paymentMethod)
    setIsPending(false)
    // The user may have begun to type the next card before the reply arrived.
    if (reply.ok) setTyped((now) => (now.number === '' ? empty : now))
    else desk.getState().say(describeRefusal('payment', reply.failure))
  }
  return (
    <>
      <Banner tone="warning" className="pp-training" title={words.trainingTitle}>
        {words.trainingText}
      </Banner>
      <TerminalSums view={view} sums={sums} />
      <TextField
        ref={numberRef}
        className="pp-card-field"
        label={words.number}
        isRequired
        inputMode="numeric"
        autoComplete="off"
        placeholder={words.testNumber}
        value={typed.number}
        onChange={(text) => type('number', text)}
        errorMessage={problems.number}
      />
      <div className="pp-pair pp-pair--even">
        <TextField
          className="pp-card-field"
          label={words.expiry}
          isRequired
          inputMode="numeric"
          autoComplete="off"
          placeholder={words.expiryForm}
          value={typed.expiry}
          onChange={(text) => type('expiry', text)}
          errorMessage={problems.expiry}
        />
        <TextField
          className="pp-card-field"
          label={words.code}
          isRequired
          type="password"
          inputMode="numeric"
          autoComplete="off"
          value={typed.code}
          onChange={(text) => type('code', text)}
          errorMessage={problems.code}
        />
      </div>
      <ComboBox
        label={words.country}
        isRequired
        options={countryOptions}
        value={typed.country === '' ? null : typed.country}
        onChange={(country) => type('country', country ?? '')}
        errorMessage={problems.country}
      />
      <CommitButton
        commit={isPending ? 'pending' : 'idle'}
        reason={gates.take ?? sums.problem}
        other={charge}
        act={words.pay(formatMoney(sums.amount, view.payments.currency))}
        view={view}
        onPress={() => void pay()}
      />
    </>
  )
}
