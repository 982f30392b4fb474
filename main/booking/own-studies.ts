import type { SelfServiceBridge } from '#contract/booking/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import type { Location } from '#domain/locations/location.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import { type BackOfficeClient, isOutOfReach } from '../back-office-client/back-office-client.ts'
import { toKnownOutcome, toOffline } from '../back-office-client/staff-calls.ts'
import { checkAnswers } from '../safety/check-answers.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'
import type { SignedUp } from './sign-ups.ts'

type OwnStudy = { readonly study: Study; readonly location: Location }
type Own = SignedUp & OwnStudy

/** The studies that the member at this screen has just booked, with that member's token. In memory only. */
type OwnStudies = {
  /** Adds a study that this member booked, and removes the previous member's studies. */
  add(person: SignedUp, booked: OwnStudy): void
  readonly pages: Pick<SelfServiceBridge, 'readStudy' | 'readSafety' | 'shareSafety' | 'saveSafety'>
}

export const createOwnStudies = (parts: {
  readonly client: BackOfficeClient
  readonly keeper: Pick<RecordKeeper, 'keepStudy'>
  now(): Instant
}): OwnStudies => {
  const { client, keeper, now } = parts
  let latest: SignedUp | null = null
  const booked = new Map<string, OwnStudy>()

  /** Returns a study that the member at this screen has just booked. */
  const findOwn = (studyID: Study['studyID']): Reply<Own> => {
    if (latest === null) return fail('signed-out', 'Book an appointment first.')
    const known = booked.get(studyID)
    return known === undefined ? fail('not-found', 'Booking not found.') : ok({ ...latest, ...known })
  }

  return {
    add: (person, study) => {
      // The next member at this screen must not see the previous one's bookings.
      if (latest?.patientID !== person.patientID) booked.clear()
      latest = person
      booked.set(study.study.studyID, study)
    },
    pages: {
      readStudy: async ({ studyID }) => {
        const known = booked.get(studyID)
        if (known === undefined || latest === null) return fail('not-found', 'Booking not found.')
        const reply = await client.call('readStudy', { params: { studyId: studyID } }, { token: latest.token })
        if (reply.ok) return ok({ study: reply.value, location: known.location, language: latest.language })
        // While the back office is out of reach, the study from its last answer is the best copy.
        return isOutOfReach(reply.failure.code) ? ok({ ...known, language: latest.language }) : reply
      },

      readSafety: async ({ studyID }) => {
        const own = findOwn(studyID)
        if (!own.ok) return own
        const { token, gender, language, location } = own.value
        const [study, record] = await Promise.all([
          client.call('readStudy', { params: { studyId: studyID } }, { token }),
          client.call('readSafetyQuestions', { query: { studyID } }, { token }),
        ])
        if (!study.ok) return toOffline(study)
        if (!record.ok) return toOffline(record)
        return ok({ record: record.value, study: study.value, location, gender, language })
      },

      shareSafety: async ({ studyID, answers, base }) => {
        const own = findOwn(studyID)
        if (!own.ok) return own
        const body = { studyID, SafetyQuestions: answers, base }
        const reply = toKnownOutcome(await client.call('saveSafetyDraft', { body }, { token: own.value.token }))
        return reply.ok ? ok({}) : reply
      },

      saveSafety: async ({ studyID, answers, version }) => {
        const own = findOwn(studyID)
        if (!own.ok) return own
        const { token, gender, location, study } = own.value
        const checked = checkAnswers(answers, { study, gender, zone: location.timezone, now: now() })
        if (!checked.ok) return checked
        const body = { studyID, SafetyQuestions: answers, version }
        const reply = toKnownOutcome(await client.call('saveSafetyQuestions', { body }, { token }))
        if (!reply.ok) return reply
        booked.set(studyID, { study: reply.value.study, location })
        // The safety record is not cached: a member's copy lacks the clinic's own fields, and staff read the cache.
        keeper.keepStudy(reply.value.study)
        return reply
      },
    },
  }
}
