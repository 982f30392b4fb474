import { describe, expect, it } from 'vitest'
import { fail, type Reply } from '#contract/reply.ts'
import { safetyDraftID } from '#domain/safety/study-safety-draft.ts'
import type { Study } from '#domain/study/study.ts'
import { addMinutes, toInstant } from '#domain/values/instant.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import { createStudyBookingDesk } from '#renderer/booking/moving/study-booking-store.ts'
import { createStudySafetyStore } from '#renderer/safety/study-safety-store.ts'
import { createDrafts } from '#renderer/session/drafts.ts'
import { detailsDraftID } from '#renderer/study-page/details/details-draft.ts'
import { closeSaved, isMoveChosen, saveDetails } from '#renderer/study-page/details/details-save.ts'
import { createDetailsStore } from '#renderer/study-page/details/details-store.ts'
import { findConflict } from '#renderer/study-page/details/use-details.ts'
import { completeAnswers } from '#test/builders/complete-answers.ts'
import { createFakeBridge } from '../../fake-bridge.ts'

const nowMs = Date.parse('2026-11-23T16:00:00Z')
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 60; turn += 1) await Promise.resolve()
}

const opened = async () => {
  const { bridge, controls } = createFakeBridge({ signedInAs: 'frontdesk', now: () => nowMs })
  const found = controls.clinic.studies.find(
    ({ locationID, booking }) => locationID === ('ca-bc-1' as LocationID) && (booking?.utcStart ?? '') > '2026-11-24',
  )
  const location = controls.clinic.locations.find(({ locationID }) => locationID === found?.locationID)
  if (found?.booking == null || location === undefined) throw new Error('The fictional clinic has no study.')
  const { studyID, booking } = found
  // The machine is free at any chosen time.
  const others = controls.clinic.machineTimes.filter((entry) => entry.studyID === studyID)
  controls.clinic.machineTimes.splice(0, Number.POSITIVE_INFINITY, ...others)
  const drafts = createDrafts(bridge)
  const now = () => toInstant(nowMs)
  let keys = 0
  const newKey = () => {
    keys += 1
    return `test-key-${keys}`
  }
  const locations = () => controls.clinic.locations
  const desk = createStudyBookingDesk({ bridge, drafts, studyID, locations, now, newKey })
  const supportPhone = () => null
  const safety = createStudySafetyStore({ bridge, drafts, studyID, now, supportPhone, userID: 'u-frontdesk', newKey })
  const details = createDetailsStore({ drafts, studyID, now })
  desk.start()
  safety.start()
  await settle()
  await details.getState().restore(found, true)
  const kept: Study[] = []
  const save = async () => {
    const parts = { bridge, details, desk, safety: safety.store, keep: (study: Study) => void kept.push(study) }
    const problems = await saveDetails(parts)
    await settle()
    return problems
  }
  /** Chooses a time a week and twenty minutes later, at the same machine. */
  const chooseTime = async () => {
    desk.hold.getState().choose({
      locationID: found.locationID,
      skuID: found.skuID,
      utcStart: addMinutes(booking.utcStart, 7 * 24 * 60 + 20),
      candidates: [booking.machineID],
      slotSelectionType: 'manual',
    })
    await settle()
  }
  const study = (): Study => {
    const current = controls.clinic.studies.find((each) => each.studyID === studyID)
    if (current === undefined) throw new Error('The study is gone.')
    return current
  }
  const commands = () => controls.calls.map(({ command }) => command)
  return {
    bridge,
    controls,
    found,
    studyID,
    desk,
    safety: safety.store,
    details,
    drafts,
    kept,
    save,
    chooseTime,
    study,
    commands,
    now,
  }
}

