import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { AnswerConflict } from '#domain/safety/merge-answers.ts'
import type { AnswerValue } from '#domain/safety/question.ts'
import { isSameAnswer } from '#domain/safety/questionnaire-engine.ts'
import type { SafetyRecord } from '#domain/safety/safety-record.ts'
import { Button } from '../../kit/controls/button.tsx'
import { describeFieldAnswer, fieldTitle, withColon } from '../safety-words.ts'
import { resolvedByOwnAnswer, toDecide } from '../study-safety-merge.ts'
import type { SafetyPartProps } from './safety-part-props.ts'
import { safetySectionWords } from './safety-section-words.ts'

const { conflicts: words } = safetySectionWords

/** Shows, one after the other, the answers that two workstations changed differently; the user decides each. */
export function SafetyConflicts({ safety, view }: SafetyPartProps) {
  const conflicts = useStore(safety, (state) => state.conflicts)
  const title = useRef<HTMLHeadingElement>(null)
  const open = toDecide(conflicts)
  const shown = open[0]
  const count = useRef(open.length)
  useEffect(() => {
    // The same buttons now belong to the next conflict, so its title takes the focus and is read first.
    if (open.length > 0 && open.length < count.current) title.current?.focus()
    count.current = open.length
  }, [open.length])
  if (shown === undefined) return null
  const below = resolvedByOwnAnswer(shown, conflicts).filter((each) => each !== shown)
  return (
    <section className="sdc" role="alert" aria-labelledby="sdc-title">
      <h3 id="sdc-title" className="sdc__title" ref={title} tabIndex={-1}>
        {words.title(open.length)}
      </h3>
      <p className="sdc__question">{fieldTitle(shown.field)}</p>
      <div className="sdc__sides">
        <Side
          whose={words.mine}
          action={words.keepMine}
          answer={describeFieldAnswer(shown.field, shown.mine)}
          below={below.flatMap(({ field, mine }) => (mine === undefined ? [] : [{ field, value: mine }]))}
          onPress={() => safety.getState().decide(shown.field, 'mine')}
        />
        <Side
          whose={describeOther(view.record, shown)}
          action={words.takeTheirs}
          answer={describeFieldAnswer(shown.field, shown.theirs)}
          below={below.flatMap(({ field, theirs }) => (theirs === undefined ? [] : [{ field, value: theirs }]))}
          onPress={() => safety.getState().decide(shown.field, 'theirs')}
        />
      </div>
    </section>
  )
}

/**
 * Describes who gave the other answer, and whether that answer is saved or only in the draft that the workstations
 * share.
 */
const describeOther = (
  { SafetyQuestions, savedBy, draft }: SafetyRecord,
  { field, theirs }: Pick<AnswerConflict, 'field' | 'theirs'>,
): string => {
  const isSaved = isSameAnswer(SafetyQuestions[field], theirs)
  return draft === null || isSaved ? words.theirs(savedBy) : words.theirDraft(draft.by)
}

type SideProps = {
  readonly whose: string
  readonly action: string
  readonly answer: string
  /** Follow-ups that only this side has. */
  readonly below: readonly { readonly field: string; readonly value: AnswerValue }[]
  readonly onPress: () => void
}

function Side({ whose, action, answer, below, onPress }: SideProps) {
  return (
    <div className="sdc__side">
      <p className="sdc__whose">{whose}</p>
      <p className="sdc__answer">{answer}</p>
      {below.map(({ field, value }) => (
        <p key={field} className="sdc__below">
          {withColon(fieldTitle(field))} {describeFieldAnswer(field, value)}
        </p>
      ))}
      <Button size="small" onPress={onPress} aria-label={words.choose(action, answer)}>
        {action}
      </Button>
    </div>
  )
}
