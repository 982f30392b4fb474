import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { StudyID } from '#domain/values/study-id.ts'
import {
  becomes,
  charge,
  ended,
  findStudies,
  frontDesk,
  locationID,
  readerIsReady,
} from '#test/fixtures/payments/kill-moments.ts'
import { createKillableDesk, must, readCharges, until } from '#test/fixtures/payments/killable-desk.ts'

it('leaves one transaction after kill -9 of a desk and its own back office, when the card was charged and neither had recorded the charge', {
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-kill-own-'))
  const desk = createKillableDesk({ folder, backOfficeUrl: null })
  const book = join(folder, 'data/back-office/simulated-processor.jsonl')
  const chargesOf = (attemptID: string) => readCharges(book).filter((id) => id === `pi_sim_${attemptID}`)
  const readLedger = async (studyID: StudyID) =>
    (await must(desk.bridge().payments.read({ studyID }))).payments.transactions.map(
      ({ details }) => details.referenceID,
    )
  try {
    await desk.start(frontDesk)
    await must(desk.bridge().terminal.connect({ locationID, readerID: 'simulated-1' }))
    const [studyID] = await findStudies(desk)
    if (studyID === undefined) throw new Error('no study')

    // The reader is lost after the processor has charged. The desk cannot store the loss, so it does not ask for the
    // result.
    await must(desk.bridge().terminal.setSimulatedOutcome({ outcome: 'disconnect-after-charge' }))
    desk.refuseState('unknown')
    const { attemptID } = await charge(desk, studyID, 7.5)
    await becomes(desk, attemptID, 'processing')
    await until('the processor has charged', () => chargesOf(attemptID).length > 0)
    expect(await readLedger(studyID)).toEqual([])
    await desk.kill()
    expect(desk.readJournal(attemptID)).toMatchObject({ state: 'processing', transactionID: null })
    desk.takeEverything()

    await desk.start(frontDesk)
    expect(await ended(desk, attemptID)).toMatchObject({ state: 'succeeded' })
    const taken = chargesOf(attemptID)
    expect(taken).toHaveLength(1)
    expect(await readLedger(studyID)).toEqual(taken)

    await readerIsReady(desk)
    const next = await charge(desk, studyID, 2.25)
    expect(await ended(desk, next.attemptID)).toMatchObject({ state: 'succeeded' })
    const all = [...taken, ...chargesOf(next.attemptID)]
    expect(all).toHaveLength(2)
    expect((await readLedger(studyID)).toSorted()).toEqual(all.toSorted())
    console.info('kill -9, simulated, with the back office inside: taken 1, recorded 1, succeeded; charged again')
  } finally {
    await desk.dispose()
    rmSync(folder, { recursive: true, force: true })
  }
})
