import { useEffect, useRef, useState } from 'react'
import { studyMessages } from '#domain/study/study-messages.ts'
import { Button } from '../../kit/controls/button.tsx'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import { saleWords } from '../sale-words.ts'

/**
 * Shows the member's own referral code. Reading a code that does not exist yet creates it, so the code is read only
 * when the user asks for it.
 */
export function ReferralCode({ page }: StudyPartProps) {
  const { studyID } = page.view.study
  const [refCode, setRefCode] = useState<string | null>(null)
  const code = useRef<HTMLSpanElement>(null)
  // The button that had the focus is gone, so the code receives the focus.
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
      aria-label={saleWords.showCodeLabel(page.who)}
      onPress={() => void show()}
    >
      {saleWords.showCode}
    </Button>
  )
}
