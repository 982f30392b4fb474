import { noSmsGateway, type SmsGateway } from './sms-gateway.ts'

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
export const chooseGateway = async (
  account: GatewayAccount | undefined,
  { isDemo }: { readonly isDemo: boolean },
): Promise<SmsGateway> => {
  const { accountID, baseUrl } = account ?? {}
  const token = account?.authToken?.trim() ?? ''
  if (accountID === undefined || token === '' || isDemo) return noSmsGateway
  // The library is large; only installations with an account load it.
  const { createTwilioGateway } = await import('./twilio-gateway.ts')
  return createTwilioGateway({ accountID, authToken: token, baseUrl })
}
