/** What staff read after the catalogue's sentence about an email that failed. */
export const mailFailureWords = {
  noServer:
    'No mail server is set up, so trying again cannot help. Tell an administrator, who finds what is missing in Administration, Configuration.',
  maybeSent:
    'The mail server did not confirm the email, so it may have been sent. If you send it again from here, it is marked as the same email.',
}
