import { expect, it } from 'vitest'
import type { Consequence } from '#domain/study/move-consequences.ts'
import { withoutShownNotices } from '#renderer/booking/moving/move-changes.tsx'

const line = (kind: Consequence['kind'], text: string): Consequence => ({ kind, weight: 'attention', text })

it('shows a notice once: the list of changes leaves out a notice that is shown with the tick to move anyway', () => {
  const stop = line('safety', 'Stop (settle before the scan): Please wait. (02 Nov 2026 + 8 weeks = 28 Dec 2026)')
  const other = line('safety', 'Stop (settle before the scan): An orbit x-ray is required.')
  const dated = line('safety', 'Stop (settle before the scan) has a new date: Please wait. (Due by 01 Dec 2026)')
  const time = line('time', 'Please wait')
  expect(withoutShownNotices([time, stop, dated, other], [{ text: 'Please wait.' }])).toEqual([time, dated, other])
  expect(withoutShownNotices([time, stop], [])).toEqual([time, stop])
})