describe('saving Study Details', () => {
  it('saves the suppression before the answers and the answers before the move, each once', async () => {
    const { details, safety, save, chooseTime, study, commands, found } = await opened()
    details.getState().suppress({ customerEmailAvailable: false })
    safety.getState().edit()
    for (const [field, value] of Object.entries(completeAnswers('female')))
      safety.getState().form?.getState().answer(field, value)
    await chooseTime()
    expect(await save()).toEqual([])
    const wanted = ['payments.setSuppression', 'safety.save', 'booking.reschedule']
    expect(commands().filter((command) => wanted.includes(command))).toEqual(wanted)
    expect(study().status.customerEmailAvailable).toBe(false)
    expect(study().safety.state).toBe('complete')
    expect(study().booking?.utcStart).not.toBe(found.booking?.utcStart)
  })

  it('saves only what was changed', async () => {
    const { details, save, commands } = await opened()
    details.getState().suppress({ invoiceAvailable: false })
    expect(await save()).toEqual([])
    expect(commands()).not.toContain('booking.reschedule')
    expect(commands()).not.toContain('safety.save')
  })

  it('does not move the appointment if the suppression could not be saved, and keeps both choices', async () => {
    const { controls, details, desk, save, chooseTime, commands } = await opened()
    details.getState().suppress({ customerEmailAvailable: false })
    await chooseTime()
    controls.failNext('payments.setSuppression', fail('unexpected', 'No.'))
    expect((await save()).map(({ part }) => part)).toEqual(['suppression', 'appointment'])
    expect(commands()).not.toContain('booking.reschedule')
    expect(isMoveChosen(desk)).toBe(true)
    expect(details.getState().edit?.suppression.mine.customerEmailAvailable).toBe(false)
    expect(await save()).toEqual([])
  })

  it('reports that the slot is taken, and saves the other changes', async () => {
    const { controls, details, save, chooseTime, study } = await opened()
    details.getState().suppress({ invoiceAvailable: false })
    await chooseTime()
    controls.failNext('booking.reschedule', fail('slot-taken', 'Taken.'))
    expect(await save()).toMatchObject([{ part: 'appointment', failure: { code: 'slot-taken' } }])
    expect(study().status.invoiceAvailable).toBe(false)
  })

  it('saves the move and the suppression although another desk has changed something else since', async () => {
    const { controls, bridge, details, save, chooseTime, study, studyID, desk } = await opened()
    details.getState().suppress({ invoiceAvailable: false })
    await chooseTime()
    // The event has not arrived yet: the window still has the earlier version.
    const before = desk.store.getState().study
    controls.study.setFlags(studyID, { urgent: true })
    await settle()
    desk.store.setState({ study: before })
    expect(await save()).toEqual([])
    expect(study().status).toMatchObject({ urgent: true, invoiceAvailable: false })
    const reply = await bridge.booking.readStudy({ studyID })
    expect(reply.ok && reply.value.study.booking?.utcStart).toBe(study().booking?.utcStart)
  })

  it('retries under the same key when the move had no reply', async () => {
    const { controls, save, chooseTime, commands, desk } = await opened()
    await chooseTime()
    controls.failNext('booking.reschedule', fail('timed-out', 'No answer.'))
    expect(await save()).toMatchObject([{ part: 'appointment', failure: { code: 'timed-out' } }])
    expect(isMoveChosen(desk)).toBe(true)
    expect(await save()).toEqual([])
    const keys = controls.calls
      .filter(({ command }) => command === 'booking.reschedule')
      .map(({ input }) => (input as { idempotencyKey: string }).idempotencyKey)
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
    expect(commands().filter((command) => command === 'booking.reschedule')).toHaveLength(2)
  })
})

