/** A slot hold expires after 10 minutes unless it is renewed (decisions §5). */
export const slotHoldMinutes = 10
/** A temporary-hold booking expires after 48 hours; the server then releases and logs it (decisions §5). */
export const temporaryHoldHours = 48
