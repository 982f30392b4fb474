import type { Stripe, StripeCardNumberElement } from '@stripe/stripe-js'
import { useEffect, useRef, useState } from 'react'
import { formatMoney } from '#domain/format/format-money.ts'
import { type Country, countries } from '#domain/members/country.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { ComboBox } from '../kit/controls/combo-box.tsx'
import type { CardFormParts } from './card-page.ts'
import { cardWindowWords } from './card-window-words.ts'
import { countryCodes } from './country-codes.ts'

const boxes = [
  { name: 'cardNumber', label: cardWindowWords.boxes.cardNumber },
  { name: 'cardExpiry', label: cardWindowWords.boxes.cardExpiry },
  { name: 'cardCvc', label: cardWindowWords.boxes.cardCvc },
] as const
type BoxName = (typeof boxes)[number]['name']

/** The state of a box: whether it is complete, and its problem. */
type BoxState = { readonly isComplete: boolean; readonly problem: string | null }
const untouched: BoxState = { isComplete: false, problem: null }

const countryOptions = countries.map((country) => ({ value: country, label: country }))
const isCountry = (value: string | null): value is Country => countries.some((country) => country === value)

type Box = {
  mount(to: HTMLElement): void
  destroy(): void
  focus(): void
  on(name: 'change', listener: (event: { complete: boolean; error?: { message: string } | undefined }) => void): unknown
}

/**
 * Creates the provider's boxes. They accept no CSS variables, so their colour and font size are read from the rendered
 * form.
 */
const createBoxes = (stripe: Stripe, drawn: HTMLElement): Readonly<Record<BoxName, Box>> => {
  const { color, fontSize } = getComputedStyle(drawn)
  const elements = stripe.elements()
  const style = { base: { color, fontSize, iconColor: color } }
  return {
    cardNumber: elements.create('cardNumber', { style, showIcon: true }) as unknown as Box,
    cardExpiry: elements.create('cardExpiry', { style }) as unknown as Box,
    cardCvc: elements.create('cardCvc', { style }) as unknown as Box,
  }
}

/** Shows the provider's own boxes for the card's details. This window cannot read their content. */
export function CardForm({ form }: { form: CardFormParts }) {
  const { stripe, request, pay, finish } = form
  const drawn = useRef<HTMLFormElement>(null)
  const mounted = useRef<Readonly<Record<BoxName, Box>> | null>(null)
  const [states, setStates] = useState<Readonly<Record<BoxName, BoxState>>>({
    cardNumber: untouched,
    cardExpiry: untouched,
    cardCvc: untouched,
  })
  const [country, setCountry] = useState<string | null>(request.currency === 'CAD' ? 'Canada' : 'United States')
  const [isPaying, setIsPaying] = useState(false)
  const [wasPressed, setWasPressed] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    const place = drawn.current
    if (place === null) return
    const created = createBoxes(stripe, place)
    mounted.current = created
    for (const { name } of boxes) {
      const holder = place.querySelector<HTMLElement>(`[data-box=${name}]`)
      if (holder !== null) created[name].mount(holder)
      created[name].on('change', ({ complete, error }) =>
        setStates((before) => ({ ...before, [name]: { isComplete: complete, problem: error?.message ?? null } })),
      )
    }
    return () => {
      for (const { name } of boxes) created[name].destroy()
      mounted.current = null
    }
  }, [stripe])

  const lacks = (name: BoxName, label: string): string | null => {
    const { isComplete, problem: wrong } = states[name]
    return wrong ?? (wasPressed && !isComplete ? cardWindowWords.missing(label) : null)
  }

  const submit = async (): Promise<void> => {
    if (isPaying) return
    setWasPressed(true)
    setProblem(null)
    const card = mounted.current
    const first = boxes.find(({ name }) => !states[name].isComplete)
    if (card === null || !isCountry(country)) return
    if (first !== undefined) return card[first.name].focus()
    setIsPaying(true)
    const result = await pay(card.cardNumber as unknown as StripeCardNumberElement, countryCodes[country])
    if ('done' in result) return finish(result.done)
    setIsPaying(false)
    setProblem(result.stay)
  }

  return (
    <form
      ref={drawn}
      className="card-window"
      aria-label={cardWindowWords.title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <h1>{cardWindowWords.title}</h1>
      {problem === null ? null : <Banner tone="error" title={problem} />}
      {boxes.map(({ name, label }) => {
        const wrong = lacks(name, label)
        return (
          <div key={name} className="w-field">
            <button
              type="button"
              tabIndex={-1}
              className="card-window__label"
              onClick={() => mounted.current?.[name].focus()}
            >
              {label}
              <span className="w-field__star" aria-hidden="true">
                *
              </span>
            </button>
            <div
              className="w-control card-window__box"
              data-box={name}
              data-invalid={wrong === null ? undefined : true}
            />
            {wrong === null ? null : (
              <p role="alert" className="card-window__problem">
                {wrong}
              </p>
            )}
          </div>
        )
      })}
      <ComboBox
        label={cardWindowWords.country}
        isRequired
        options={countryOptions}
        value={country}
        onChange={setCountry}
        errorMessage={wasPressed && !isCountry(country) ? cardWindowWords.countryMissing : undefined}
      />
      <Button type="submit" variant="primary" size="large" isPending={isPaying}>
        {cardWindowWords.pay(formatMoney(request.amount, request.currency))}
      </Button>
    </form>
  )
}
