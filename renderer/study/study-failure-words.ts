/** The texts of the failures of the study subject. */
export const studyFailureWords = {
  withErrorID: (message: string, errorID: string) => `${message} (${errorID})`,
  locationForbidden: { title: 'Location not allowed' },
  notFound: { title: 'Not found', text: 'It may have been removed meanwhile.' },
  offline: {
    title: 'The back office cannot be reached',
    text: 'Please try again once the connection is back.',
  },
  notSent: { title: 'Atrium cannot be reached', text: 'Nothing was sent. Please try again.' },
  noAnswer: {
    title: 'No answer came',
    text: 'It may be done or not: look at what is shown before trying again.',
  },
  stale: {
    title: 'Somebody changed this meanwhile',
    text: 'What is shown is now up to date: please try again.',
  },
  refused: { title: 'That did not work' },
  unexpected: { title: 'That did not work' },
}
