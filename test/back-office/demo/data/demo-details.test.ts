import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#back-office/database/database.ts'
import { openDatabase } from '#back-office/database/open-database.ts'
import { unknownOpportunityID } from '#back-office/demo/data/demo-opportunities.ts'
import { demoScenes } from '#back-office/demo/data/demo-today.ts'
import { fillDemoData } from '#back-office/demo/data/fill-demo-data.ts'
import { searchPractitioners } from '#back-office/repositories/catalogue-repository.ts'
import { findOpportunity } from '#back-office/repositories/crm-repository.ts'
import { readInvoiceStep } from '#back-office/repositories/invoice-step.ts'
import { toStudy } from '#back-office/repositories/studies-repository.ts'
import { schedulerIDPattern } from '#domain/consult/scheduling-url.ts'
import { crmIDSchema } from '#domain/crm/crm.ts'
import { matchOpportunity } from '#domain/crm/opportunity-match.ts'
import { type Location, locationSchema } from '#domain/locations/location.ts'
import { practitionerSchema } from '#domain/people/practitioner.ts'
import { chooseReport } from '#domain/release/report-choice.ts'
import { bodyCompositionSku } from '#domain/study/body-composition.ts'
import { sedativeStatuses } from '#domain/study/sedative.ts'
import { readFlag, type StatusFlag, statusFlags } from '#domain/study/status-flags.ts'
import { type Study, studySchema } from '#domain/study/study.ts'
import { badgeKeys, toStudyBadges } from '#domain/study/study-badges.ts'
import { nextAction } from '#domain/study/today-board.ts'
import { toInstant } from '#domain/values/instant.ts'

const folder = mkdtempSync(join(tmpdir(), 'atrium-demo-details-'))
// 4:00pm at the first home location.
const now = Date.UTC(2026, 10, 24, 23) / 1000

let demo: OpenDatabase
let studies: readonly Study[]
let locations: ReadonlyMap<string, Location>
let today: readonly Study[]

beforeAll(async () => {
  demo = await openDatabase({ kind: 'sqlite', path: join(folder, 'demo.db') })
  await fillDemoData(demo.db, { now, hashPassword: async () => 'hash' })
  studies = (await demo.db.selectFrom('study').selectAll().execute()).map((row) => toStudy(row))
  locations = new Map(
    (await demo.db.selectFrom('location').selectAll().execute()).map((row) => [
      row.location_id,
      locationSchema.parse(JSON.parse(row.document)),
    ]),
  )
  today = studies
    .filter(({ locationID, booking }) => locationID === 'ca-bc-1' && booking?.wallTime.startsWith('2026-11-24'))
    .toSorted((a, b) => ((a.booking?.utcStart ?? '') < (b.booking?.utcStart ?? '') ? -1 : 1))
})
afterAll(async () => {
  await demo.close()
  rmSync(folder, { recursive: true, force: true })
})

const locationOf = (study: Study): Location => {
  const location = locations.get(study.locationID)
  if (location === undefined) throw new Error('a study without a location')
  return location
}
const some = (what: string, test: (study: Study) => boolean): void => {
  expect(studies.some(test), what).toBe(true)
}

