import { z } from 'zod'
import { releaseMessages } from './release-messages.ts'

/** A send needs the tick under the recipient: nothing else is accepted in its place (study spec §5). */
export const sendConfirmationSchema = z.literal(true)

/** Why a send without the tick is not possible; null with it. */
export const confirmationReason = (isConfirmed: boolean): string | null =>
  isConfirmed ? null : `Tick “${releaseMessages.confirm}” first.`
