import BaseTwilio from 'twilio/lib/base/BaseTwilio.js'
import domainModule from 'twilio/lib/base/Domain.js'
import versionModule from 'twilio/lib/base/Version.js'
import { MessageListInstance } from 'twilio/lib/rest/api/v2010/account/message.js'
import type { SmsGateway } from './sms-gateway.ts'
import { toSendResult, toTextReport } from './twilio-failure.ts'

type TwilioAccount = {
  /** `AC...`. */
  readonly accountID: string
  /** Never logged, and sent only to Twilio. */
  readonly authToken: string
  /** The address of Twilio's API; the public address when absent. */
  readonly baseUrl?: string | undefined
  readonly timeoutMs?: number
}

const publicUrl = 'https://api.twilio.com'
const timeoutMs = 20_000

/**
 * Under Node, importing these CommonJS files returns their exports; in a bundle or a test, it returns their default
 * export.
 */
const toClass = <Class>(imported: Class | { readonly default: Class }): Class =>
  typeof imported === 'object' && imported !== null && 'default' in imported ? imported.default : (imported as Class)

const Domain = toClass(domainModule)
const Version = toClass(versionModule)

const receiptForm = /^[A-Za-z0-9]{34}$/

/**
 * Creates a gateway that uses the message resource of Twilio's official library, without its other products: the whole
 * library has 18 MB. Twilio has no idempotency keys, so the library does not repeat a request, and a lost answer is
 * reported as `unknown`. The library's debug log, which would print numbers, stays off.
 */
export const createTwilioGateway = ({ accountID, authToken, ...options }: TwilioAccount): SmsGateway => {
  const client = new BaseTwilio.Client(accountID, authToken, {
    timeout: options.timeoutMs ?? timeoutMs,
    autoRetry: false,
    logLevel: 'error',
  })
  const version = new Version(new Domain(client, options.baseUrl ?? publicUrl), '2010-04-01')
  // The type names the version with all resources; the resource of messages uses only the requests of its base class.
  const messages = MessageListInstance(version as unknown as Parameters<typeof MessageListInstance>[0], accountID)
  return {
    kind: 'twilio',
    send: async ({ to, from, text }) => {
      try {
        const { sid, status, errorCode } = await messages.create({ to, from, body: text })
        const report = toTextReport(status, errorCode)
        if (report.kind === 'opted-out') return { kind: 'opted-out' }
        if (report.kind === 'undelivered') return { kind: 'refused', code: report.code }
        return receiptForm.test(sid) ? { kind: 'sent', receipt: sid } : { kind: 'unknown', code: 'no-answer' }
      } catch (error) {
        return toSendResult(error)
      }
    },
    readDelivery: async (receipt) => {
      if (!receiptForm.test(receipt)) return { kind: 'unknown' }
      try {
        const { status, errorCode } = await messages.get(receipt).fetch()
        return toTextReport(status, errorCode)
      } catch {
        return { kind: 'unknown' }
      }
    },
  }
}
