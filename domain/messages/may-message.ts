import type { Study } from '../study/study.ts'
import type { MessageChannel } from './message-kinds.ts'
import { readMobileNumber } from './mobile-number.ts'

/** Why an automatic message may not be sent to a member. */
export type MessageBar =
  | 'suppressed'
  | 'opted-out'
  | 'no-address'
  | 'address-not-confirmed'
  | 'number-not-valid'
  | 'number-foreign'
  | 'number-landline'

/** The reasons that come from a wish of the member, so that staff have nothing to correct. */
export const memberBars: readonly string[] = ['suppressed', 'opted-out'] satisfies readonly MessageBar[]

type Recipient = { readonly kind: 'may'; readonly to: string } | { readonly kind: 'may-not'; readonly why: MessageBar }

/** A member's opt-out from a channel. It applies to this address only; if null, to every address of the channel. */
type OptOut = { readonly address: string | null }

/**
 * Returns where an automatic message goes, or why it must not be sent. Email Suppressed stops messages on every channel
 * (study spec §3). `optOut` is the member's opt-out from this channel; null if there is none. An opt-out with an
 * address covers only that address: a member who opted out by text message can be texted at a new number.
 */
export const mayMessage = (
  channel: MessageChannel,
  {
    study,
    member,
    optOut,
    needsConfirmation,
  }: {
    readonly study: Pick<Study, 'status'>
    readonly member: { readonly email: string; readonly phone_number: string }
    readonly optOut: OptOut | null
    /** Staff at the sending location must confirm the email address first. */
    readonly needsConfirmation: boolean
  },
): Recipient => {
  const refuse = (why: MessageBar): Recipient => ({ kind: 'may-not', why })
  if (!study.status.customerEmailAvailable) return refuse('suppressed')
  if (optOut?.address === null) return refuse('opted-out')
  if (channel === 'email') {
    const email = member.email.trim()
    if (email === '') return refuse('no-address')
    if (email === optOut?.address) return refuse('opted-out')
    return needsConfirmation ? refuse('address-not-confirmed') : { kind: 'may', to: email }
  }
  if (member.phone_number.trim() === '') return refuse('no-address')
  const number = readMobileNumber(member.phone_number)
  if (number.kind !== 'mobile') return refuse(`number-${number.kind}`)
  return number.e164 === optOut?.address ? refuse('opted-out') : { kind: 'may', to: number.e164 }
}
