import { formatInstant } from '#domain/format/format-time.ts'
import { isSameAddress } from '#domain/release/recipient.ts'
import { itemKey } from '#domain/release/release-matrix.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { Checkbox } from '../../kit/controls/checkbox.tsx'
import { RadioGroup } from '../../kit/controls/radio-group.tsx'
import { TextField } from '../../kit/controls/text-field.tsx'
import { PdfViewer } from '../../pdf-viewer/pdf-viewer.tsx'
import { openingProblems } from '../../pdf-viewer/viewer-words.ts'
import { describeDelivery, describeSendFailure, formatAddress, whereTo } from './release-words.ts'
import { sendBatchWords as words } from './send-batch-words.ts'
import { sendWords } from './send-words.ts'
import { type BatchForm, type BatchTarget, isNewAddress } from './use-send-batch.ts'

type Props = { readonly form: BatchForm; readonly zone: ZoneId }

const withOrWithout = (list: readonly string[], value: string, isIn: boolean): readonly string[] =>
  isIn ? [...list.filter((one) => one !== value), value] : list.filter((one) => one !== value)

/** Selects the documents; drafts are listed, but cannot be chosen. */
export function BatchDocuments({ form }: Pick<Props, 'form'>) {
  const { items, choice, change } = form
  return (
    <fieldset className="rel-batch__part">
      <legend className="stp__subtitle">{words.documents}</legend>
      {items.length === 0 ? <p className="stp__quiet">{words.noDocument}</p> : null}
      {items.map(({ item, title, isPublished }) => {
        const key = itemKey(item)
        return (
          <Checkbox
            key={key}
            isSelected={isPublished && choice.items.includes(key)}
            disabledReason={isPublished ? null : sendWords.item.draft}
            onChange={(isIn) => change({ items: withOrWithout(choice.items, key, isIn) })}
          >
            {title}
          </Checkbox>
        )
      })}
    </fieldset>
  )
}

