/** The reason shown while a form waits for an answer and takes no input. */
export const awaitingReason = "Waiting for the server's response."
