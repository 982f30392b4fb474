import { describe, expect, it } from 'vitest'
import { type ActDecision, decideAct, type StudyAct, studyActs } from '#domain/study/study-acts.ts'
import { aStudyWith } from './study-records.ts'

/**
 * Flags of a study that decide whether an act is allowed. The tested states of an act are all combinations of these
 * flags and of the flags that lock the act.
 */
const decidingFlags = [
  'cancelled',
  'checkin',
  'scanned',
  'read',
  'published',
  'releasedToPatient',
  'feedbackReceived',
] as const

/** The flag that each act needs, written here independently of the code under test. */
const needs: { readonly [Act in StudyAct]?: readonly string[] } = {
  scanned: ['checkin'],
  medicalHistoryReviewed: ['medicalHistory'],
  read: ['scanned'],
  transcribed: ['read'],
  reportQADone: ['read', 'published'],
  filmReady: ['read'],
  releasedToPatient: ['published'],
  traditionalReleasedToPatient: ['published'],
  patientReportNotification: ['releasedToPatient', 'traditionalReleasedToPatient'],
  providerReportNotification: ['published'],
  feedbackAmplificationDone: ['feedbackReceived'],
  feedbackAmplificationDenied: ['feedbackReceived'],
}
const lockedOnceSet: { readonly [Act in StudyAct]?: readonly string[] } = {
  checkin: ['scanned'],
  consent: ['scanned'],
  scanned: ['read', 'published', 'transcribed', 'reportQADone', 'releasedToPatient'],
  medicalHistoryRequested: ['medicalHistory'],
  medicalHistory: ['medicalHistoryReviewed'],
  read: ['transcribed', 'published', 'reportQADone'],
  transcribed: ['releasedToPatient', 'traditionalReleasedToPatient', 'releasedToDoctor', 'traditionalReleasedToDoctor'],
  reportQADone: [
    'releasedToPatient',
    'traditionalReleasedToPatient',
    'releasedToDoctor',
    'traditionalReleasedToDoctor',
  ],
  releasedToPatient: ['patientReportNotification'],
  traditionalReleasedToPatient: ['patientReportNotification'],
}
const onlyUncancelled = ['checkin', 'scanned', 'reminded', 'referred', 'medicalHistoryRequested', 'consent']

const statesOf = (act: StudyAct): readonly Readonly<Record<string, boolean>>[] => {
  const flags = [...new Set([...decidingFlags, ...(needs[act] ?? []), ...(lockedOnceSet[act] ?? [])])]
  return Array.from({ length: 2 ** flags.length }, (_, bits) =>
    Object.fromEntries(flags.map((flag, index) => [flag, (bits & (2 ** index)) !== 0])),
  )
}

const expected = (act: StudyAct, value: boolean, flags: Readonly<Record<string, boolean>>): ActDecision['kind'] => {
  if ((flags[act] ?? false) === value) return 'none'
  if (flags.cancelled === true && onlyUncancelled.includes(act)) return 'refused'
  const hangsOn = value ? needs[act] : undefined
  if (hangsOn !== undefined && !hangsOn.some((flag) => flags[flag] === true)) return 'refused'
  const locks = value ? [] : (lockedOnceSet[act] ?? [])
  return locks.some((lock) => flags[lock] === true) ? 'refused' : 'change'
}

