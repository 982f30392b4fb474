import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chooseGateway } from '#back-office/outside/sms/choose-gateway.ts'
import { toTwilioAccount, toTwilioUrl } from '#back-office/outside/sms/twilio-account.ts'
import { createTwilioGateway } from '#back-office/outside/sms/twilio-gateway.ts'
import { type FakeTwilioApi, fakeTwilioAccount, startFakeTwilioApi } from '#test/fakes/fake-twilio-api.ts'

const message = { to: '+16045550142', from: '+16045550100', text: 'Harbour Clinic: zoë’s time is 9:40 & more' }

describe("the client of the gateway's API", () => {
  let api: FakeTwilioApi
  beforeAll(async () => {
    api = await startFakeTwilioApi()
  })
  afterAll(() => api.close())
  beforeEach(() => {
    api.trouble(null)
    api.received.length = 0
  })
  const gateway = (authToken: string = fakeTwilioAccount.authToken, timeoutMs = 10_000) =>
    createTwilioGateway({ accountID: fakeTwilioAccount.accountID, authToken, baseUrl: api.url, timeoutMs })
  const receiptOf = async (): Promise<string> => {
    const sent = await gateway().send(message)
    return sent.kind === 'sent' ? (sent.receipt ?? '') : ''
  }

  it('sends a message in the official API format, and reports its delivery', async () => {
    const receipt = await receiptOf()
    expect(receipt).toMatch(/^SM\d{32}$/)
    expect(api.received).toEqual([message])
    expect(await gateway().readDelivery(receipt)).toEqual({ kind: 'pending' })
  })

  it.each([
    ['sending', null, { kind: 'pending' }],
    ['sent', null, { kind: 'pending' }],
    ['delivered', null, { kind: 'delivered' }],
    ['undelivered', 30006, { kind: 'undelivered', code: 'number-landline' }],
    ['undelivered', 30003, { kind: 'undelivered', code: 'number-unreachable' }],
    ['failed', 30007, { kind: 'undelivered', code: 'carrier-refused' }],
    ['failed', 99999, { kind: 'undelivered', code: 'gateway-refused' }],
    ['undelivered', null, { kind: 'undelivered', code: 'gateway-refused' }],
    ['failed', 21610, { kind: 'opted-out' }],
    ['a new word', null, { kind: 'pending' }],
  ])('reads the state %s with the error %s', async (status, code, report) => {
    const receipt = await receiptOf()
    api.setState(1, status, code)
    expect(await gateway().readDelivery(receipt)).toEqual(report)
  })

  it.each([
    [{ status: 400, code: 21610 }, { kind: 'opted-out' }],
    [
      { status: 400, code: 21614 },
      { kind: 'refused', code: 'number-landline' },
    ],
    [
      { status: 400, code: 21211 },
      { kind: 'refused', code: 'number-not-valid' },
    ],
    [
      { status: 400, code: 21408 },
      { kind: 'refused', code: 'number-foreign' },
    ],
    [
      { status: 400, code: 21606 },
      { kind: 'refused', code: 'sender-refused' },
    ],
    [
      { status: 400, code: 12345 },
      { kind: 'refused', code: 'gateway-refused' },
    ],
    [
      { status: 429, code: 20429 },
      { kind: 'retry', code: 'unreachable' },
    ],
    [
      { status: 500, code: 20500 },
      { kind: 'unknown', code: 'no-answer' },
    ],
    [
      { status: 503, code: 20503 },
      { kind: 'unknown', code: 'no-answer' },
    ],
    ['talks' as const, { kind: 'unknown', code: 'no-answer' }],
    ['hangs' as const, { kind: 'unknown', code: 'no-answer' }],
    ['hangs up' as const, { kind: 'unknown', code: 'no-answer' }],
  ])('turns the fault %j into %j, and sends only one request', async (trouble, result) => {
    api.trouble(trouble)
    const timeoutMs = trouble === 'hangs' ? 1_000 : undefined
    expect(await gateway(undefined, timeoutMs).send(message)).toEqual(result)
    expect(api.received).toHaveLength(trouble === 'hangs up' ? 1 : 0)
  })

  it('asks for a retry after a wrong token or without a connection, and reports an unknown receipt as unknown', async () => {
    expect(await gateway('wrong').send(message)).toEqual({ kind: 'retry', code: 'not-configured' })
    expect(await gateway('wrong').readDelivery(`SM${'0'.repeat(31)}1`)).toEqual({ kind: 'unknown' })
    expect(await gateway().readDelivery('../Balance')).toEqual({ kind: 'unknown' })
    const nowhere = createTwilioGateway({ ...fakeTwilioAccount, baseUrl: 'http://127.0.0.1:1' })
    expect(await nowhere.send(message)).toEqual({ kind: 'retry', code: 'unreachable' })
  })
})

describe('chooseGateway', () => {
  it('chooses Twilio only outside a demo, and only with the account id and the token', async () => {
    const kindOf = (account: object, isDemo = false): Promise<string> =>
      chooseGateway({ accountID: undefined, authToken: undefined, ...account }, { isDemo }).then(({ kind }) => kind)
    expect(await kindOf(fakeTwilioAccount)).toBe('twilio')
    expect(await kindOf(fakeTwilioAccount, true)).toBe('none')
    expect(await kindOf({ ...fakeTwilioAccount, baseUrl: 'http://127.0.0.1:1' }, true)).toBe('none')
    expect(await kindOf({ ...fakeTwilioAccount, authToken: ' ' })).toBe('none')
    expect(await kindOf({ ...fakeTwilioAccount, accountID: undefined })).toBe('none')
  })

  it('reads the id of an account', () => {
    expect(toTwilioAccount(` ${fakeTwilioAccount.accountID} `)).toBe(fakeTwilioAccount.accountID)
    expect(toTwilioAccount('')).toBeUndefined()
    expect(toTwilioAccount('AC123/../x')).toBeNull()
  })

  it.each([
    ['', undefined],
    [' https://api.dublin.ie1.twilio.com/ ', 'https://api.dublin.ie1.twilio.com'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://api.twilio.com', null],
    ['https://user:word@api.twilio.com', null],
    ['https://api.twilio.com/path', null],
    ['api.twilio.com', null],
  ])('reads the address %o as %o', (text, address) => {
    expect(toTwilioUrl(text)).toBe(address)
  })
})
