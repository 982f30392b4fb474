/**
 * Stripe's script for card fields as its documentation describes it. Each box is a frame with the provider's origin,
 * and only the frame can read what is typed. The script has no imports, so that the same text can be served to a
 * browser in place of https://js.stripe.com/.../stripe.js.
 */
type Change = { complete: boolean; empty: boolean; error?: { message: string } }
type FakeBox = { name: string; frame: HTMLIFrameElement; value: string; listeners: ((change: Change) => void)[] }

const boxAddress = 'https://js.stripe.com/fake-box.html'
const lengths: Readonly<Record<string, number>> = { cardNumber: 16, cardExpiry: 4, cardCvc: 3 }

export const createFakeStripe = () => {
  const confirmations: object[] = []
  const create = (key: string) => {
    const boxes = new Map<string, FakeBox>()
    window.addEventListener('message', ({ origin, source, data }) => {
      const box = [...boxes.values()].find(({ frame }) => frame.contentWindow === source)
      if (box === undefined || origin !== 'https://js.stripe.com') return
      box.value = String(data).replace(/\D/g, '')
      const complete = box.value.length === lengths[box.name]
      for (const listener of box.listeners) listener({ complete, empty: box.value === '' })
    })
    const createBox = (name: string) => {
      const frame = document.createElement('iframe')
      frame.title = `Secure ${name} input frame`
      frame.src = `${boxAddress}#${name}`
      const box: FakeBox = { name, frame, value: '', listeners: [] }
      return {
        mount: (to: HTMLElement) => {
          boxes.set(name, box)
          frame.width = '100%'
          frame.height = '20'
          to.replaceChildren(frame)
        },
        destroy: () => {
          boxes.delete(name)
          frame.remove()
        },
        focus: () => frame.contentWindow?.postMessage('focus', 'https://js.stripe.com'),
        on: (_event: string, listener: (change: Change) => void) => void box.listeners.push(listener),
      }
    }
    const confirmCardPayment = async (
      clientSecret: string,
      { payment_method }: { payment_method: { billing_details: object } },
    ) => {
      confirmations.push({ key, clientSecret, ...payment_method.billing_details })
      const id = `pi_${clientSecret}`
      const number = boxes.get('cardNumber')?.value
      if (boxes.get('cardExpiry')?.value.endsWith('20')) {
        return {
          error: { type: 'validation_error', code: 'invalid_expiry_year_past', message: 'Your card is in the past.' },
        }
      }
      if (number === '4000000000000002') {
        const payment_intent = { id, status: 'requires_payment_method' }
        const message = 'Your card was declined.'
        return {
          error: {
            type: 'card_error',
            code: 'card_declined',
            decline_code: 'generic_decline',
            message,
            payment_intent,
          },
        }
      }
      if (number === '4000000000000119') return { error: { type: 'api_connection_error', message: 'No connection.' } }
      return { paymentIntent: { id, status: 'succeeded' } }
    }
    return { elements: () => ({ create: createBox }), confirmCardPayment, _registerWrapper: () => undefined }
  }
  return Object.assign(create, { confirmations, version: 'endive' })
}
