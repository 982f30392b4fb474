import { useStore } from 'zustand'
import { fieldTitle } from '../../forms/safety-words.ts'
import type { StudySafetyStore } from '../../forms/study-safety-store.ts'
import { Banner } from '../../widgets/banner.tsx'
import { Button } from '../../widgets/button.tsx'
import type { SafetyPartProps } from './safety-part-props.ts'
import { countOf, formatMoment, listNames } from './study-words.ts'

/** What is to be known while answering: a draft that is back, who else is at it, and what of theirs was taken over. */
export function SafetyNews({ safety, view, now }: SafetyPartProps) {
  const restoredFrom = useStore(safety, (state) => state.restoredFrom)
  const takenOver = useStore(safety, (state) => state.takenOver)
  const others = useStore(safety, (state) => state.others)
  const zone = view.location.timezone
  return (
    <>
      {others.map(({ name, since }) => (
        <Banner
          key={`${name} ${since}`}
          title={`${name} has these questions open too, since ${formatMoment(since, now, zone)}`}
        >
          Neither of you overwrites the other: what one saves appears at the other desk.
        </Banner>
      ))}
      {restoredFrom === null ? null : (
        <Banner
          title={`Your draft of ${formatMoment(restoredFrom, now, zone)} is back`}
          onDismiss={() => safety.getState().dismissRestored()}
          action={
            <Button size="xsmall" onPress={() => void safety.getState().discardDraft()}>
              Discard
            </Button>
          }
        />
      )}
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
