import { describe, expect, it } from 'vitest'
import { decideInstall, type InstallDecision, type InstallFacts, isWithinHours } from '#domain/update/decide-install.ts'
import { isRecentDraft } from '#domain/update/recent-draft.ts'
import { createRandom } from '#test/fixtures/random.ts'

const free: InstallFacts = {
  isPaying: false,
  isSending: false,
  hasHold: false,
  hasUnsavedDraft: false,
  isSignedIn: false,
  hours: null,
  hour: 12,
  isOverdue: false,
  isAskedFor: false,
}
const night = { fromHour: 22, toHour: 5, isForced: false }
const forced = { ...night, isForced: true }
const wait = (...obstacles: string[]) => ({ kind: 'wait', obstacles }) as InstallDecision
const install = (because: string) => ({ kind: 'install', because }) as InstallDecision

describe('a ready update', () => {
  it.each<[string, Partial<InstallFacts>, InstallDecision]>([
    ['nothing in use', {}, install('free')],
    ['signed in', { isSignedIn: true }, wait('signed-in')],
    ['signed in, update asked for', { isSignedIn: true, isAskedFor: true }, install('asked')],
    ['signed in, in the hours', { isSignedIn: true, hours: night, hour: 23 }, install('hours')],
    ['signed in, outside the hours', { isSignedIn: true, hours: night, hour: 12 }, wait('signed-in')],
    ['signed in, update overdue', { isSignedIn: true, isOverdue: true }, wait('signed-in')],
    [
      'signed in, update overdue and forced, outside the hours',
      { isSignedIn: true, isOverdue: true, hours: forced, hour: 12 },
      wait('signed-in'),
    ],
    [
      'signed in, update overdue and forced, in the first of the hours',
      { isSignedIn: true, isOverdue: true, hours: forced, hour: 22 },
      install('forced'),
    ],
    ['a draft', { hasUnsavedDraft: true }, wait('draft')],
    ['a draft, update asked for', { hasUnsavedDraft: true, isAskedFor: true }, wait('draft')],
    ['a draft, in the hours', { hasUnsavedDraft: true, hours: night, hour: 23 }, wait('draft')],
    [
      'a draft, update overdue and forced, in the first of the hours',
      { hasUnsavedDraft: true, isOverdue: true, hours: forced, hour: 22 },
      install('forced'),
    ],
    [
      'a draft, update overdue and forced, in the second of the hours',
      { hasUnsavedDraft: true, isOverdue: true, hours: forced, hour: 23 },
      wait('draft'),
    ],
    ['a draft, update forced but not overdue', { hasUnsavedDraft: true, hours: forced, hour: 22 }, wait('draft')],
    ['a hold', { hasHold: true, isAskedFor: true }, wait('hold')],
    [
      'a payment, update overdue and forced',
      { isPaying: true, isOverdue: true, hours: forced, hour: 22 },
      wait('paying'),
    ],
    [
      'a send, update overdue and forced',
      { isSending: true, isOverdue: true, hours: forced, hour: 22 },
      wait('sending'),
    ],
    [
      'a payment and a send, update asked for',
      { isPaying: true, isSending: true, isAskedFor: true },
      wait('paying', 'sending'),
    ],
    [
      'everything',
      { isPaying: true, isSending: true, hasHold: true, hasUnsavedDraft: true, isSignedIn: true },
      wait('paying', 'sending', 'hold', 'draft', 'signed-in'),
    ],
  ])('restarts the program or waits: %s', (_, changes, decision) => {
    expect(decideInstall({ ...free, ...changes })).toEqual(decision)
  })

  it.each([
    [22, 5, [22, 23, 0, 4], [5, 12, 21]],
    [1, 4, [1, 3], [0, 4, 23]],
    [0, 0, [0, 12, 23], []],
  ])('may install only within the hours from %d to %d', (fromHour, toHour, inside, outside) => {
    for (const hour of inside) expect(isWithinHours(hour, { fromHour, toHour })).toBe(true)
    for (const hour of outside) expect(isWithinHours(hour, { fromHour, toHour })).toBe(false)
  })

  it('waits for a draft saved within the last hour, and not for an older one', () => {
    const nowMs = 1_795_000_000_000
    expect(isRecentDraft(null, nowMs)).toBe(false)
    expect(isRecentDraft(nowMs / 1000 - 59 * 60, nowMs)).toBe(true)
    expect(isRecentDraft(nowMs / 1000 - 61 * 60, nowMs)).toBe(false)
  })
})

describe('random weeks of desk work', () => {
  it('are interrupted only as the policy allows, and every update is installed within a week', () => {
    const days = 10_000
    const random = createRandom(20_261_127)
    let installs = 0
    for (let day = 0; day < days; day += 1) {
      const hours =
        random() < 0.5 ? null : { ...(random() < 0.5 ? night : { fromHour: 2, toHour: 4 }), isForced: random() < 0.3 }
      let isInstalled = false
      // A week of quarter hours: the desk works from 8 to 18, with payments, sends, holds and forms at random.
      for (let quarter = 0; quarter < 7 * 24 * 4 && !isInstalled; quarter += 1) {
        const hour = Math.floor(quarter / 4) % 24
        const isOpen = hour >= 8 && hour < 18
        const facts: InstallFacts = {
          isPaying: isOpen && random() < 0.2,
          isSending: random() < 0.05,
          hasHold: isOpen && random() < 0.3,
          hasUnsavedDraft: random() < (isOpen ? 0.6 : 0.1),
          isSignedIn: isOpen ? random() < 0.95 : random() < 0.05,
          hours,
          hour,
          isOverdue: quarter > 3 * 24 * 4,
          isAskedFor: false,
        }
        const decision = decideInstall(facts)
        if (decision.kind === 'wait') continue
        isInstalled = true
        installs += 1
        const isAllowed = hours !== null && isWithinHours(hour, hours)
        expect(facts.isPaying || facts.isSending).toBe(false)
        if (facts.isSignedIn) expect(isAllowed).toBe(true)
        if (facts.hasHold || facts.hasUnsavedDraft)
          expect({ ...hours, isOverdue: facts.isOverdue, hour }).toMatchObject({
            isForced: true,
            isOverdue: true,
            hour: hours?.fromHour,
          })
      }
    }
    expect(installs).toBe(days)
  })
})
