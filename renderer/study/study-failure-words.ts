/** The texts of the failures of the study subject. */
export const studyFailureWords = {
  withErrorID: (message: string, errorID: string) => `${message} (${errorID})`,
  locationForbidden: { title: 'Location not allowed' },
  notFound: { title: 'Not found', text: 'It may have been removed.' },
  offline: { title: "You're offline", text: "Try again when you're back online." },
  notSent: { title: "Atrium isn't responding", text: 'Nothing was sent. Try again.' },
  noAnswer: {
    title: 'No answer from the server',
    text: 'If you changed or sent something, it may already be done. Check this page before you try again.',
  },
  stale: {
    title: 'This was changed in the meantime',
    text: 'You now see the latest version. Try again.',
  },
  refused: { title: "This couldn't be done" },
  unexpected: { title: 'Something went wrong' },
}