describe('details of the demo studies', () => {
  it('match the contract', () => {
    for (const study of studies) expect(studySchema.safeParse(study).error, study.studyID).toBeUndefined()
  })

  it('have every flag set in some study and unset in another, and a time for each set flag', () => {
    for (const flag of statusFlags) {
      some(`${flag} set`, ({ status }) => status[flag] === true)
      // Every booking of the demo was confirmed.
      if (flag !== 'bookingConfirmationEmailSent') some(`${flag} open`, ({ status }) => status[flag] !== true)
    }
    const withoutTime: readonly StatusFlag[] = ['bookedOnline', 'bookedOffline', 'tagR&D', 'tagPHYS1ST']
    for (const { status, studyID } of studies) {
      for (const flag of statusFlags) {
        if (withoutTime.includes(flag) || status[flag] !== true) continue
        expect(readFlag(status, flag).time, `${studyID} ${flag}`).not.toBeNull()
      }
    }
  })

  it('have a consent text with each consent, and a prescription with each prescribed sedative', () => {
    for (const { status, details, sedative, studyID } of studies) {
      expect(details.consentText !== null, studyID).toBe(status.consent === true)
      expect(sedative.prescription !== null, studyID).toBe(sedative.prescribedDate !== null)
    }
    some('a prescription', ({ sedative }) => sedative.prescription !== null)
    some('a requested sedative', ({ sedative }) => sedative.status === 'pending' && sedative.prescription === null)
  })

  it('have the steps of a study in their order, none later than now', () => {
    const steps = ['checkin', 'scanned', 'read', 'published', 'reportQADone', 'releasedToPatient', 'releasedToDoctor']
    for (const { status, studyID } of studies) {
      const times = steps.flatMap((step) => status[`${step}Time`] ?? []).map(String)
      expect(times, studyID).toEqual(times.toSorted())
      for (const time of times) expect(time <= toInstant(now * 1000), studyID).toBe(true)
    }
  })

  it('include each badge except `booked` as completed and as open, unsigned consents, and both referral labels', () => {
    const shown = studies.flatMap((study) => toStudyBadges(study, locationOf(study)))
    for (const key of badgeKeys) {
      const words = new Set(shown.filter((badge) => badge.key === key).map(({ isComplete }) => isComplete))
      if (key !== 'booked') expect(words, key).toEqual(new Set([true, false]))
    }
    const notes = new Set(shown.filter(({ wording }) => wording === 'Consent Incomplete').map(({ note }) => note))
    expect(notes).toEqual(new Set(['The member has not signed']))
    expect(new Set(shown.filter(({ key }) => key === 'referral').map(({ label }) => label)).size).toBe(2)
  })

  it('name practitioners of the directory with their own practices', async () => {
    const directory = new Map((await searchPractitioners(demo.db, undefined)).map((one) => [one.id, one]))
    for (const practitioner of directory.values()) {
      practitionerSchema.parse(practitioner)
      expect(practitioner.locations.length).toBeGreaterThanOrEqual(1)
      expect(practitioner.locations.length).toBeLessThanOrEqual(3)
    }
    const faxes = [...directory.values()].map(({ contact }) => contact.faxNumber)
    expect(faxes.some((fax) => /^\d{11}$/.test(fax)) && faxes.some((fax) => !/^\d{11}$/.test(fax))).toBe(true)
    for (const { details, studyID } of studies) {
      const { primary, referring, additional } = details.practitioners
      for (const ref of [primary, referring, ...additional]) {
        if (ref === null) continue
        const practices = directory.get(ref.practitionerID)?.locations.map(({ id }) => id)
        expect(practices, studyID).toBeDefined()
        if (ref.locationID !== null) expect(practices).toContain(ref.locationID)
      }
    }
    some('no primary', ({ details }) => details.practitioners.primary === null)
    some('primary at a practice', ({ details }) => details.practitioners.primary?.locationID !== null)
    some('referring', ({ details }) => details.practitioners.referring !== null)
    some('two additional', ({ details }) => details.practitioners.additional.length === 2)
  })

  it('have consults in every status, and each consult with an event id matches its event at the scheduling service', async () => {
    const consults = studies.map(({ details }) => details.consulting)
    for (const status of ['requested', 'not requested', 'pending', 'on hold'])
      expect(
        consults.some(({ requestedStatus }) => requestedStatus === status),
        status,
      ).toBe(true)
    for (const status of ['booked', 'complete', 'not complete', 'cancelled', 'reschedule', 'left a message', null])
      expect(
        consults.some(({ scheduledStatus }) => scheduledStatus === status),
        String(status),
      ).toBe(true)
    expect(consults.some(({ isPreferred }) => isPreferred)).toBe(true)
    const events = new Map(
      (await demo.db.selectFrom('scheduler_event').selectAll().execute()).map((event) => [event.event_id, event]),
    )
    for (const { eventID, inviteeID, scheduledStatus, consultTime, completedTime } of consults) {
      expect(completedTime !== null).toBe(scheduledStatus === 'complete' || scheduledStatus === 'not complete')
      if (eventID === null) {
        expect(scheduledStatus === null || scheduledStatus === 'left a message').toBe(true)
        continue
      }
      expect(eventID).toMatch(schedulerIDPattern)
      const event = events.get(eventID)
      expect(event).toMatchObject({ invitee_id: inviteeID })
      expect(event?.status).toBe(scheduledStatus === 'cancelled' ? 'canceled' : 'active')
      expect(toInstant((event?.starts_at ?? 0) * 1000)).toBe(consultTime)
    }
  })

  it('have a scheduling path for most clinics, no path for one clinic and an invalid path for another', () => {
    const urls = [...locations.values()].map(({ calendlyUrl }) => calendlyUrl)
    expect(urls.filter((url) => /^\/calendly\/[a-z]+$/.test(url ?? ''))).toHaveLength(25)
    expect(urls.filter((url) => url === null)).toHaveLength(1)
  })

  it('include structured reports in up to three versions, traditional and dictated reports, and a missing report', () => {
    for (const version of [1, 2, 3]) {
      some(`structured ${version}`, (study) => {
        const choice = chooseReport(study)
        return choice.kind === 'structured' && choice.version === version
      })
    }
    some('traditional', (study) => study.status.transcribed === true && chooseReport(study).kind === 'traditional')
    some('dictated', ({ status, details }) => status.transcribed === true && !details.traditionalReportAvailable)
    some('missing', (study) => study.status.published === true && chooseReport(study).kind === 'missing')
    some('released in the old way', ({ status }) => status.traditionalReleasedToPatient === true)
    for (const study of studies) {
      if (study.status.read !== true) expect(chooseReport(study).kind, study.studyID).toBe('missing')
    }
  })

  it('include feedback with and without words or with a star left out, and amplification in every state', () => {
    for (const { details, status, studyID } of studies) {
      expect(details.feedback !== null, studyID).toBe(status.feedbackReceived === true)
    }
    some('a star left out', ({ details }) => details.feedback?.radiology === null)
    some('words', ({ details }) => (details.feedback?.feedback ?? '') !== '')
    some('no words', ({ details }) => details.feedback?.feedback === '')
    some('done', ({ status }) => status.feedbackAmplificationDone === true)
    some('denied', ({ status }) => status.feedbackAmplificationDenied === true)
    some('neither', ({ status, details }) => {
      return details.feedback !== null && !status.feedbackAmplificationDone && !status.feedbackAmplificationDenied
    })
    some('asked, not answered', ({ status }) => status.feedbackRequestSent === true && !status.feedbackReceived)
  })

  it('have sedatives in all seven statuses, with the dates of their steps and a pharmacy', () => {
    for (const status of sedativeStatuses) some(status, ({ sedative }) => sedative.status === status)
    for (const { sedative, sedativeTaken, status, studyID } of studies) {
      if (sedative.status === 'not requested') {
        expect(sedativeTaken, studyID).toBeNull()
        continue
      }
      expect(sedative.preferredPharmacy?.address, studyID).not.toBe('')
      expect(sedativeTaken !== null, studyID).toBe(status.scanned)
      if (sedative.status === 'ready') expect(sedative.details.pickupDate !== null, studyID).toBe(true)
      if (sedative.status === 'pending') expect(sedative.prescribedDate, studyID).toBeNull()
    }
    some('taken', ({ sedativeTaken }) => sedativeTaken === 'Sedative Taken')
  })

  it('include confirmed body composition studies, and others at the first home location that wait for confirmation', () => {
    const ours = studies.filter(({ skuID, status }) => skuID === bodyCompositionSku && status.read === true)
    const open = ours.filter(({ status, locationID }) => locationID === 'ca-bc-1' && status.bodyCompositionQC !== true)
    expect(open.length).toBeGreaterThanOrEqual(3)
    expect(ours.some(({ status }) => status.bodyCompositionQC === true)).toBe(true)
    for (const study of open) {
      expect(study.price).toBe(
        locationOf(study).catalog.primary.find(({ skuID }) => skuID === bodyCompositionSku)?.price,
      )
    }
  })

  it('have the invoice step that follows from their ledger', async () => {
    for (const { studyID, invoiceStep } of studies.filter(({ paymentAmount }) => paymentAmount > 0)) {
      expect(invoiceStep, studyID).toBe(await readInvoiceStep(demo.db, studyID))
    }
    for (const step of ['none', 'not-issued', 'issued', 'paid']) some(step, ({ invoiceStep }) => invoiceStep === step)
  })

  it('have an opportunity for about a quarter of the studies, some with inconsistent links', async () => {
    const linked = studies.filter(({ opportunityID }) => opportunityID !== null)
    expect(linked.length / studies.length).toBeGreaterThan(0.2)
    expect(linked.length / studies.length).toBeLessThan(0.3)
    const kinds = new Map<string, Study[]>()
    for (const study of linked) {
      expect(crmIDSchema.safeParse(study.opportunityID).success).toBe(true)
      const { kind } = matchOpportunity(study, (await findOpportunity(demo.db, study.opportunityID ?? '')) ?? null)
      kinds.set(kind, [...(kinds.get(kind) ?? []), study])
    }
    expect(kinds.get('unknown')?.map(({ opportunityID }) => opportunityID)).toEqual([unknownOpportunityID])
    expect(kinds.get('mismatch')?.length).toBeGreaterThan(4)
    expect(kinds.get('mismatch')?.length).toBeLessThan(20)
    expect(kinds.get('mismatch')?.filter(({ studyID }) => today.some((one) => one.studyID === studyID))).toHaveLength(2)
    expect(kinds.get('unlinked')).toHaveLength(1)
  })
})