/** Selects the recipients and their channels with addresses. The user must re-enter an address that was never used. */
export function BatchRecipients({ form, zone }: Props) {
  const keys = [...new Set(form.targets.map(({ key }) => key))]
  return (
    <fieldset className="rel-batch__part">
      <legend className="stp__subtitle">{words.recipients}</legend>
      <ul className="rel-batch__list">
        {keys.map((key) => {
          const targets = form.targets.filter((target) => target.key === key)
          return (
            <li key={key} className="rel-batch__recipient">
              <span>
                <strong>{targets[0]?.name}</strong>
                {targets[0]?.practice == null ? null : `, ${targets[0].practice}`}
              </span>
              <div className="rel-batch__ways">
                {targets.map((target) => (
                  <ChannelChoice key={target.id} target={target} form={form} zone={zone} />
                ))}
              </div>
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}

function ChannelChoice({ target, form, zone }: Props & { readonly target: BatchTarget }) {
  const { choice, change } = form
  const { id, channel, address, name, lastUsedAt, problem } = target
  const isChosen = problem === null && choice.targets.includes(id)
  return (
    <div className="rel-batch__way">
      <Checkbox
        isSelected={isChosen}
        disabledReason={problem}
        description={
          problem !== null
            ? undefined
            : lastUsedAt === null
              ? words.neverUsed
              : words.lastUsed(formatInstant(lastUsedAt, zone))
        }
        onChange={(isIn) => change({ targets: withOrWithout(choice.targets, id, isIn) })}
      >
        {address === '' ? words.channelName[channel] : words.byChannel[channel](formatAddress(channel, address))}
        <span className="w-visually-hidden">, {name}</span>
      </Checkbox>
      {isChosen && isNewAddress(target) ? <Retype target={target} form={form} /> : null}
    </div>
  )
}

function Retype({ target, form }: { readonly target: BatchTarget; readonly form: BatchForm }) {
  const { choice, change } = form
  const { id, channel, address, name } = target
  const typed = choice.retyped[id] ?? ''
  const isDone = channel === 'fax' ? typed.replace(/\D/gu, '').length >= address.length : typed.length >= address.length
  return (
    <TextField
      label={words.retypeOf(channel === 'fax' ? words.retypeFax : words.retypeEmail, name)}
      isRequired
      type={channel === 'fax' ? 'tel' : 'email'}
      value={typed}
      errorMessage={isDone && !isSameAddress(channel, address, typed) ? releaseMessages.retypedDiffers : undefined}
      onPaste={(event) => event.preventDefault()}
      onChange={(text) => change({ retyped: { ...choice.retyped, [id]: text } })}
    />
  )
}

/**
 * Selects a password for emailed files, a cover sheet for faxes, and whether pages for health-information staff are
 * left out.
 */
export function BatchOptions({ form }: Pick<Props, 'form'>) {
  const { choice, change, chosenTargets } = form
  return (
    <div className="rel-send__options">
      {chosenTargets.some(({ channel }) => channel === 'email') ? (
        <Checkbox
          isSelected={choice.shouldEncryptPdf}
          description={words.encryptHint}
          onChange={(shouldEncryptPdf) => change({ shouldEncryptPdf })}
        >
          {words.encrypt}
        </Checkbox>
      ) : null}
      {chosenTargets.some(({ channel }) => channel === 'fax') ? (
        <Checkbox
          isSelected={choice.hasCoverSheet}
          description={sendWords.options.coverHint}
          onChange={(hasCoverSheet) => change({ hasCoverSheet })}
        >
          {words.cover}
        </Checkbox>
      ) : null}
      <Checkbox
        isSelected={choice.shouldHideHIContent}
        description={sendWords.options.hideHint}
        onChange={(shouldHideHIContent) => change({ shouldHideHIContent })}
      >
        {sendWords.options.hide}
      </Checkbox>
    </div>
  )
}

/** Shows one of the chosen documents as it would be sent. */
export function BatchPreview({ form }: Pick<Props, 'form'>) {
  const { shown, show, chosenItems, preview } = form
  if (shown === null) return null
  const { paper, drawn, noteDrawn, reread } = preview
  const problem =
    paper.kind === 'failed'
      ? { title: studyMessages.reportFailed, text: describeSendFailure('fax', paper.failure).text }
      : drawn === 'failed'
        ? openingProblems.damaged
        : null
  return (
    <>
      {chosenItems.length < 2 ? null : (
        <RadioGroup
          label={words.preview}
          orientation="horizontal"
          value={itemKey(shown.item)}
          options={chosenItems.map(({ item, title }) => ({ value: itemKey(item), label: title }))}
          onChange={show}
        />
      )}
      <section className="rel-send__preview" aria-label={sendWords.preview}>
        <PdfViewer
          title={shown.title}
          file={paper.kind === 'ready' ? paper.value : null}
          failure={problem}
          onRetry={reread}
          onFirstPage={noteDrawn}
        />
      </section>
    </>
  )
}

/**
 * Lists every send: the document, the recipient with practice, channel and address, and the document's earlier sends.
 */
export function BatchPlan({ form, zone }: Props) {
  const { plan, count } = form
  if (plan.length === 0) return null
  return (
    <section className="rel-batch__part" aria-label={words.plan}>
      <h3 className="stp__subtitle">
        {words.plan}: {count}
      </h3>
      <ul className="rel-batch__plan">
        {plan.map(({ key, item, target, before }) => (
          <li key={key}>
            <strong>{item.title}</strong>
            {' → '}
            {[
              target.name,
              target.practice,
              words.byChannel[target.channel](formatAddress(target.channel, target.address)),
            ]
              .filter(Boolean)
              .join(', ')}
            {before.map((delivery) => (
              <span key={delivery.deliveryID} className="rel-batch__before">
                {words.sentBefore([describeDelivery(delivery, zone), whereTo(delivery)].filter(Boolean).join(', '))}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
