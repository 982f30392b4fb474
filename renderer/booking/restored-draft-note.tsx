import { type ReactNode, useState } from 'react'
import { formatClock } from '#domain/format/format-time.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { ConfirmDialog } from '../kit/controls/confirm-dialog.tsx'
import { controlWords } from '../kit/controls/control-words.ts'
import { bookingWords } from './booking-words.ts'

const words = bookingWords.draft

type Props = {
  readonly at: Instant
  readonly zone: ZoneId
  /** Whom the draft is about, from `describeIdentity`. */
  readonly who: string
  readonly onDismiss: () => void
  readonly onDiscard: () => void
  /** The text of the confirmation: what discarding deletes. */
  readonly children: ReactNode
}

/**
 * Shows that a draft was restored. Discarding needs confirmation, because a space that the user types while the button
 * has the focus presses the button.
 */
export function RestoredDraftNote({ at, zone, who, onDismiss, onDiscard, children }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Banner
        title={words.restored(formatClock(at, zone))}
        onDismiss={onDismiss}
        action={
          <Button size="xsmall" onPress={() => setIsAsking(true)}>
            {words.discard}
          </Button>
        }
      />
      <ConfirmDialog
        isOpen={isAsking}
        tone="danger"
        title={words.discardTitle}
        who={who}
        confirmLabel={words.discardConfirm}
        confirmName={controlWords.commitOf(words.discardConfirm, who)}
        cancelLabel={words.keep}
        onConfirm={() => {
          setIsAsking(false)
          onDiscard()
        }}
        onClose={() => setIsAsking(false)}
      >
        {children}
      </ConfirmDialog>
    </>
  )
}
