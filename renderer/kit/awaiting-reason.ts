/** Why a form takes no input while its answer is awaited. */
export const awaitingReason = 'Waiting for the answer to what was sent.'
