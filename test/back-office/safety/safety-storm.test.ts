import { expect, it } from 'vitest'
import { createSeededRandom } from '#back-office/demo/data/seeded-random.ts'
import { Refusal } from '#back-office/kernel/refusal.ts'
import { findKnownOthers } from '#back-office/repositories/other-safety-repository.ts'
import { findStudy } from '#back-office/repositories/studies-repository.ts'
import { assessSafety, currentSignOff, decideWithdrawal, summarizeSafety } from '#domain/safety/safety-assessment.ts'
import { toInstant } from '#domain/values/instant.ts'
import { completeAnswers, surgeryOn } from '#test/builders/complete-answers.ts'
import { frontdesk, otherDesk } from '../booking/booking-desk.ts'
import { describeOnEachDatabase } from '../booking/each-database.ts'
import { nurse, SafetyDesk } from './safety-desk.ts'

/** Refusals that concurrent calls may get; anything else is an error. */
const expectedRefusals = ['stale', 'slot-taken', 'nothing-to-sign-off', 'missing-required-fields']

describeOnEachDatabase('many concurrent calls about one member’s studies', ({ newDesk }) => {
  it('keep every study consistent with its record, and fail only with expected refusals', {
    timeout: 60_000,
  }, async () => {
    const safety = new SafetyDesk(await newDesk())
    const random = createSeededRandom('storm')
    const ids: string[] = []
    for (const hour of ['16', '18', '20']) {
      ids.push((await safety.book({ utcStart: `2026-11-30T${hour}:00:00Z` })).studyID)
    }
    for (const id of ids) await safety.answer(id)
    const given = [
      {},
      surgeryOn('2026-10-06'),
      { 'Female.Pregnancy.Status': 'yes' },
      { 'Claustrophobic.Status': 'yes' },
    ]
    const act = async (): Promise<unknown> => {
      const id = random.pick(ids)
      switch (random.whole(0, 4)) {
        case 0:
          return safety.move(
            id,
            `2026-${random.pick(['11-29', '12-01', '12-02'])}T${random.whole(16, 22)}:00:00Z`,
            otherDesk,
          )
        case 1:
          return safety.changeGender('m-000001', random.pick(['male', 'female'] as const))
        case 2:
          return safety.signOff(id, nurse)
        default: {
          const { version } = await safety.read(id)
          return safety.save(id, completeAnswers('female', random.pick(given)), version, frontdesk)
        }
      }
    }
    let done = 0
    for (let round = 0; round < 20; round += 1) {
      const results = await Promise.allSettled(Array.from({ length: 6 }, act))
      for (const result of results) {
        if (result.status === 'fulfilled') {
          done += 1
          continue
        }
        if (!(result.reason instanceof Refusal)) throw result.reason
        expect(expectedRefusals).toContain(result.reason.code)
      }
    }
    expect(done).toBeGreaterThan(20)
    const member = await safety.desk.call('readMember', { params: { id: 'm-000001' } })
    for (const id of ids) {
      const [study, record] = [await safety.readStudy(id), await safety.read(id)]
      const appointment = study.booking
      const now = toInstant(safety.desk.now * 1000)
      const assessment = assessSafety(record.SafetyQuestions, {
        gender: member.gender,
        appointment,
        now,
        supportPhone: null,
      })
      const { others = [], othersReason: _, ...own } = study.safety
      expect(own).toEqual(summarizeSafety(assessment, record.version, record.signOffs))
      const row = await findStudy(safety.desk.database.db, id)
      expect(others).toEqual(row === undefined ? null : (await findKnownOthers(safety.desk.database.db, row)).others)
      expect(assessment.cleared).toEqual([])
      expect(record.revisions.map(({ version }) => version)).toEqual(
        Array.from({ length: record.version }, (_, n) => record.version - n),
      )
      const signOff = currentSignOff(record.signOffs)
      if (signOff !== null) expect(decideWithdrawal(signOff.ground, assessment, appointment)).toBeNull()
    }
  })
})