describe('decideAct', () => {
  it.each(studyActs)('decides setting and clearing %s in every state of a study', (act) => {
    const seen = new Set<string>()
    for (const state of statesOf(act)) {
      for (const already of [false, true]) {
        for (const value of [false, true]) {
          const flags = { ...state, [act]: already }
          const decision = decideAct(aStudyWith(flags), act, value)
          expect(decision.kind, JSON.stringify({ act, value, flags })).toBe(expected(act, value, flags))
          if (decision.kind === 'change') expect(decision.flags[act]).toBe(value)
          if (decision.kind === 'refused') expect(decision.reason).toMatch(/^[A-Z].+\.$/)
          seen.add(decision.kind)
        }
      }
    }
    expect(seen).toContain('change')
    expect(seen).toContain('none')
  })

  it('changes only the flag of the act, except that amplification done and denied clear each other', () => {
    const ready = {
      checkin: true,
      scanned: true,
      medicalHistory: true,
      read: true,
      published: true,
      releasedToPatient: true,
      feedbackReceived: true,
    }
    for (const act of studyActs) {
      const decision = decideAct(aStudyWith({ ...ready, [act]: false }), act, true)
      const flags = decision.kind === 'change' ? decision.flags : {}
      const other = act.startsWith('feedbackAmplification') ? 1 : 0
      expect(Object.keys(flags), act).toHaveLength(1 + other)
    }
  })

  it.each([
    ['feedbackAmplificationDone', { feedbackAmplificationDone: true, feedbackAmplificationDenied: false }],
    ['feedbackAmplificationDenied', { feedbackAmplificationDone: false, feedbackAmplificationDenied: true }],
  ] as const)('clears the other flag when setting %s', (act, flags) => {
    expect(decideAct(aStudyWith({ feedbackReceived: true }), act, true)).toEqual({ kind: 'change', flags })
  })

  it.each([
    [{}, 'scanned', true, 'Check the member in before marking the scan.'],
    [{}, 'patientReportNotification', true, 'The report has not been released to the member.'],
    [{}, 'providerReportNotification', true, 'The report has not been published.'],
    [{}, 'feedbackAmplificationDone', true, 'The member has not given feedback.'],
    [{ cancelled: true }, 'checkin', true, 'This appointment has been cancelled.'],
    [{ checkin: true, scanned: true }, 'checkin', false, "You can't undo the check-in: the member has been scanned."],
    [{}, 'medicalHistoryReviewed', true, "The member's medical history has not been received."],
    [{}, 'read', true, 'The member has not been scanned.'],
    [{}, 'transcribed', true, 'The images have not been read.'],
    [{}, 'reportQADone', true, 'The images have not been read.'],
    [{}, 'releasedToPatient', true, 'The report has not been published.'],
    [
      { releasedToPatient: true, patientReportNotification: true },
      'releasedToPatient',
      false,
      "You can't undo the release: the member has been notified.",
    ],
    [
      { read: true, reportQADone: true, releasedToDoctor: true },
      'reportQADone',
      false,
      "You can't undo the report QA: the report has been released.",
    ],
    [{ scanned: true, read: true }, 'scanned', false, "You can't undo the scan mark: the images have been read."],
    [{ consent: true, scanned: true }, 'consent', false, "You can't undo the consent: the member has been scanned."],
  ] as const)('with the flags %j, refuses to change %s to %j and gives the reason', (flags, act, value, reason) => {
    expect(decideAct(aStudyWith(flags), act, value)).toEqual({ kind: 'refused', reason })
  })

  it.each([
    'read',
    'transcribed',
    'published',
    'reportQADone',
    'releasedToPatient',
    'releasedToDoctor',
    'traditionalReleasedToPatient',
    'traditionalReleasedToDoctor',
  ])('refuses to undo a scan mark if %s is set', (flag) => {
    const decision = decideAct(aStudyWith({ checkin: true, scanned: true, [flag]: true }), 'scanned', false)
    expect(decision).toMatchObject({ kind: 'refused', reason: expect.stringContaining("can't undo the scan mark") })
  })

  it('allows notifying the member of a traditional report that was released', () => {
    const flags = { traditionalReleasedToPatient: true }
    expect(decideAct(aStudyWith(flags), 'patientReportNotification', true).kind).toBe('change')
  })

  it('treats a flag that is not a boolean as not set', () => {
    expect(decideAct(aStudyWith({ urgent: 'yes' }), 'urgent', true).kind).toBe('change')
    expect(decideAct(aStudyWith({ urgent: 'yes' }), 'urgent', false).kind).toBe('none')
  })
})
