import type { DeliveryChannel } from '#domain/release/delivery.ts'
import type { DiscOutcome } from '#domain/release/disc-burning.ts'

/** The texts of the buttons beside a send in Last Send, and of their notices. */
export const sendActWords = {
  disc: {
    burnt: 'Mark disc burnt',
    'not-burnt': 'Disc not burnt',
    waiting: 'Undo disc result',
  } satisfies Record<DiscOutcome, string>,
  discDone: {
    burnt: 'Disc marked as burnt',
    'not-burnt': 'Disc marked as not burnt',
    waiting: 'Disc result undone. The disc waits to be burnt',
  } satisfies Record<DiscOutcome, string>,
  discFailed: 'The result of the disc was not saved',
  discHint: 'The image is on this computer or stick. Burn it to a disc, then record the result here.',
  confirmedBy: (name: string) => `Recorded by ${name}`,
  undo: 'Undo',
  resend: {
    fax: 'Fax again',
    email: 'Email again',
    cd: 'Write CD again',
    usb: 'Write USB again',
  } satisfies Record<DeliveryChannel, string>,
  /** The accessible name of a button: its action, the send and the member. */
  named: (action: string, title: string, recipient: string, member: string) =>
    `${action}: ${title}, ${recipient}, ${member}`,
  report: 'Transmission report',
  reportOf: (title: string, recipient: string) => `transmission report of ${title} to ${recipient}`,
  reportSaved: 'Transmission report saved',
  reportFailed: 'Transmission report not saved',
  reportOffline: 'The transmission report needs a connection.',
  isResend: 'Sent again',
  earlier: (send: string) => `You are resending: ${send}`,
  uncertainTitle: 'The result of the earlier send is unknown',
  uncertainText:
    'The recipient may already have the document. Ask the recipient, or record the result in the queue, before you send it again.',
  acceptUncertain: 'The recipient may get the document twice.',
  tickUncertain: 'Tick “The recipient may get the document twice.” first.',
}
