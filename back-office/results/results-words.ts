/** The texts of refusals about results. */
export const resultsServerWords = {
  notFound: 'There is no such result.',
  isDecided: 'This result was matched or rejected already.',
  reasonNeeded:
    'The person named in the result is not this study’s member. Enter the reason why the result belongs to this member.',
  detailsChanged: "The member's details have changed. Compare them with the result again.",
  isPublished: 'The report that this message withdraws is published. Publish a correction, and reject the message.',
  noFile: 'This message withdraws a report. It does not contain one.',
  unreadable: 'The PDF of this result cannot be opened. Reject the result, and ask the sender to send it again.',
  fileName: 'Result.pdf',
  noSuchRefusal: 'There is no such message.',
  refusalClosed: 'This message was closed already, or its sender has sent it again.',
}
