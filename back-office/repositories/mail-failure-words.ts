/** What staff read after the catalogue's sentence about an email that failed. */
export const mailWords = {
  noServer:
    'No mail server is set up, so trying again cannot help. Ask an administrator: Settings names what is missing.',
  maybeSent:
    'The mail server did not confirm the email, so it may have been sent. If you send it again from here, it is marked as the same email.',
}
