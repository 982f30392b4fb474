import { useState } from 'react'
import type { Bridge } from '#contract/bridge.ts'
import type { Reply } from '#contract/reply.ts'
import { formatDateText } from '#domain/format/format-date.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { Location } from '#domain/locations/location.ts'
import {
  type AdministeredClosure,
  administeredClosureSchema,
  type BookedStudy,
  type ClosureState,
} from '#domain/locations/location-draft.ts'
import { closureKindWords, describeClosureTime } from '#domain/locations/location-words.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { Button } from '../kit/controls/button.tsx'
import { CommitBar } from '../kit/controls/commit-bar.tsx'
import { ConfirmDialog } from '../kit/controls/confirm-dialog.tsx'
import { controlWords } from '../kit/controls/control-words.ts'
import { Dialog } from '../kit/controls/dialog.tsx'
import { TextField } from '../kit/controls/text-field.tsx'
import type { Notices } from '../kit/notices.ts'
import { BookedStudies } from './booked-studies.tsx'
import { closuresSectionWords as words } from './closures-section-words.ts'

const tones = {
  pending: 'warning',
  'in-force': 'success',
  over: 'neutral',
  withdrawn: 'neutral',
} as const satisfies Record<ClosureState, 'warning' | 'success' | 'neutral'>

type Props = {
  readonly bridge: Pick<Bridge, 'clinics'>
  readonly notices: Notices
  readonly location: Location
  readonly closure: AdministeredClosure
  readonly offlineReason: string | null
  readonly onSaved: (saved: AdministeredClosure) => void
  readonly onReread: () => void
  readonly onChange: () => void
}

/**
 * Shows a closure with the booked studies inside it. The user can keep each study, or follow its link to move or cancel
 * its booking.
 */
export function ClosureCard(props: Props) {
  const { bridge, notices, location, closure, offlineReason, onChange } = props
  const [isAsked, setIsAsked] = useState(false)
  const [kept, setKept] = useState<BookedStudy | null>(null)
  const { closureID, version, reason, conflicts } = closure
  const isDone = closure.state === 'over' || closure.state === 'withdrawn'
  const end = (reply: Reply<AdministeredClosure>, done: string): void => {
    if (reply.ok) {
      props.onSaved(reply.value)
      notices.success(done)
      return
    }
    const current = administeredClosureSchema.safeParse(reply.failure.details?.current)
    if (current.success) props.onSaved(current.data)
    else props.onReread()
    notices.error({ title: words.actFailed, description: reply.failure.message })
  }
  const withdraw = async (): Promise<void> => {
    setIsAsked(false)
    const { machineID, from, to, kind, weeks } = closure
    const fields = { machineID, from, to, kind, reason, weeks }
    end(
      await bridge.clinics.changeClosure({ closureID, version, closure: fields, isActive: false }),
      words.withdrawn(reason),
    )
  }
  const keep = async ({ studyID, name }: BookedStudy, why: string): Promise<void> => {
    setKept(null)
    const reply = await bridge.clinics.keepInClosure({ closureID, studyID: studyID as StudyID, reason: why })
    end(reply, words.kept1(name))
  }
  const machine = location.machines.find(({ machineID }) => machineID === closure.machineID)
  return (
    <li className="s-clinics__closure">
      <div className="s-clinics__line">
        <strong>{reason}</strong>
        <Badge tone={tones[closure.state]}>{words.states[closure.state]}</Badge>
        <span className="tabular">{describeClosureTime(closure, location.timezone)}</span>
        {closure.weeks > 1 ? <span>{words.weeks(closure.weeks)}</span> : null}
        <span className="s-clinics__quiet">
          {closureKindWords[closure.kind]} · {machine?.name ?? words.wholeLocation}
        </span>
        {isDone ? null : (
          <span className="s-clinics__line">
            <Button size="small" disabledReason={offlineReason} aria-label={words.changeOf(reason)} onPress={onChange}>
              {words.change}
            </Button>
            <Button
              size="small"
              disabledReason={offlineReason}
              aria-label={words.withdrawOf(reason)}
              onPress={() => setIsAsked(true)}
            >
              {words.withdraw}
            </Button>
          </span>
        )}
      </div>
      {conflicts.length === 0 ? null : (
        <>
          <p>{words.conflicts(conflicts.length)}</p>
          <BookedStudies label={words.conflicts(conflicts.length)} studies={conflicts} zone={location.timezone}>
            {(study) => (
              <Button
                size="small"
                disabledReason={offlineReason}
                aria-label={words.keepOf(study.name)}
                onPress={() => setKept(study)}
              >
                {words.keep}
              </Button>
            )}
          </BookedStudies>
        </>
      )}
      {closure.kept.length === 0 ? null : (
        <BookedStudies label={words.kept} studies={closure.kept.map(({ study }) => study)} zone={location.timezone}>
          {({ studyID }) => {
            const decision = closure.kept.find(({ study }) => study.studyID === studyID)
            return decision === undefined ? null : (
              <span className="s-clinics__quiet">{words.keptBy(decision.by, decision.reason)}</span>
            )
          }}
        </BookedStudies>
      )}
      <ConfirmDialog
        isOpen={isAsked}
        title={words.withdrawTitle}
        who={`${reason}${controlWords.between}${describeClosureTime(closure, location.timezone)}`}
        confirmLabel={words.withdrawAct}
        confirmName={controlWords.commitOf(words.withdrawAct, reason)}
        cancelLabel={words.cancel}
        onConfirm={() => void withdraw()}
        onClose={() => setIsAsked(false)}
      >
        {words.withdrawText}
      </ConfirmDialog>
      {kept === null ? null : (
        <KeepDialog
          study={kept}
          zone={location.timezone}
          onKeep={(why) => void keep(kept, why)}
          onClose={() => setKept(null)}
        />
      )}
    </li>
  )
}

function KeepDialog(props: {
  readonly study: BookedStudy
  readonly zone: ZoneId
  readonly onKeep: (reason: string) => void
  readonly onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const [isTried, setIsTried] = useState(false)
  const isEmpty = reason.trim() === ''
  const { name, dob, utcStart } = props.study
  const born = controlWords.bornOn(formatDateText(dob))
  return (
    <Dialog
      isOpen
      width="narrow"
      title={words.keepTitle(name)}
      onClose={props.onClose}
      footer={
        <CommitBar who={[name, born, formatInstant(utcStart as Instant, props.zone)].join(controlWords.between)}>
          <Button onPress={props.onClose}>{words.cancel}</Button>
          <Button
            variant="primary"
            aria-label={controlWords.commitOf(words.keepSave, `${name}, ${born}`)}
            onPress={() => (isEmpty ? setIsTried(true) : props.onKeep(reason))}
          >
            {words.keepSave}
          </Button>
        </CommitBar>
      }
    >
      <p>{words.keepText}</p>
      <TextField
        label={words.keepReason}
        isRequired
        autoFocus
        maxLength={300}
        value={reason}
        errorMessage={isTried && isEmpty ? words.form.required : undefined}
        onChange={setReason}
      />
    </Dialog>
  )
}
