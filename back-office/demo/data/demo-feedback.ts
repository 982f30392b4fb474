import type { Feedback } from '#domain/study/study-details.ts'
import { type DemoPage, mark } from './demo-page.ts'
import type { SeededRandom } from './seeded-random.ts'

const words = [
  'Everybody took their time to explain what would happen. I would come again.',
  'The scan itself was fine, the wait before it was long.',
  'Calm, friendly, on time.\nThe music helped more than I thought it would.',
  'The report came sooner than I was told. I had hoped for a call to go through it.',
  '',
] as const

/**
 * Creates a member's feedback, a few days after the report's release; null for members who gave none. Sets the flags
 * that the feedback was requested and received. The amplification of the feedback takes these states in turn: not
 * requested, done, denied, requested without a result.
 */
export const createDemoFeedback = (random: SeededRandom, page: DemoPage): Feedback | null => {
  const { status, index } = page
  if (status.releasedToPatient !== true || index % 5 === 0) return null
  mark(page, 'feedbackRequestSent', null, 'releasedToPatient', 3 * 86_400)
  if (index % 5 > 2) return null
  mark(page, 'feedbackReceived', null, 'feedbackRequestSent', 30_000)
  const turn = index % 4
  if (turn > 0) mark(page, 'feedbackAmplificationRequestSent', 'Sam Holt', 'feedbackReceived', 40_000)
  if (turn === 1) mark(page, 'feedbackAmplificationDone', 'Sam Holt', 'feedbackReceived', 90_000)
  if (turn === 2) mark(page, 'feedbackAmplificationDenied', 'Sam Holt', 'feedbackReceived', 90_000)
  const stars = (least: number): number | null => (random.chance(0.06) ? null : random.whole(least, 5))
  return {
    prescan: stars(3),
    checkin: stars(3),
    mri: stars(2),
    radiology: stars(3),
    experience: stars(3),
    recommend: stars(1),
    feedback: random.pick(words),
  }
}
