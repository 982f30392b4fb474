/** A slot hold lives 10 minutes unless renewed (decisions §5). */
export const slotHoldMinutes = 10
/** A temporary-hold booking lasts 48 hours, then is released and logged (decisions §5). */
export const temporaryHoldHours = 48