describe('answers given while Study Details is being saved', () => {
  const answered = async () => {
    const world = await opened()
    world.safety.getState().edit()
    for (const [field, value] of Object.entries(completeAnswers('female'))) {
      world.safety.getState().form?.getState().answer(field, value)
    }
    return world
  }

  it('are kept, and the save of Study Details fails, while an earlier save of the answers has no reply', async () => {
    const { controls, safety, save, details, drafts, studyID, bridge } = await answered()
    let answer: (reply: Reply<never>) => void = () => undefined
    const waiting = new Promise<Reply<never>>((done) => {
      answer = done
    })
    controls.failNext('safety.save', waiting as never)
    const own = safety.getState().save()
    expect(await save()).toMatchObject([{ part: 'safety', failure: { code: 'act-not-allowed' } }])
    expect(details.getState().edit).not.toBeNull()
    answer(fail('timed-out', 'No answer came.'))
    expect(await own).toBeNull()
    expect(safety.getState()).toMatchObject({ saving: { kind: 'unsent' } })
    await drafts.flush()
    expect(await bridge.drafts.read({ draftID: safetyDraftID(studyID) })).toMatchObject({ ok: true, value: {} })
    expect(safety.getState().isChanged()).toBe(true)
  })

  it('keep edit mode open', async () => {
    const { safety, save, details, desk } = await answered()
    expect(await save()).toEqual([])
    safety.getState().edit()
    safety.getState().form?.getState().answer('ReasonType', 'Worried')
    expect(await closeSaved({ details, desk, safety })).toBe(false)
    expect(details.getState()).toMatchObject({ isSaving: false })
    expect(details.getState().edit).not.toBeNull()
    expect(safety.getState().form?.getState().answers.ReasonType).toBe('Worried')
  })

  it('let edit mode close after all answers are saved', async () => {
    const { safety, save, details, desk } = await answered()
    expect(await save()).toEqual([])
    expect(await closeSaved({ details, desk, safety })).toBe(true)
    expect(details.getState()).toMatchObject({ isSaving: false, edit: null })
  })
})

describe('two desks at one appointment', () => {
  it('see both times when they conflict, and this desk can keep its own', async () => {
    const { controls, details, desk, save, chooseTime, study, studyID, found } = await opened()
    await chooseTime()
    const { edit } = details.getState()
    if (edit === null || found.booking === null) throw new Error('Edit mode is closed.')
    expect(findConflict(desk, edit)).toBeNull()
    const booking = { ...found.booking, utcStart: addMinutes(found.booking.utcStart, 20) }
    controls.study.change(studyID, { booking })
    await settle()
    details.getState().follow(study(), true)
    expect(findConflict(desk, edit)?.theirs.utcStart).toBe(booking.utcStart)
    details.getState().keepMine(study())
    const decided = details.getState().edit
    expect(decided === null ? 'closed' : findConflict(desk, decided)).toBeNull()
    expect(await save()).toEqual([])
    expect(study().booking?.utcStart).toBe(addMinutes(found.booking.utcStart, 7 * 24 * 60 + 20))
  })

  it('keep the suppressions of both', async () => {
    const { controls, details, save, study, studyID } = await opened()
    details.getState().suppress({ invoiceAvailable: false })
    const status = { ...study().status, customerEmailAvailable: false }
    controls.study.change(studyID, { status })
    await settle()
    details.getState().follow(study(), false)
    expect(details.getState().edit?.taken).toEqual(['customerEmailAvailable'])
    expect(await save()).toEqual([])
    expect(study().status).toMatchObject({ customerEmailAvailable: false, invoiceAvailable: false })
  })
})

describe('the draft of Study Details', () => {
  it('opens edit mode again with the choices, and is deleted on discard', async () => {
    const { bridge, details, drafts, found, studyID, now } = await opened()
    details.getState().suppress({ customerEmailAvailable: false })
    await drafts.flush()
    const again = createDetailsStore({ drafts: createDrafts(bridge), studyID, now })
    await again.getState().restore(found, false)
    expect(again.getState()).toMatchObject({
      edit: { suppression: { mine: { customerEmailAvailable: false } } },
      restoredFrom: now(),
    })
    await again.getState().close('discard')
    const reply = await bridge.drafts.read({ draftID: detailsDraftID(studyID) })
    expect(reply).toEqual({ ok: true, value: null })
  })

  it('waits while edit mode is closed, and is there when editing continues', async () => {
    const { details, found, now } = await opened()
    details.getState().suppress({ invoiceAvailable: false })
    await details.getState().close('keep')
    expect(details.getState()).toMatchObject({ edit: null, waitingSince: now() })
    details.getState().open(found)
    expect(details.getState().edit?.suppression.mine.invoiceAvailable).toBe(false)
  })

  it('opens nothing on a cancelled study', async () => {
    const { drafts, found, studyID, now } = await opened()
    const store = createDetailsStore({ drafts, studyID, now })
    await store.getState().restore({ ...found, status: { ...found.status, cancelled: true } }, true)
    expect(store.getState().edit).toBeNull()
  })
})
