import { describe, expect, it } from 'vitest'
import { frameSources, isFrameAddress, isFrameResource } from '#main/bridge/frame-sources.ts'

const clinic = frameSources('https://back-office.example:8443/atrium')
const embedded = frameSources(null)

describe('frame sources', () => {
  it('are the scheduling service and the back office, wherever it runs', () => {
    expect(clinic).toEqual(['https://calendly.com', 'https://back-office.example:8443'])
    expect(embedded).toEqual(['https://calendly.com', 'http://127.0.0.1:*'])
  })

  it.each([
    'http://back-office.example',
    'http://10.0.0.7:8080/atrium',
    'http://127.0.0.1.example',
    'http://localhost.example',
    'ftp://back-office.example',
    'javascript:alert(1)',
    'nonsense',
  ])('do not include the address %s', (address) => {
    expect(frameSources(address)).toEqual(['https://calendly.com'])
  })

  it.each(['http://127.0.0.1:4210', 'http://localhost:4210', 'http://[::1]:4210'])(
    'include an unencrypted server on this computer: %s',
    (address) => {
      expect(frameSources(`${address}/`)).toEqual(['https://calendly.com', address])
    },
  )

  it.each([
    ['https://calendly.com/atrium/np?name=x', clinic, true],
    ['https://back-office.example:8443/calendly/np', clinic, true],
    ['https://back-office.example/calendly/np', clinic, false],
    ['http://127.0.0.1:4210/', clinic, false],
    ['http://127.0.0.1:4210/calendly/np', embedded, true],
    ['http://127.0.0.1/', embedded, true],
    ['https://127.0.0.1:4210/', embedded, false],
    ['http://127.0.0.1.example.invalid/', embedded, false],
    ['http://localhost:4210/', embedded, false],
    ['http://calendly.com/', clinic, false],
    ['https://calendly.com.example.invalid/', clinic, false],
    ['https://calendly.com:444/', clinic, false],
    ['https://user@calendly.com/', clinic, false],
    ['https://assets.calendly.com/', clinic, false],
    ['data:text/html,x', clinic, false],
    ['about:blank', clinic, false],
    ['', clinic, false],
  ])('decide whether a frame may show the address "%s"', (address, sources, isIn) => {
    expect(isFrameAddress(sources, address)).toBe(isIn)
  })

  it("let a page in a frame load the service's own subdomains, and nothing else", () => {
    const loads = (address: string): boolean => isFrameResource(clinic, address)
    expect(loads('https://assets.calendly.com/a.js')).toBe(true)
    expect(loads('https://calendly.com/a.js')).toBe(true)
    expect(loads('https://evilcalendly.com/a.js')).toBe(false)
    expect(loads('http://assets.calendly.com/a.js')).toBe(false)
    expect(loads('https://assets.calendly.com.example.invalid/a.js')).toBe(false)
    expect(loads('app://atrium/')).toBe(false)
  })
})
