/** Said where a change of the directory does not count until somebody else has decided on it (decisions §6 Directory). */
export const directoryProposed =
  'Your change is kept as a proposal. An administrator or health information decides on it.'
