import { noSmsGateway, type SmsGateway } from './sms-gateway.ts'
import { createTwilioGateway } from './twilio-gateway.ts'

export type GatewayAccount = {
  /** `AC...`, as `toTwilioAccount` accepts it. */
  readonly accountID: string | undefined
  /** A blank token counts as missing. */
  readonly authToken: string | undefined
  /** The address of the gateway's API, as `toTwilioUrl` accepts it; the public one when absent. */
  readonly baseUrl?: string | undefined
}

/**
 * Returns the gateway of the account if both its id and its token are given, else {@link noSmsGateway}. A demo sends no
 * text messages, because its invented numbers can belong to real people.
 */
export const chooseGateway = (
  account: GatewayAccount | undefined,
  { isDemo }: { readonly isDemo: boolean },
): SmsGateway => {
  const { accountID, baseUrl } = account ?? {}
  const token = account?.authToken?.trim() ?? ''
  if (accountID === undefined || token === '' || isDemo) return noSmsGateway
  return createTwilioGateway({ accountID, authToken: token, baseUrl })
}
