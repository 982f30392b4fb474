import { useState } from 'react'
import { formatInstant } from '#domain/format/format-time.ts'
import { isDecisionFor, type MessageDecision, type MessageView } from '#domain/messages/message-view.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { ConfirmDialog } from '../../kit/controls/confirm-dialog.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import { describeReason, describeState } from '../../messages/message-words.ts'
import { failureText } from '../../study/panel-words.ts'
import { useUnfoldFor } from '../../study/sections.ts'
import { describeStudyIdentity } from '../../study/study-identity.ts'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import { useMessages } from '../../study/use-messages.ts'
import { messagesPanelWords as words } from './messages-panel-words.ts'
import '../../study/panels.css'
import './messages-panel.css'

const needsDecision = ({ state }: MessageView): boolean => state === 'failed' || state === 'uncertain'

/** Returns whether a message can come back undelivered: an email that the mail server has accepted. */
const canBounce = (message: MessageView): boolean => message.state === 'sent' && isDecisionFor('bounced', message)

/** Returns whether staff can record that the member wants no more messages at this message's address or number. */
const canOptOut = (message: MessageView): boolean =>
  (message.state === 'sent' || needsDecision(message)) && isDecisionFor('opt-out', message)

const canOptIn = (message: MessageView): boolean => message.state === 'withdrawn' && isDecisionFor('opted-in', message)

/** Shows the messages to the member with their states; staff decide what failed or may have arrived (decision 287). */
export function MessagesPanel({ page }: StudyPartProps) {
  const { messages, behind, load, show } = useMessages({ ...page, study: page.view.study })
  const list = messages.kind === 'ready' ? messages.value : []
  const open = list.filter(needsDecision).length
  useUnfoldFor(open > 0)
  return (
    <Panel title={words.title}>
      <div className="stp">
        {messages.kind === 'failed' ? (
          <Banner
            tone="error"
            title={words.failedTitle}
            action={<Button onPress={() => void load()}>{words.tryAgain}</Button>}
          >
            {failureText(messages.failure)}
          </Banner>
        ) : null}
        {messages.kind === 'ready' && behind !== null ? (
          <Banner
            tone="warning"
            title={words.behind}
            action={<Button onPress={() => void load()}>{words.tryAgain}</Button>}
          >
            {failureText(behind)}
          </Banner>
        ) : null}
        {messages.kind === 'loading' ? <p className="stp__quiet">{words.loading}</p> : null}
        {messages.kind === 'ready' && list.length === 0 ? <p className="stp__quiet">{words.empty}</p> : null}
        {open > 0 ? <Banner tone="warning" title={words.attention(open)} /> : null}
        {list.length > 0 ? <MessageTable page={page} list={list} show={show} load={load} /> : null}
      </div>
    </Panel>
  )
}

type TableProps = StudyPartProps & {
  readonly list: readonly MessageView[]
  readonly show: (messages: readonly MessageView[]) => void
  readonly load: () => Promise<void>
}

function MessageTable({ page, list, show, load }: TableProps) {
  const zone = page.view.location.timezone
  const { columns } = words
  return (
    <div className="messages__scroll">
      <table className="messages" aria-label={words.table}>
        <thead>
          <tr>
            <th scope="col">{columns.message}</th>
            <th scope="col">{columns.state}</th>
            <th scope="col">{columns.time}</th>
            <th scope="col">{columns.to}</th>
            <th scope="col">{columns.decision}</th>
          </tr>
        </thead>
        <tbody>
          {list.toReversed().map((message) => (
            <tr key={message.messageID} data-state={message.state}>
              <th scope="row">
                {words.kinds[message.kind]}
                <span className="messages__detail">
                  {words.channels[message.channel]}
                  {message.by === null ? '' : `. ${words.by(message.by)}`}
                </span>
              </th>
              <td>
                {describeState(message)}
                <Reason message={message} />
              </td>
              <td>
                {message.state === 'planned'
                  ? words.due(formatInstant(message.dueAt, zone))
                  : formatInstant(message.stateAt, zone)}
              </td>
              <td>{message.recipient ?? '–'}</td>
              <td>
                {needsDecision(message) || canBounce(message) || canOptOut(message) || canOptIn(message) ? (
                  <Decisions page={page} message={message} show={show} load={load} />
                ) : null}
                {needsDecision(message) || message.decidedBy === null ? null : (
                  <span className="messages__detail">{words.decidedBy(message.decidedBy)}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Shows why a message failed, was withdrawn, may have arrived, or is tried again. */
function Reason({ message }: { readonly message: MessageView }) {
  const { state, attempts } = message
  const reason = describeReason(message)
  if (reason === null) return null
  return (
    <span className="messages__detail">{state === 'planned' ? `${reason} ${words.retried(attempts)}` : reason}</span>
  )
}

type DecisionsProps = Omit<TableProps, 'list'> & { readonly message: MessageView }

function Decisions({ page, message, show, load }: DecisionsProps) {
  const { bridge, notices, view, isOnline, who } = page
  const key = `message ${message.messageID}`
  const [isAsking, setAsking] = useState(false)
  const decide = async (decision: MessageDecision): Promise<void> => {
    const { messageID, attempts } = message
    const input = { studyID: view.study.studyID, messageID, decision, attempts }
    const done = await page.perform(key, words.decisionFailed, () => bridge.messages.decide(input))
    if (done === null) return load()
    show(done)
    notices.success(words.decided[decision])
    await page.reload()
  }
  const button = (decision: MessageDecision, label: string, onPress: () => void = () => void decide(decision)) => (
    <Button
      size="small"
      isPending={page.isBusy(key)}
      disabledReason={isOnline ? null : words.offline}
      tooltip={decision === 'opt-out' ? undefined : words.tips[decision]}
      aria-label={words.action(label, words.kinds[message.kind], who)}
      onPress={onPress}
    >
      {label}
    </Button>
  )
  return (
    <div className="stp__actions">
      {message.state === 'uncertain' ? button('arrived', words.arrived) : null}
      {canBounce(message) ? button('bounced', words.bounced) : null}
      {canOptIn(message) ? button('opted-in', words.optedIn) : null}
      {needsDecision(message) ? button('send-again', words.sendAgain) : null}
      {needsDecision(message) ? button('dismiss', words.dismiss) : null}
      {canOptOut(message) ? button('opt-out', words.optOut, () => setAsking(true)) : null}
      <ConfirmDialog
        isOpen={isAsking}
        tone="danger"
        title={words.optOutQuestion.title}
        confirmLabel={words.optOutQuestion.confirmShort}
        confirmName={words.optOutQuestion.confirm(who)}
        who={describeStudyIdentity(view, message.recipient)}
        isPending={page.isBusy(key)}
        onConfirm={() => void decide('opt-out').finally(() => setAsking(false))}
        onClose={() => setAsking(false)}
      >
        <p>{words.optOutQuestion.text[message.channel]}</p>
        <p>{words.optOutQuestion.later}</p>
      </ConfirmDialog>
    </div>
  )
}
