import { useStore } from 'zustand'
import { formatMoment } from '#domain/format/format-time.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { listNames } from '../../study/study-words.ts'
import { fieldTitle } from '../safety-words.ts'
import type { StudySafetyStore } from '../study-safety-state.ts'
import { DiscardAnswers } from './discard-answers.tsx'
import type { SafetyPartProps } from './safety-part-props.ts'
import { safetySectionWords } from './safety-section-words.ts'

const { draft: words, kept: keptWords } = safetySectionWords

/** Shows a message above the questions: earlier unsaved answers were restored. */
export function RestoredDraft({ safety, view, now }: SafetyPartProps) {
  const restoredFrom = useStore(safety, (state) => state.restoredFrom)
  if (restoredFrom === null) return null
  return (
    <Banner
      title={words.restored(formatMoment(restoredFrom, now, view.location.timezone))}
      onDismiss={() => safety.getState().dismissRestored()}
      action={<DiscardAnswers safety={safety} view={view} />}
    />
  )
}

/**
 * Shows who gave the unsaved answers of the shared draft, from which all workstations continue. Shows nothing if this
 * user gave them and has the form open or a local draft.
 */
export function SharedDraft({
  safety,
  view,
  session,
  now,
  onGoOn,
}: SafetyPartProps & { readonly onGoOn?: () => void }) {
  const isOpen = useStore(safety, (state) => state.form !== null)
  const isWaiting = useStore(safety, (state) => state.waitingDraft !== null)
  const { study, record, location } = view
  const draft = record.draft ?? null
  if (draft === null || study.safety.draft == null) return null
  const isByMember = draft.isByMember === true
  const isOwn = draft.byUser === session.user.user_id
  const isLastOfSeveral = draft.byUser === null && draft.by === session.user.fullname
  const { answered, required, stops } = study.safety.draft
  if (isOwn && (isOpen || isWaiting)) return null
  const by = isOwn ? words.byYou : isLastOfSeveral ? words.byYouAndOthers : words.byOther(draft.by)
  const who = isByMember ? words.byMember : by
  const isElsewhere = !isOwn && !isLastOfSeveral && !isByMember
  return (
    <Banner
      tone={stops > 0 ? 'warning' : 'info'}
      title={words.shared(who, {
        answered,
        required,
        stops,
        isElsewhere,
        time: formatMoment(draft.at, now, location.timezone),
      })}
      action={
        onGoOn === undefined || study.status.cancelled ? undefined : (
          <Button size="xsmall" onPress={onGoOn}>
            {words.continueShared}
          </Button>
        )
      }
    >
      {words.sharedHint}
    </Banner>
  )
}

/**
 * Shows who else has the questions open, and which of their answers this form has adopted. This part is below the
 * questions, so that the questions do not move when this part appears.
 */
export function OtherDesks({ safety, view, now }: SafetyPartProps) {
  const takenOver = useStore(safety, (state) => state.takenOver)
  const others = useStore(safety, (state) => state.others)
  const zone = view.location.timezone
  return (
    <>
      <div role="status">
        {others.map(({ name, since }) => (
          <p key={`${name} ${since}`} className="sde__other">
            {words.alsoOpen(name, formatMoment(since, now, zone))}
          </p>
        ))}
      </div>
      {takenOver === null ? null : (
        <Banner
          title={words.takenOver(
            listNames(takenOver.by),
            takenOver.fields.length,
            takenOver.at === null ? null : formatMoment(takenOver.at, now, zone),
          )}
          onDismiss={() => safety.getState().dismissTakenOver()}
        >
          {takenOver.fields.map((field) => fieldTitle(field)).join(' · ')}
        </Banner>
      )}
    </>
  )
}

/**
 * Shows whether every answer is stored on this workstation. It is a live region only on failure; otherwise a screen
 * reader would announce it after each answer.
 */
export function KeptStatus({ safety }: { readonly safety: StudySafetyStore }) {
  const kept = useStore(safety, (state) => state.kept)
  const isAlarming = kept === 'failing' || kept === 'refused' || kept === 'unseen'
  return (
    <p
      role="status"
      aria-live={isAlarming ? 'assertive' : 'off'}
      className={isAlarming ? 'sde__kept sde__kept--alarming' : 'sde__kept'}
    >
      {kept === null ? keptWords.noChanges : keptWords[kept]}
    </p>
  )
}
