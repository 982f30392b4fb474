import { seeConfiguration } from '#domain/release/release-messages.ts'

/** What staff read after the error catalogue's sentence about an email that failed. */
export const mailFailureWords = {
  noServer: `No mail server is set up, so trying again cannot help. ${seeConfiguration}`,
  notReached: 'The mail server could not be reached, so nothing was sent. Try again in a few minutes.',
  maybeSent:
    'The mail server did not confirm the email, so it may have been sent. If you send the email again on this page, mail systems can recognise the repeat, but the email may still arrive twice.',
}
