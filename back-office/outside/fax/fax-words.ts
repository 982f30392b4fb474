/** What staff read about a fax: our texts for the state and failure codes that the fax server reports. */
export const faxWords = {
  calling: 'Calling the number.',
  sending: 'Sending the fax.',
  busy: 'The line is busy.',
  noAnswer: 'No answer.',
  voice: 'A person answered, not a fax machine.',
  noLine: 'The fax server has no phone line.',
  lineBroke: 'The line was cut off.',
  notUnderstood: 'The two fax machines could not connect.',
  numberFailed: 'The number could not be reached.',
  gaveUp: 'The fax server gave up.',
  refused: 'The fax server rejected this fax.',
}
