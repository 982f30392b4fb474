import { useStore } from 'zustand'
import { fieldTitle } from '../../forms/safety-words.ts'
import type { StudySafetyStore } from '../../forms/study-safety-store.ts'
import { Banner } from '../../widgets/banner.tsx'
import { Button } from '../../widgets/button.tsx'
import type { SafetyPartProps } from './safety-part-props.ts'
import { countOf, formatMoment, listNames } from './study-words.ts'

/** Says above the questions that what was answered before is back. */
export function RestoredDraft({ safety, view, now }: SafetyPartProps) {
  const restoredFrom = useStore(safety, (state) => state.restoredFrom)
  if (restoredFrom === null) return null
  return (
    <Banner
      title={`Your draft of ${formatMoment(restoredFrom, now, view.location.timezone)} is back`}
      onDismiss={() => safety.getState().dismissRestored()}
      action={
        <Button size="xsmall" onPress={() => void safety.getState().discardDraft()}>
          Discard
        </Button>
      }
    />
  )
}

/**
 * What other desks do while questions are answered here: who has them open, and what of theirs was taken over. It stands
 * below the questions, so that it moves none of them when it comes.
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
            {name} has these questions open too, since {formatMoment(since, now, zone)}
          </p>
        ))}
      </div>
      {takenOver === null ? null : (
        <Banner
          title={`${listNames(takenOver.by)} changed ${countOf(takenOver.fields.length, 'answer')}${
            takenOver.at === null ? '' : ` at ${formatMoment(takenOver.at, now, zone)}`
          }, taken over`}
          onDismiss={() => safety.getState().dismissTakenOver()}
        >
          {takenOver.fields.map((field) => fieldTitle(field)).join(' · ')}
        </Banner>
      )}
    </>
  )
}

/** Whether every answer is safe on this workstation. Read out only when it is not: else it would speak at each answer. */
export function KeptStatus({ safety }: { readonly safety: StudySafetyStore }) {
  const kept = useStore(safety, (state) => state.kept)
  const isAlarming = kept === 'failing' || kept === 'refused'
  return (
    <p
      role="status"
      aria-live={isAlarming ? 'assertive' : 'off'}
      className={isAlarming ? 'sde__kept sde__kept--alarming' : 'sde__kept'}
    >
      {kept === null ? 'Nothing is changed yet' : keptWords[kept]}
    </p>
  )
}

const keptWords = {
  keeping: 'Keeping…',
  kept: 'All answers kept on this workstation',
  failing: 'Not kept yet: trying again',
  refused: 'Too long to be kept here: please save now',
} as const
