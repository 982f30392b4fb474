import { describe, expect, it } from 'vitest'
import {
  describeOffline,
  type OfflineAct,
  offlineRules,
  offlineScreens,
  whyNotOffline,
} from '#domain/offline/offline-policy.ts'

describe('describeOffline', () => {
  it.each([
    [
      'today',
      "You can view the day, check members in and take cash. Your changes are saved on this computer and sent when you're back online. Everything else needs a connection.",
    ],
    [
      'booking',
      "You can view the calendar, search the bookings and members saved on this computer and answer safety questions. Your changes are saved on this computer and sent when you're back online. Everything else needs a connection.",
    ],
    ['queues', 'You can view the queue and pause it. Everything else needs a connection.'],
    ['documents', 'You can view the last loaded list. Everything else needs a connection.'],
    [
      'payment',
      "You can view payments and take cash. Your changes are saved on this computer and sent when you're back online. Everything else needs a connection.",
    ],
  ] as const)('has the right words for the screen %s', (screen, words) => {
    expect(describeOffline(screen)).toBe(words)
  })

  it('leaves out acts that a user or a study does not have', () => {
    expect(describeOffline('payment', ['takeCash'])).toBe('You can view payments. Everything else needs a connection.')
    expect(describeOffline('study', ['checkIn', 'takeCash', 'answerSafety'])).toBe(
      "You can view the study and write notes. Your changes are saved on this computer and sent when you're back online. Everything else needs a connection.",
    )
  })

  it('names on every screen exactly the acts that work offline', () => {
    for (const [screen, acts] of Object.entries(offlineScreens)) {
      const sentence = describeOffline(screen as keyof typeof offlineScreens)
      for (const act of acts) {
        const { kind, words } = offlineRules[act]
        expect(sentence.includes(words)).toBe(kind !== 'needs-connection')
      }
    }
  })
})

describe('whyNotOffline', () => {
  it('returns null while online and for acts that work offline, and a reason for all other acts', () => {
    for (const act of Object.keys(offlineRules) as OfflineAct[]) {
      expect(whyNotOffline(act, true)).toBeNull()
      expect(whyNotOffline(act, false) === null).toBe(offlineRules[act].kind !== 'needs-connection')
    }
    expect(whyNotOffline('book', false)).toBe('Booking needs a connection. What you entered is kept.')
  })

  it('mentions entered text only if there is entered text', () => {
    for (const act of ['holdTime', 'markScanned', 'undoMark', 'cancel', 'convertHold', 'changeSedative'] as const) {
      expect(whyNotOffline(act, false)).toMatch(/needs a connection\.$/)
    }
    expect(whyNotOffline('cancel', false, true)).toBe('Cancelling needs a connection. What you entered is kept.')
  })
})
