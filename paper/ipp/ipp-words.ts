/** Texts for staff about failed calls to a printer or fax server. */
export const ippWords = {
  notAnAddress: 'This is not a printer address.',
  otherCall: 'The answer belongs to another request.',
  noJob: 'The answer contains no job.',
  printerStatus: (status: string) => `The printer answered ${status}.`,
  serverStatus: (status: number) => `The server answered ${status}.`,
  stopped: 'The call was stopped.',
  noAnswer: 'No answer arrived in time.',
  noConnection: 'No connection was made in time.',
  closed: 'The connection closed without an answer.',
  tooLong: 'The answer is too long to come from a printer.',
  refused: 'Nothing answers at this address.',
  unknownName: 'This address does not exist.',
  hostUnreachable: 'The address cannot be reached.',
  networkUnreachable: 'The network cannot be reached.',
  broken: 'The connection broke.',
  failed: 'The connection failed.',
}
