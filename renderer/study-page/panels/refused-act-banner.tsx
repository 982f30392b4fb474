import type { ReactNode } from 'react'
import type { Failure } from '#contract/reply.ts'
import type { WaitingStudyAct } from '#contract/study/bridge.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { failureText } from '../../study/panel-words.ts'
import { useUnfoldFor } from '../../study/sections.ts'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import { visitPanelWords } from './visit-panel-words.ts'

const words = visitPanelWords.lost

type Props = StudyPartProps & {
  readonly act: WaitingStudyAct
  readonly failure: Failure
  /** Another action for the author, before the button that dismisses the banner. */
  readonly action?: ReactNode
  readonly children?: ReactNode
}

/**
 * Shows a check-in or a note that was recorded offline and refused later. The banner stays until the author marks it as
 * read. Colleagues see the author and the reason, and cannot dismiss the banner.
 */
export function RefusedActBanner({ page, act, failure, action, children }: Props) {
  const { idempotencyKey, isOwn, kind, by } = act
  useUnfoldFor(true)
  const what = kind === 'checkin' ? words.checkIn : words.note
  const read = (): void =>
    void page
      .perform(idempotencyKey, words.failed, () => page.bridge.study.dismissWaiting({ idempotencyKey }))
      .then((done) => (done === null ? undefined : page.reload()))
  if (!isOwn) {
    return (
      <Banner tone="error" title={words.othersTitle(what, by)}>
        {words.others(failureText(failure), by)}
      </Banner>
    )
  }
  return (
    <Banner
      tone="error"
      title={words.ownTitle(what)}
      action={
        <span className="stp__actions">
          {action}
          <Button size="small" isPending={page.isBusy(idempotencyKey)} onPress={read}>
            {words.read}
          </Button>
        </span>
      }
    >
      {failureText(failure)} {words.once}
      {children}
    </Banner>
  )
}
