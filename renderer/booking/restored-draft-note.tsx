import { type ReactNode, useState } from 'react'
import { formatTime } from '#domain/values/format-time.ts'
import type { Instant } from '#domain/values/instant.ts'
import { toWallTime, type ZoneId } from '#domain/values/location-clock.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { ConfirmDialog } from '../kit/controls/confirm-dialog.tsx'

type Props = {
  readonly at: Instant
  readonly zone: ZoneId
  readonly onDismiss: () => void
  readonly onDiscard: () => void
  /** The content that is deleted with the draft. */
  readonly children: ReactNode
}

/**
 * Shows that a draft was restored. Discarding needs confirmation, because a space typed into a name may press the
 * button.
 */
export function RestoredDraftNote({ at, zone, onDismiss, onDiscard, children }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Banner
        title={`Your draft of ${formatTime(toWallTime(at, zone).time)} is back`}
        onDismiss={onDismiss}
        action={
          <Button size="xsmall" onPress={() => setIsAsking(true)}>
            Discard
          </Button>
        }
      />
      <ConfirmDialog
        isOpen={isAsking}
        tone="danger"
        title="Discard this draft?"
        confirmLabel="Discard the draft"
        cancelLabel="Keep it"
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
