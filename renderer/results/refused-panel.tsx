import { CheckCheck, ListX } from 'lucide-react'
import { useState } from 'react'
import { maxReasonChars } from '#contract/results/fields.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { RefusalEnd, RefusedDelivery } from '#domain/results/refused-delivery.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { ConfirmDialog } from '../kit/controls/confirm-dialog.tsx'
import { Fact, FactList } from '../kit/controls/fact-list.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { TextArea } from '../kit/controls/text-area.tsx'
import { useRetryKeys } from '../kit/retry-keys.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import { senderOfRefused, refusedWords as words } from './refused-words.ts'
import { describeResultFailure, resultsWords } from './results-words.ts'

type Props = Pick<ScreenProps<object>, 'bridge' | 'notices'> & {
  readonly refused: RefusedDelivery
  readonly zone: ZoneId
  readonly isOnline: boolean
  /** Called after the message was closed. */
  readonly onClosed: () => void
}

/** Shows the known facts about a refused message, what its sender must correct, and the two acts that close it. */
export function RefusedPanel({ bridge, notices, refused, zone, isOnline, onClosed }: Props) {
  const [asked, setAsked] = useState<RefusalEnd | null>(null)
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const withRetryKey = useRetryKeys()
  const offline = isOnline ? null : words.needsConnection
  const { refusalID, channel, reason } = refused
  const ask = (next: RefusalEnd | null): void => {
    setProblem(null)
    setAsked(next)
  }
  const close = async (end: RefusalEnd, note: string): Promise<void> => {
    setPending(true)
    const reply = await withRetryKey(`${end} ${refusalID}`, (idempotencyKey) =>
      bridge.results.closeRefused({ refusalID, end, note, idempotencyKey }),
    )
    setPending(false)
    if (!reply.ok) {
      setProblem(describeResultFailure(reply.failure))
      return
    }
    ask(null)
    notices.success({ title: words.ends[end].done, description: senderOfRefused(refused) })
    onClosed()
  }
  return (
    <div className="res__result">
      <header>
        <h2 className="res__who">{senderOfRefused(refused)}</h2>
        <p className="res__quiet tabular">
          {words.ways[channel]}. {words.reasons[reason].title}, {words.times(refused.copies)}.
        </p>
      </header>
      <Banner tone="warning" title={words.warning}>
        {refused.controlID === '' ? words.about.unnamed : words.about.named}
      </Banner>
      <Panel title={words.reasons[reason].title} isCollapsible={false}>
        <div className="res__result">
          <p>{words.reasons[reason].text}</p>
          <RefusedFacts refused={refused} zone={zone} />
        </div>
      </Panel>
      <div className="res__acts">
        <Button
          variant="primary"
          icon={<CheckCheck aria-hidden="true" />}
          disabledReason={offline}
          onPress={() => ask('told')}
        >
          {words.ends.told.open}
        </Button>
        <Button icon={<ListX aria-hidden="true" />} disabledReason={offline} onPress={() => ask('dismissed')}>
          {words.ends.dismissed.open}
        </Button>
      </div>
      {asked === null ? null : (
        <CloseQuestion
          {...{ refused, isPending }}
          end={asked}
          disabledReason={offline}
          errorMessage={problem}
          onConfirm={(note) => void close(asked, note)}
          onClose={() => ask(null)}
        />
      )}
    </div>
  )
}

function RefusedFacts({ refused, zone }: Pick<Props, 'refused' | 'zone'>) {
  const { facts } = words
  const { channel, sender, address, controlID, detail } = refused
  const known = (text: string): string | null => (text === '' ? null : text)
  return (
    <FactList>
      <Fact label={facts.sender} missing={facts.unknown}>
        {known(sender)}
      </Fact>
      <Fact label={facts.address} missing={facts.unknown}>
        {known(address)}
      </Fact>
      <Fact label={facts.controlID[channel]} missing={facts.unknown}>
        {known(controlID)}
      </Fact>
      {detail === '' ? null : <Fact label={facts.detail}>{detail}</Fact>}
      <Fact label={facts.first}>{formatInstant(refused.firstAt, zone)}</Fact>
      {refused.copies === 1 ? null : <Fact label={facts.last}>{formatInstant(refused.lastAt, zone)}</Fact>}
      <Fact label={facts.copies}>{String(refused.copies)}</Fact>
    </FactList>
  )
}

type QuestionProps = Pick<Props, 'refused'> & {
  readonly end: RefusalEnd
  readonly isPending: boolean
  readonly disabledReason: string | null
  readonly errorMessage: string | null
  readonly onConfirm: (note: string) => void
  readonly onClose: () => void
}

/** Asks for confirmation and a note before a refused message leaves the list. */
function CloseQuestion({ refused, end, isPending, disabledReason, errorMessage, onConfirm, onClose }: QuestionProps) {
  const [note, setNote] = useState('')
  const trimmed = note.trim()
  const isNeeded = end === 'dismissed'
  const unfinished =
    isNeeded && trimmed === ''
      ? words.noteMissing
      : trimmed.length > maxReasonChars
        ? resultsWords.reasonTooLong(maxReasonChars)
        : null
  const texts = words.ends[end]
  return (
    <ConfirmDialog
      isOpen
      tone={isNeeded ? 'danger' : 'neutral'}
      title={texts.title}
      who={senderOfRefused(refused)}
      confirmLabel={texts.confirm}
      isPending={isPending}
      disabledReason={disabledReason ?? unfinished}
      errorMessage={errorMessage}
      onConfirm={() => onConfirm(trimmed)}
      onClose={onClose}
    >
      <p>{`${words.reasons[refused.reason].title}.`}</p>
      <p>{texts.text}</p>
      <TextArea
        label={texts.note}
        description={texts.noteHint}
        value={note}
        maxLength={maxReasonChars}
        isRequired={isNeeded}
        rows={2}
        onChange={setNote}
      />
    </ConfirmDialog>
  )
}
