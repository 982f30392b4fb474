import { useState } from 'react'
import type { Failure } from '#contract/reply.ts'
import type { SafetySummary } from '#domain/safety/safety-record.ts'
import { readSettleReason } from '#domain/safety/settle-rule.ts'
import { awaitingReason } from '../kit/awaiting-reason.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Checkbox } from '../kit/controls/checkbox.tsx'
import { CommitBar } from '../kit/controls/commit-bar.tsx'
import { Dialog } from '../kit/controls/dialog.tsx'
import { SafetyChips } from '../safety/safety-chips.tsx'
import { bookingWords } from './booking-words.ts'
import { SettleReasonField } from './settle-reason-field.tsx'

const words = bookingWords.convertHold

/** Returns whether the back office refused to convert a hold only because the request had no reason. */
export const asksForReason = ({ code }: Failure): boolean => code === 'settle-reason-required'

type Props = {
  /** Full name and birth date, shown above the buttons. */
  readonly who: string
  readonly safety: SafetySummary
  /** The message with which the back office asked for a reason. */
  readonly asked: string
  readonly isPending: boolean
  /** Converts the hold into a booking with this reason. */
  readonly onConfirm: (reason: string) => void
  readonly onClose: () => void
}

/** Asks for the tick and the reason before a temporary hold with a stop becomes a booking (decisions §6). */
export function ConvertHoldDialog({ who, safety, asked, isPending, onConfirm, onClose }: Props) {
  const [isTicked, setTicked] = useState(false)
  const [typed, setTyped] = useState('')
  const reason = readSettleReason(typed)
  const missing = !isTicked ? words.tickFirst : reason === null ? words.reasonFirst : null
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="narrow"
      role="alertdialog"
      isDismissable={!isPending}
      title={words.title}
      footer={
        <CommitBar who={who}>
          <Button onPress={onClose} autoFocus disabledReason={isPending ? awaitingReason : null}>
            {bookingWords.cancel}
          </Button>
          <Button
            variant="primary"
            isPending={isPending}
            disabledReason={missing}
            onPress={() => {
              if (reason !== null) onConfirm(reason)
            }}
            aria-label={words.convertFor(who)}
          >
            {words.convert}
          </Button>
        </CommitBar>
      }
    >
      <Banner tone="warning" title={words.notYetTitle}>
        {asked}
      </Banner>
      <p>
        {words.safety} <SafetyChips summary={safety} isNamed />
      </p>
      <Checkbox
        isSelected={isTicked}
        onChange={setTicked}
        disabledReason={isPending ? awaitingReason : null}
        description={words.tickHint}
      >
        {words.tick}
      </Checkbox>
      {isTicked ? (
        <SettleReasonField value={typed} onChange={setTyped} disabledReason={isPending ? awaitingReason : null} />
      ) : null}
    </Dialog>
  )
}
