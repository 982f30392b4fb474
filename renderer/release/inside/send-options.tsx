import { RefreshCw } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { MediumTarget, ReleaseView } from '#contract/release/bridge.ts'
import { formatSize } from '#domain/format/format-size.ts'
import { itemKey } from '#domain/release/release-matrix.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { Checkbox } from '../../kit/controls/checkbox.tsx'
import { RadioGroup } from '../../kit/controls/radio-group.tsx'
import { SelectField } from '../../kit/controls/select-field.tsx'
import { Spinner } from '../../kit/controls/spinner.tsx'
import type { Loadable } from '../../kit/loadable.ts'
import { failureText } from '../../study/panel-words.ts'
import type { StudyPage } from '../../study/study-part-props.ts'
import { sendWords } from './send-words.ts'
import type { SendForm } from './use-send.ts'

const { item: itemWords, options: optionWords, target: targetWords } = sendWords

type Props = {
  readonly page: StudyPage
  readonly view: ReleaseView
  readonly send: SendForm
  /** Why the choices are locked now; null if they are not. */
  readonly held: string | null
}

/**
 * Shows the document to send: the study's own report, or, in Manual mode, a document that the user chooses (study spec
 * §2, §6).
 */
export function SendItem({ page, view, send, held }: Props) {
  const { choice, change, item } = send
  const isManualShown = page.decide('send-report-manually').kind !== 'forbidden'
  return (
    <>
      {isManualShown ? (
        <RadioGroup
          label={itemWords.label}
          variant="segmented"
          value={choice.mode}
          disabledReason={held}
          options={[
            { value: 'automated', label: itemWords.automated },
            { value: 'manual', label: itemWords.manual },
          ]}
          onChange={(mode) => change({ mode })}
        />
      ) : null}
      {choice.mode === 'automated' ? (
        <p>
          {item === null ? (
            itemWords.noReport
          ) : (
            <>
              {itemWords.report} <strong>{item.title}</strong>
            </>
          )}
        </p>
      ) : (
        <SelectField
          label={itemWords.document}
          isRequired
          placeholder={itemWords.choose}
          value={item === null ? null : itemKey(item.item)}
          disabledReason={held}
          options={view.items.map((each) => ({
            value: itemKey(each.item),
            label: each.title,
            isDisabled: !each.isPublished,
            description: each.isPublished ? undefined : itemWords.draft,
          }))}
          onChange={(key) => change({ itemKey: key })}
        />
      )}
    </>
  )
}

/**
 * Selects whether the file gets a password or a cover sheet, and whether it omits the pages for health-information
 * staff.
 */
export function SendOptions({ send, held }: Pick<Props, 'send' | 'held'>) {
  const { choice, change, start } = send
  return (
    <div className="rel-send__options">
      {start.channel === 'fax' ? (
        <Checkbox
          isSelected={choice.hasCoverSheet}
          disabledReason={held}
          description={optionWords.coverHint}
          onChange={(hasCoverSheet) => change({ hasCoverSheet })}
        >
          {optionWords.cover}
        </Checkbox>
      ) : (
        <Checkbox
          isSelected={choice.shouldEncryptPdf}
          disabledReason={held}
          description={optionWords.encryptHint(start.channel)}
          onChange={(shouldEncryptPdf) => change({ shouldEncryptPdf })}
        >
          {optionWords.encrypt}
        </Checkbox>
      )}
      <Checkbox
        isSelected={choice.shouldHideHIContent}
        disabledReason={held}
        description={optionWords.hideHint}
        onChange={(shouldHideHIContent) => change({ shouldHideHIContent })}
      >
        {optionWords.hide}
      </Checkbox>
    </div>
  )
}

const freeWords = ({ freeBytes }: MediumTarget): string | undefined =>
  freeBytes === null ? undefined : targetWords.free(formatSize(freeBytes))

/** Selects where the files of a disc or stick are written, among the targets that this workstation has now. */
export function SendTarget({ page, send, held }: Pick<Props, 'page' | 'send' | 'held'>) {
  const { bridge } = page
  const { choice, change } = send
  const [targets, setTargets] = useState<Loadable<readonly MediumTarget[]>>({ kind: 'loading' })
  const [isReading, setReading] = useState(false)
  const read = useCallback(async () => {
    setReading(true)
    const reply = await bridge.release.readTargets({})
    setReading(false)
    setTargets(reply.ok ? { kind: 'ready', value: reply.value } : { kind: 'failed', failure: reply.failure })
  }, [bridge])
  useEffect(() => void read(), [read])
  const found = targets.kind === 'ready' ? targets.value : null
  const isGone =
    held === null && choice.target !== null && found !== null && !found.some(({ path }) => path === choice.target?.path)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a removed target is deselected once
  useEffect(() => {
    if (isGone) change({ target: null, isTargetGone: true })
  }, [isGone])
  // Once the targets have loaded, the button stays mounted even if a refresh fails, so that it keeps the focus.
  return (
    <div className="rel-send__target">
      <Targets targets={targets} send={send} held={held} />
      {targets.kind === 'loading' ? null : (
        <Button size="small" icon={<RefreshCw aria-hidden="true" />} isPending={isReading} onPress={() => void read()}>
          {targetWords.refresh}
        </Button>
      )}
    </div>
  )
}

type TargetsProps = Pick<Props, 'send' | 'held'> & { readonly targets: Loadable<readonly MediumTarget[]> }

function Targets({ targets, send, held }: TargetsProps) {
  const { choice, change, start } = send
  if (targets.kind === 'failed') {
    return (
      <Banner tone="error" title={targetWords.failed}>
        {failureText(targets.failure)}
      </Banner>
    )
  }
  if (targets.kind !== 'ready') return <Spinner label={targetWords.loading} />
  if (targets.value.length === 0) {
    const isDisc = start.channel === 'cd'
    return (
      <Banner tone="warning" title={isDisc ? targetWords.noDisc : targetWords.noStick}>
        {isDisc ? targetWords.noDiscHint : targetWords.noStickHint}
      </Banner>
    )
  }
  return (
    <RadioGroup
      label={targetWords.label}
      isRequired
      value={choice.target?.path ?? null}
      disabledReason={held}
      options={targets.value.map((target) => ({
        value: target.path,
        label: target.label,
        description: [target.path, freeWords(target)].filter(Boolean).join(', '),
      }))}
      onChange={(path) =>
        change({ target: targets.value.find((each) => each.path === path) ?? null, isTargetGone: false })
      }
    />
  )
}
