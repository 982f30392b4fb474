import { describe, expect, it } from 'vitest'
import { toEmbeddedAddress } from '#renderer/consult/embedded-address.ts'

describe('the address of a scheduler’s page in a frame', () => {
  it.each([
    ['https://calendly.com/atrium/np?name=Zo%C3%AB', '/atrium/np', { name: 'Zoë' }],
    ['https://calendly.com/reschedulings/inv-000001', '/reschedulings/inv-000001', {}],
    ['https://calendly.com/x?embed_domain=elsewhere.example&embed_type=PopupWidget', '/x', {}],
  ])('adds the parent’s host and the type of embedding to the address %s', (url, path, others) => {
    const address = new URL(toEmbeddedAddress({ url, origin: 'https://calendly.com' }, '127.0.0.1:4321'))
    expect([address.origin, address.pathname]).toEqual(['https://calendly.com', path])
    expect(Object.fromEntries(address.searchParams)).toEqual({
      ...others,
      embed_domain: '127.0.0.1:4321',
      embed_type: 'Inline',
    })
  })

  it('leaves the address of the back office’s stand-in for the service unchanged', () => {
    const page = { url: 'http://127.0.0.1:4210/calendly/vancouver?name=Z', origin: 'http://127.0.0.1:4210' }
    expect(toEmbeddedAddress(page, 'atrium')).toBe(page.url)
  })
})
