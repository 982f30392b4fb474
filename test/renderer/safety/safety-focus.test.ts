import { describe, expect, it } from 'vitest'
import { assessSafety } from '#domain/safety/safety-assessment.ts'
import { toInstant } from '#domain/values/instant.ts'
import { nextForButton, nextUnanswered } from '#renderer/safety/safety-focus.ts'

const assessment = assessSafety({}, { gender: 'female', appointment: null, now: toInstant(0), supportPhone: null })
const [first = '', second = '', third = ''] = assessment.unanswered

describe('the button “Next unanswered”', () => {
  it.each<[string, string | null, string | null, string]>([
    ['to the first open question at the start', null, null, first],
    ['to the open question that last had the focus, not past it', first, null, first],
    ['to the open question after the last focused one, if the button moved the focus there', first, first, second],
    ['to the last focused question, if the user moved the focus there after using the button', second, first, second],
    ['to the first open question if the last focused one is not on the page', 'NoSuchField', null, first],
  ])('moves %s', (_, last, reached, to) => {
    expect(nextForButton(assessment, last, reached)).toBe(to)
  })

  it('visits every open question, in the order of the page', () => {
    const visited: string[] = []
    let at: string | null = null
    for (const _ of assessment.unanswered) {
      at = nextForButton(assessment, at, at)
      if (at !== null) visited.push(at)
    }
    expect(visited).toEqual(assessment.unanswered)
    expect(nextUnanswered(assessment, second)).toBe(third)
  })
})