describe('the first day of the demo', () => {
  it('has at least as many studies as scenes, and each next action that a clinic without referrals can have', () => {
    expect(today.length).toBeGreaterThanOrEqual(demoScenes.length)
    const kinds = today.map((study) => nextAction(study, locationOf(study)).kind)
    expect(new Set(kinds)).toEqual(
      new Set([
        'answer-safety',
        'stop',
        'sign-off',
        'take-payment',
        'check-consent',
        'check-in',
        'mark-scanned',
        'none',
      ]),
    )
  })

  it('has every chip of the board', () => {
    const has = (what: string, test: (study: Study) => boolean): void => expect(today.some(test), what).toBe(true)
    has('red', ({ safety }) => safety.red > 0)
    has('blue', ({ safety }) => safety.blue > 0)
    has('unanswered', ({ safety }) => safety.state !== 'complete')
    has('temporary hold', ({ temporaryHold }) => temporaryHold)
    has('referral', ({ status }) => status.booked && status.referred !== true)
    has('a bill', ({ invoiceStep }) => invoiceStep !== 'none')
    for (const status of ['ready', 'sent', 'prescribed', 'pending'])
      has(status, (one) => one.sedative.status === status)
    for (const flag of ['urgent', 'sensitive', 'prioritized']) has(flag, ({ status }) => status[flag] === true)
  })
})
