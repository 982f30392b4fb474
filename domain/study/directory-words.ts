/** Shown after a change of the directory that is a proposal until it is confirmed (decisions §6 Directory). */
export const directoryProposed =
  'Your change is kept as a proposal. An administrator or health information decides on it.'
