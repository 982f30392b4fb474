import { useEffect, useRef, useState } from 'react'
import { studyMessages } from '#domain/study/study-messages.ts'
import { Button } from '../../kit/controls/button.tsx'
import type { StudyPartProps } from '../../study/study-part-props.ts'

/** The member's own referral code: given where there was none, so only once somebody asks for it. */
export function ReferralCode({ page }: StudyPartProps) {
  const { studyID } = page.view.study
  const [refCode, setRefCode] = useState<string | null>(null)
  const code = useRef<HTMLSpanElement>(null)
  // The button that had the focus is gone.
  useEffect(() => {
    if (refCode !== null && document.activeElement === document.body) code.current?.focus()
  }, [refCode])
  if (refCode !== null) {
    return (
      <span ref={code} tabIndex={-1} className="sale__code">
        {refCode}
      </span>
    )
  }
  const show = async (): Promise<void> => {
    const answer = await page.perform('referral-code', studyMessages.requestFailed, () =>
      page.bridge.study.readReferralCode({ studyID }),
    )
    if (answer !== null) setRefCode(answer.refCode)
  }
  return (
    <Button
      size="micro"
      isPending={page.isBusy('referral-code')}
      disabledReason={page.reason('change-opportunity')}
      aria-label={`Show code: referral code of ${page.who}`}
      onPress={() => void show()}
    >
      Show code
    </Button>
  )
}
