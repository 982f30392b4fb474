import type { ReactNode } from 'react'
import type { Failure } from '#contract/reply.ts'
import type { WaitingStudyAct } from '#contract/study/bridge.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { failureText } from '../../study/panel-words.ts'
import type { StudyPartProps } from '../../study/study-part-props.ts'

type Props = StudyPartProps & {
  readonly act: WaitingStudyAct
  readonly failure: Failure
  /** What else its author can do about it, before the button that puts it away. */
  readonly action?: ReactNode
  readonly children?: ReactNode
}

/**
 * A check-in or a note that was kept here and refused later. It stands until its author has read it: a colleague sees that
 * there is one and whose, and cannot put it away for them.
 */
export function LostBanner({ page, act, failure, action, children }: Props) {
  const { idempotencyKey, isOwn, kind, by } = act
  const what = kind === 'checkin' ? 'check-in' : 'note'
  const read = (): void =>
    void page
      .perform(idempotencyKey, 'That did not work', () => page.bridge.study.dismissWaiting({ idempotencyKey }))
      .then((done) => (done === null ? undefined : page.reload()))
  if (!isOwn) {
    return (
      <Banner tone="error" title={`The ${what} that ${by || 'a colleague'} made offline could not be saved`}>
        {failureText(failure)} It stands here until {by || 'whoever made it'} has read it.
      </Banner>
    )
  }
  return (
    <Banner
      tone="error"
      title={`The ${what} made offline could not be saved`}
      action={
        <span className="stp__actions">
          {action}
          <Button size="small" isPending={page.isBusy(idempotencyKey)} onPress={read}>
            I have read this
          </Button>
        </span>
      }
    >
      {failureText(failure)}
      {children}
    </Banner>
  )
}
