import { z } from 'zod'
import { releaseMessages } from './release-messages.ts'

/** A send requires the tick under the recipient; no other value is accepted (study spec §5). */
export const sendConfirmationSchema = z.literal(true)

/** Returns why the send is not possible without the tick; null if the box is ticked. */
export const confirmationReason = (isConfirmed: boolean): string | null =>
  isConfirmed ? null : `Tick “${releaseMessages.confirm}” first.`
