import { Check } from 'lucide-react'
import { ok } from '#contract/reply.ts'
import { describeSedativePlan, sedativePlan } from '#domain/study/sedative-plan.ts'
import type { Study } from '#domain/study/study.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { Button } from '../../kit/controls/button.tsx'
import { panelWords, sedativeFailureText } from '../../study/panel-words.ts'
import { useUnfold } from '../../study/sections.ts'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import { studyPartWords } from '../../study/study-words.ts'
import { visitPanelWords } from './visit-panel-words.ts'

const words = visitPanelWords.sedativeTaken

const choices = [
  { taken: true, option: 'Sedative Taken', label: words.taken },
  { taken: false, option: 'No Sedative Taken', label: words.notTaken },
] as const

/**
 * Shows whether the member took the sedative. Only the front desk can record it. The booking page changes the same
 * value.
 */
export function SedativeTaken({ page }: StudyPartProps) {
  const { study } = page.view
  const unfold = useUnfold()
  const closed = page.reason('set-sedative-taken') ?? (study.status.cancelled ? panelWords.cancelled : null)
  // A user whose role does not allow recording sees the value without buttons.
  const isEntitled = page.decide('set-sedative-taken').kind !== 'forbidden'
  const before = study.sedativeTaken
  const plan = study.status.cancelled ? null : describeSedativePlan(sedativePlan(study, page.now))
  /** "Taken" needs the check-in. "Not taken" does not, because it also corrects a "taken" recorded too early. */
  const reasonFor = (taken: boolean): string | null =>
    closed ?? (taken && !study.status.checkin ? words.afterCheckIn : null)
  const undo = async ({ studyID, version }: Study): Promise<void> => {
    unfold()
    const reply = await page.perform('sedative-taken', studyMessages.sedativeFailed, async () =>
      ok(await page.bridge.booking.setSedative({ studyID, version, sedativeTaken: before })),
    )
    if (reply === null) return
    if (reply.ok) {
      page.keep(reply.value)
      page.notices.success(words.undone)
      return
    }
    page.notices.error({ title: studyMessages.sedativeFailed, description: sedativeFailureText(reply.failure) })
    if (reply.failure.code === 'stale') await page.reload()
  }
  const set = async (prescriptionTaken: boolean, label: string): Promise<void> => {
    const reply = await page.perform('sedative-taken', studyMessages.sedativeFailed, async () =>
      ok(await page.bridge.study.setPrescriptionTaken({ studyID: study.studyID, prescriptionTaken })),
    )
    if (reply === null) return
    if (reply.ok) {
      page.keep(reply.value)
      const action = { label: studyPartWords.undo, onPress: () => void undo(reply.value), isUndo: true }
      page.notices.success({ title: words.done(label), action })
      return
    }
    page.notices.error({ title: studyMessages.sedativeFailed, description: sedativeFailureText(reply.failure) })
    if (reply.failure.code === 'stale') await page.reload()
  }
  return (
    <section className="stp__part" aria-labelledby="sedative-taken-title">
      <h3 id="sedative-taken-title" className="stp__subtitle">
        {words.title}
      </h3>
      <div className="stp__actions">
        {(isEntitled ? choices : []).map(({ taken, option, label }) => {
          const isChosen = study.sedativeTaken === option
          return (
            <Button
              key={option}
              size="small"
              icon={isChosen ? <Check aria-hidden="true" /> : null}
              aria-pressed={isChosen}
              aria-label={panelWords.actFor(label, page.who)}
              isPending={page.isBusy('sedative-taken')}
              disabledReason={closed ?? (isChosen ? words.recorded : reasonFor(taken))}
              onPress={() => void set(taken, label)}
            >
              {label}
            </Button>
          )
        })}
        {study.sedativeTaken === null ? (
          <p className="stp__quiet">{words.notRecorded}</p>
        ) : isEntitled ? null : (
          <p>{study.sedativeTaken}</p>
        )}
      </div>
      {plan === null ? null : <p className="stp__quiet">{plan}</p>}
    </section>
  )
}
