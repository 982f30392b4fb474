import { describe, expect, it } from 'vitest'
import { feedbackRatings, feedbackReason, isFeedbackGiven } from '#domain/study/feedback.ts'
import type { Feedback } from '#domain/study/study-details.ts'
import { aStudyWith } from './study-records.ts'

const none: Feedback = {
  prescan: null,
  checkin: null,
  mri: null,
  radiology: null,
  experience: null,
  recommend: null,
  feedback: '',
}

describe('feedbackReason', () => {
  it.each([
    [{}, 'The member has not been scanned.'],
    [{ scanned: true }, null],
    [{ scanned: true, feedbackReceived: true }, null],
    [{ scanned: true, feedbackAmplificationRequestSent: true }, null],
    [{ scanned: true, feedbackAmplificationDone: true }, 'The feedback is final: its amplification is done.'],
    [{ scanned: true, feedbackAmplificationDenied: true }, 'The feedback is final: its amplification was denied.'],
  ])('of a study with the flags %j is %j', (flags, reason) => {
    expect(feedbackReason(aStudyWith(flags).status)).toBe(reason)
  })
})

describe('isFeedbackGiven', () => {
  it('needs a rating or a text', () => {
    expect(isFeedbackGiven(none)).toBe(false)
    expect(isFeedbackGiven({ ...none, feedback: '  \n' })).toBe(false)
    expect(isFeedbackGiven({ ...none, feedback: 'Calm.' })).toBe(true)
    for (const name of feedbackRatings) expect(isFeedbackGiven({ ...none, [name]: 0 })).toBe(true)
  })
})
