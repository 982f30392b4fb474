import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail } from '#contract/reply.ts'
import type { Answers } from '#domain/safety/question.ts'
import { safetyDraftID, toFirstSafetyDraft } from '#domain/safety/study-safety-draft.ts'
import type { Study } from '#domain/study/study.ts'
import { addMinutes, toInstant } from '#domain/values/instant.ts'
import { presenceMs } from '#renderer/safety/safety-presence.ts'
import { createStudySafetyStore } from '#renderer/safety/study-safety-store.ts'
import { createDrafts } from '#renderer/session/drafts.ts'
import { completeAnswers } from '#test/builders/complete-answers.ts'
import { createFakeBridge, type FakeUser } from '../fake-bridge.ts'

const nowMs = Date.parse('2026-11-20T22:05:00Z')

const pickStudy = (studies: readonly Study[]): Study => {
  const study = studies.find(
    ({ patientID, booking }) => patientID === 'm-000001' && booking !== null && booking.utcStart > toInstant(nowMs),
  )
  if (study === undefined) throw new Error('Ana Silva has no study to come.')
  return study
}

const openWorld = (signedInAs: FakeUser = 'frontdesk') => {
  const { bridge, controls } = createFakeBridge({ now: () => nowMs, signedInAs })
  const study = pickStudy(controls.clinic.studies)
  let key = 0
  /** Opens a new page that has nothing in memory, as after a reload. */
  const openPage = async ({ asksForForm = false } = {}) => {
    const drafts = createDrafts(bridge)
    const { store, start } = createStudySafetyStore({
      bridge,
      drafts,
      studyID: study.studyID,
      now: () => toInstant(nowMs),
      supportPhone: () => '1-800-555-0142',
      userID: 'u-frontdesk',
      newKey: () => {
        key += 1
        return `test-key-${key}`
      },
    })
    // Opens the form at the first reading, before other listeners, like a page that is opened to answer the questions.
    if (asksForForm) store.subscribe(({ read, edit }) => read.kind === 'ready' && edit())
    const stop = start()
    await settle()
    const state = () => store.getState()
    const form = () => {
      const found = state().form
      if (found === null) throw new Error('The form is closed.')
      return found.getState()
    }
    const answers = (): Answers => form().answers
    const answerAll = (given: Answers): void => {
      for (const [field, value] of Object.entries(given)) form().answer(field, value)
    }
    return { state, form, answers, answerAll, stop, drafts }
  }
  const keptDraft = async () => {
    const reply = await bridge.drafts.read({ draftID: safetyDraftID(study.studyID) })
    return reply.ok ? (reply.value?.content ?? null) : null
  }
  const saved = async () => {
    const reply = await bridge.safety.read({ studyID: study.studyID })
    if (!reply.ok) throw new Error(reply.failure.message)
    return reply.value.record
  }
  const calls = (command: string) => controls.calls.filter((call) => call.command === command)
  return { bridge, controls, study, openPage, keptDraft, saved, calls }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => vi.useFakeTimers({ now: nowMs }))
afterEach(() => vi.useRealTimers())

describe('the read of the safety answers', () => {
  it('is ready with the record, and the form is closed', async () => {
    const { openPage } = openWorld()
    const page = await openPage()
    expect(page.state().read).toMatchObject({ kind: 'ready', value: { record: { version: 0 } } })
    expect(page.state().form).toBeNull()
  })

  it('fails with a code when the record cannot be read, and is ready after a retry', async () => {
    const { controls, openPage } = openWorld()
    controls.failNext('safety.read', fail('location-forbidden', 'Not yours.'))
    const page = await openPage()
    expect(page.state().read).toMatchObject({ kind: 'failed', failure: { code: 'location-forbidden' } })
    await page.state().load()
    expect(page.state().read.kind).toBe('ready')
  })

  it('does not open the form of a cancelled study', async () => {
    const { controls, study, openPage } = openWorld()
    const status = { ...study.status, cancelled: true }
    controls.clinic.studies[controls.clinic.studies.indexOf(study)] = { ...study, status }
    const page = await openPage()
    page.state().edit()
    expect(page.state().form).toBeNull()
  })

  it('ignores an answer that is older than the shown one', async () => {
    const { bridge, controls, study, openPage } = openWorld()
    const page = await openPage()
    const old = await bridge.safety.read({ studyID: study.studyID })
    controls.safety.saveAs('Ben Ortiz', study.studyID, completeAnswers('female'))
    await settle()
    vi.spyOn(bridge.safety, 'read').mockResolvedValueOnce(old)
    await page.state().load()
    expect(page.state().read).toMatchObject({ kind: 'ready', value: { record: { version: 1 } } })
  })
})

describe('the draft', () => {
  it('is stored with each answer, and reports when it is on disk', async () => {
    const { openPage, keptDraft } = openWorld()
    const page = await openPage()
    page.state().edit()
    expect(page.state().kept).toBeNull()
    page.form().answer('Allergies.Status', 'no')
    expect(page.state().kept).toBe('keeping')
    await settle()
    expect(page.state().kept).toBe('kept')
    expect(await keptDraft()).toMatchObject({ answers: { 'Allergies.Status': 'no' }, baseVersion: 0, baseAnswers: {} })
  })

  it('stays on disk when the reopened page opens the form after its first read', async () => {
    const { openPage, keptDraft } = openWorld()
    const first = await openPage()
    first.state().edit()
    first.form().answer('Allergies.Status', 'no')
    await settle()
    expect(await first.state().save()).toBeNull()
    first.stop()
    for (const _visit of [1, 2]) {
      const page = await openPage({ asksForForm: true })
      expect(page.answers()).toEqual({ 'Allergies.Status': 'no' })
      expect(page.state()).toMatchObject({ kept: 'kept', restoredFrom: toInstant(nowMs) })
      expect(await keptDraft()).toMatchObject({ answers: { 'Allergies.Status': 'no' } })
      page.stop()
    }
  })

  it('is not overwritten when it cannot be read: the page reports the failure, and reads the draft on request', async () => {
    const { controls, openPage, keptDraft } = openWorld()
    const first = await openPage()
    first.state().edit()
    first.form().answer('Allergies.Status', 'no')
    await settle()
    first.stop()
    controls.failNext('drafts.read', fail('disconnected', 'Gone.'))
    const page = await openPage({ asksForForm: true })
    expect(page.state().read).toMatchObject({ kind: 'failed', failure: { code: 'disconnected' } })
    expect(page.state().form).toBeNull()
    await page.state().load()
    expect(page.answers()).toEqual({ 'Allergies.Status': 'no' })
    expect(await keptDraft()).not.toBeNull()
  })

  it('of a newly opened page stays when the save of the previous page is answered', async () => {
    const { bridge, openPage, keptDraft } = openWorld()
    const first = await openPage()
    first.state().edit()
    first.answerAll(completeAnswers('female'))
    const save = bridge.safety.save
    let answer = () => {}
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve
    })
    vi.spyOn(bridge.safety, 'save').mockImplementationOnce(async (input) => {
      await isAnswered
      return await save(input)
    })
    const saving = first.state().save()
    await first.drafts.flush()
    first.stop()
    const second = await openPage({ asksForForm: true })
    second.form().answer('ReasonForVisit', 'Back pain')
    await settle()
    answer()
    await saving
    await vi.advanceTimersByTimeAsync(1000)
    expect(second.answers().ReasonForVisit).toBe('Back pain')
    expect(await keptDraft()).toMatchObject({ answers: { ReasonForVisit: 'Back pain' }, baseVersion: 1 })
  })

  it('reports that it cannot be stored, and retries', async () => {
    const { controls, openPage } = openWorld()
    const page = await openPage()
    page.state().edit()
    controls.failNext('drafts.save', fail('disconnected', 'Gone.'))
    page.form().answer('Allergies.Status', 'no')
    await settle()
    expect(page.state().kept).toBe('failing')
    await vi.advanceTimersByTimeAsync(2000)
    expect(page.state().kept).toBe('kept')
  })

  it('is restored after each of 30 answers when a new page opens as soon as the answer is on disk', async () => {
    const { openPage } = openWorld()
    const wanted = Object.entries(
      completeAnswers('female', {
        'MedicalMetal.Heart.Surgery': 'yes',
        'MedicalMetal.Heart.Type': ['Valve Replacement', 'Stent', 'Other'],
        'MedicalMetal.Head.Surgery': 'yes',
        'MedicalMetal.Head.Type': ['Cochlear Implant', 'Other'],
        'MedicalMetal.Spine.Surgery': 'yes',
        'OtherMetal.Implants': 'yes',
        'NonMedicalMetal.Eyes.Injury': 'yes',
        'Claustrophobic.Status': 'yes',
        'Claustrophobic.OralSedative': 'yes',
        'Medications.Current': 'yes',
        'Allergies.Status': 'yes',
        'COVIDVaccine.Status': 'yes',
      }),
    ).slice(0, 30)
    expect(wanted).toHaveLength(30)
    for (const [index, [field, value]] of wanted.entries()) {
      const page = await openPage()
      page.state().edit()
      expect(page.answers()).toEqual(Object.fromEntries(wanted.slice(0, index)))
      page.form().answer(field, value)
      await vi.advanceTimersByTimeAsync(400)
      expect(page.state().kept).toBe('kept')
    }
    const page = await openPage()
    expect(page.answers()).toEqual(Object.fromEntries(wanted))
  })

  it('opens the form automatically and shows its time', async () => {
    const { openPage } = openWorld()
    const first = await openPage()
    first.state().edit()
    first.form().answer('Allergies.Status', 'no')
    await settle()
    const page = await openPage()
    expect(page.state().restoredFrom).toBe(toInstant(nowMs))
    expect(page.answers()).toEqual({ 'Allergies.Status': 'no' })
    expect(page.state().kept).toBe('kept')
  })

  it('that the booking pages stored before the study existed is adopted', async () => {
    const { bridge, study, openPage } = openWorld()
    const draftID = safetyDraftID(study.studyID)
    const content = toFirstSafetyDraft({ 'Allergies.Status': 'no' }, toInstant(nowMs))
    await bridge.drafts.save({ draftID, content })
    const page = await openPage()
    expect(page.answers()).toEqual({ 'Allergies.Status': 'no' })
  })

  it('is deleted by Discard, and the open form shows the saved answers', async () => {
    const { controls, study, openPage, keptDraft } = openWorld()
    controls.safety.saveAs('Ben Ortiz', study.studyID, completeAnswers('female'))
    const page = await openPage()
    page.state().edit()
    page.form().answer('Allergies.Status', 'yes')
    await page.state().discardDraft()
    expect(page.answers()).toEqual(completeAnswers('female'))
    expect(await keptDraft()).toBeNull()
    expect(page.state().kept).toBeNull()
  })

  it('stays if other desks share its answers and the back office cannot be reached to discard them', async () => {
    const { controls, study, openPage, keptDraft } = openWorld()
    controls.safety.saveAs('Ben Ortiz', study.studyID, completeAnswers('female'))
    controls.safety.draftAs('Ben Ortiz', study.studyID, { ...completeAnswers('female'), 'Allergies.Status': 'yes' })
    const page = await openPage()
    page.state().edit()
    page.form().answer('ReasonForVisit', 'x')
    await vi.advanceTimersByTimeAsync(400)
    const given = page.answers()
    const unreachable = fail('offline', 'The back office cannot be reached.')
    controls.failNext('safety.discardDraft', unreachable)
    expect(await page.state().discardDraft()).toBe(false)
    expect(page.state().discarding).toEqual({ kind: 'failed', failure: unreachable.failure })
    expect(page.answers()).toEqual(given)
    controls.failNext('safety.discardDraft', unreachable)
    expect(await page.state().close('discard')).toBe(false)
    expect(page.answers()).toEqual(given)
    expect(await keptDraft()).not.toBeNull()
    expect(await page.state().discardDraft()).toBe(true)
    expect(page.state().discarding).toEqual({ kind: 'idle' })
    expect(page.answers()).toEqual(completeAnswers('female'))
    expect(await keptDraft()).toBeNull()
  })

  it('is discarded without the back office if only this workstation has it', async () => {
    const { controls, study, openPage, keptDraft } = openWorld()
    controls.safety.saveAs('Ben Ortiz', study.studyID, completeAnswers('female'))
    const page = await openPage()
    page.state().edit()
    page.form().answer('ReasonForVisit', 'x')
    await vi.advanceTimersByTimeAsync(400)
    controls.failNext('safety.discardDraft', fail('offline', 'The back office cannot be reached.'))
    expect(await page.state().close('discard')).toBe(true)
    expect(page.state().form).toBeNull()
    expect(await keptDraft()).toBeNull()
  })

  it('of a colleague with the same name is not treated as the draft of this person', async () => {
    const { controls, study, openPage } = openWorld()
    const page = await openPage()
    page.state().edit()
    page.form().answer('Allergies.Status', 'no')
    await settle()
    controls.safety.draftAs('Robin Front', study.studyID, { 'Allergies.Status': 'yes' }, 'u-another')
    await settle()
    expect(page.state().conflicts.map(({ field }) => field)).toEqual(['Allergies.Status'])
  })

  it('is deleted when the answers equal the saved ones again', async () => {
    const { openPage, keptDraft } = openWorld()
    const page = await openPage()
    page.state().edit()
    page.form().answer('ReasonForVisit', 'x')
    await vi.advanceTimersByTimeAsync(400)
    expect(await keptDraft()).not.toBeNull()
    page.form().answer('ReasonForVisit', '')
    await settle()
    expect(await keptDraft()).toBeNull()
  })

  it('stays when the user closes the form and keeps the draft, and fills the form when the form opens again', async () => {
    const { openPage, keptDraft } = openWorld()
    const page = await openPage()
    page.state().edit()
    page.form().answer('Allergies.Status', 'no')
    await page.state().close('keep')
    expect(page.state()).toMatchObject({ form: null, waitingDraft: { answers: { 'Allergies.Status': 'no' } } })
    expect(await keptDraft()).not.toBeNull()
    page.state().edit()
    expect(page.answers()).toEqual({ 'Allergies.Status': 'no' })
    await page.state().close('discard')
    expect(page.state().waitingDraft).toBeNull()
    expect(await keptDraft()).toBeNull()
  })

  it('never reaches another person at the same desk', async () => {
    const { controls, openPage } = openWorld()
    const first = await openPage()
    first.state().edit()
    first.form().answer('Allergies.Status', 'no')
    await settle()
    const other = controls.clinic.users.find(({ email }) => email.startsWith('admin@'))
    if (other === undefined) throw new Error('There is no other person.')
    controls.setSession({ kind: 'signed-in', user: other, idleLockMinutes: 5 })
    expect((await openPage()).state().form).toBeNull()
  })

  it('with invalid content does not open the form', async () => {
    const { bridge, study, openPage } = openWorld()
    await bridge.drafts.save({ draftID: safetyDraftID(study.studyID), content: { answers: 3 } })
    expect((await openPage()).state().form).toBeNull()
  })
})

describe('saving', () => {
  it('sends the answers with the version that was read, deletes the draft and closes the form', async () => {
    const { openPage, keptDraft, saved, calls } = openWorld()
    const page = await openPage()
    page.state().edit()
    page.answerAll(completeAnswers('female'))
    const result = await page.state().save()
    expect(result?.record.version).toBe(1)
    expect(calls('safety.save')[0]?.input).toMatchObject({ version: 0, answers: completeAnswers('female') })
    expect(await keptDraft()).toBeNull()
    expect(page.state()).toMatchObject({ form: null, saving: { kind: 'idle' }, kept: null })
    expect((await saved()).SafetyQuestions).toEqual(completeAnswers('female'))
    expect(page.state().read).toMatchObject({ value: { study: { safety: { state: 'complete' } } } })
  })

  it('shows “Missing some required fields”, highlights them, and makes no call', async () => {
    const { openPage, calls } = openWorld()
    const page = await openPage()
    page.state().edit()
    page.form().answer('Allergies.Status', 'no')
    expect(await page.state().save()).toBeNull()
    expect(page.state().saving).toMatchObject({
      kind: 'failed',
      failure: { code: 'missing-required-fields', message: 'Missing some required fields' },
    })
    expect(page.form().isShowingMissing).toBe(true)
    expect(calls('safety.save')).toEqual([])
  })

  it('accepts incomplete answers for proactive booking with nothing paid, and refuses them after a payment', async () => {
    const { controls, study, openPage, saved } = openWorld()
    const index = controls.clinic.studies.indexOf(study)
    controls.clinic.studies[index] = { ...study, config: { proactiveBooking: true } }
    const page = await openPage()
    page.state().edit()
    page.form().answer('Allergies.Status', 'no')
    expect(await page.state().save()).not.toBeNull()
    expect((await saved()).SafetyQuestions).toEqual({ 'Allergies.Status': 'no' })

    const latest = controls.clinic.studies[index]
    if (latest === undefined) throw new Error('The study is gone.')
    controls.clinic.studies[index] = { ...latest, paymentAmount: 100, version: latest.version + 1 }
    await page.state().load()
    page.state().edit()
    page.form().answer('ReasonType', 'Worried')
    expect(await page.state().save()).toBeNull()
    expect(page.state().saving).toMatchObject({ failure: { code: 'missing-required-fields' } })
  })

  it('keeps all answers on this workstation when offline, reports it, and saves on request', async () => {
    const { controls, openPage, keptDraft, saved } = openWorld()
    const page = await openPage()
    page.state().edit()
    page.answerAll(completeAnswers('female'))
    controls.setConnectivity({ state: 'offline' })
    expect(await page.state().save()).toBeNull()
    expect(page.state().saving).toMatchObject({ kind: 'unsent', failure: { code: 'offline' } })
    await vi.advanceTimersByTimeAsync(400)
    expect(await keptDraft()).toMatchObject({ answers: completeAnswers('female') })
    controls.setConnectivity({ state: 'online' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect((await saved()).version).toBe(0)
    expect(await page.state().save()).not.toBeNull()
    expect((await saved()).version).toBe(1)
  })

  it('reports success for a repeated save when the reply to the first one was lost', async () => {
    const { bridge, openPage, saved, keptDraft } = openWorld()
    const page = await openPage()
    page.state().edit()
    page.answerAll(completeAnswers('female'))
    const { save } = bridge.safety
    vi.spyOn(bridge.safety, 'save').mockImplementationOnce(async (input) => {
      await save(input)
      return fail('timed-out', 'No answer.')
    })
    await page.state().save()
    expect(page.state().saving).toMatchObject({ kind: 'unsent', failure: { code: 'timed-out' } })
    expect(await page.state().save()).not.toBeNull()
    expect((await saved()).SafetyQuestions).toEqual(completeAnswers('female'))
    expect(page.state().form).toBeNull()
    expect(await keptDraft()).toBeNull()
  })

  it('shows a refusal at its field', async () => {
    const { controls, openPage } = openWorld()
    const page = await openPage()
    page.state().edit()
    page.answerAll(completeAnswers('female'))
    const fields = { ReasonType: 'must be one of Preventative' }
    controls.failNext('safety.save', fail('invalid-input', 'Some answers cannot be taken.', { fields }))
    await page.state().save()
    expect(page.form().problems).toMatchObject(fields)
    expect(page.state().saving).toMatchObject({ kind: 'failed', failure: { code: 'invalid-input' } })
  })

  it('clears a failure at the next answer', async () => {
    const { openPage } = openWorld()
    const page = await openPage()
    page.state().edit()
    await page.state().save()
    expect(page.state().saving.kind).toBe('failed')
    page.form().answer('Allergies.Status', 'no')
    expect(page.state().saving.kind).toBe('idle')
  })

  it('keeps answers given during the save', async () => {
    const { openPage, keptDraft, saved } = openWorld()
    const page = await openPage()
    page.state().edit()
    page.answerAll(completeAnswers('female'))
    const saving = page.state().save()
    page.form().answer('ReasonForVisit', 'Later words')
    await saving
    await vi.advanceTimersByTimeAsync(400)
    expect((await saved()).SafetyQuestions.ReasonForVisit).toBeUndefined()
    expect(page.answers().ReasonForVisit).toBe('Later words')
    expect(await keptDraft()).toMatchObject({ baseVersion: 1, answers: { ReasonForVisit: 'Later words' } })
    expect((await page.state().save())?.record.version).toBe(2)
  })
})

describe('two desks', () => {
  it('merge answers that only the other desk changed, and name those answers', async () => {
    const { controls, study, openPage } = openWorld()
    const page = await openPage()
    page.state().edit()
    page.form().answer('ReasonType', 'Worried')
    const theirs = { 'Allergies.Status': 'no', 'GlucoseMonitor.Status': 'no' }
    controls.safety.saveAs('Ben Ortiz', study.studyID, theirs)
    await settle()
    expect(page.answers()).toEqual({ ReasonType: 'Worried', ...theirs })
    expect(page.state().takenOver).toEqual({
      by: ['Ben Ortiz'],
      at: toInstant(nowMs),
      fields: ['Allergies.Status', 'GlucoseMonitor.Status'],
    })
    expect(page.state().conflicts).toEqual([])
    page.answerAll(completeAnswers('female', { ...page.answers() }))
    expect((await page.state().save())?.record.version).toBe(2)
  })

  it('let the user resolve a conflict before a save by taking the other desk’s answer', async () => {
    const { controls, study, openPage, calls } = openWorld()
    const page = await openPage()
    page.state().edit()
    page.answerAll(completeAnswers('female', { ReasonType: 'Worried' }))
    controls.safety.saveAs('Ben Ortiz', study.studyID, { ReasonType: 'Specific concern' })
    await settle()
    expect(page.answers().ReasonType).toBe('Worried')
    expect(page.state().conflicts).toMatchObject([{ field: 'ReasonType', mine: 'Worried', theirs: 'Specific concern' }])
    expect(await page.state().save()).toBeNull()
    expect(calls('safety.save')).toEqual([])
    page.state().decide('ReasonType', 'theirs')
    expect(page.answers().ReasonType).toBe('Specific concern')
    expect(page.state().conflicts).toEqual([])
    const result = await page.state().save()
    expect(result?.record.SafetyQuestions.ReasonType).toBe('Specific concern')
  })

  it('let the user resolve a conflict before a save by keeping their own answer', async () => {
    const { controls, study, openPage } = openWorld()
    const page = await openPage()
    page.state().edit()
    page.answerAll(completeAnswers('female', { ReasonType: 'Worried' }))
    controls.safety.saveAs('Ben Ortiz', study.studyID, { ReasonType: 'Specific concern' })
    await settle()
    page.state().decide('ReasonType', 'mine')
    const result = await page.state().save()
    expect(result?.record).toMatchObject({ version: 2, SafetyQuestions: { ReasonType: 'Worried' } })
  })

  it('still have an undecided conflict after a crash, and ask about it again', async () => {
    const { controls, study, openPage } = openWorld()
    controls.safety.saveAs('Ben Ortiz', study.studyID, completeAnswers('female', { 'OtherMetal.Implants': 'yes' }))
    const first = await openPage()
    first.state().edit()
    first.form().answer('OtherMetal.Details', 'Hip, left, 2011')
    controls.safety.saveAs('Ben Ortiz', study.studyID, completeAnswers('female', { 'OtherMetal.Implants': 'no' }))
    await settle()
    first.form().answer('ReasonForVisit', 'More words')
    await vi.advanceTimersByTimeAsync(400)
    const page = await openPage()
    expect(page.state().conflicts).toMatchObject([
      { field: 'OtherMetal.Implants', mine: 'yes', theirs: 'no' },
      { field: 'OtherMetal.Details', mine: 'Hip, left, 2011' },
    ])
    expect(page.answers().ReasonForVisit).toBe('More words')
    page.state().decide('OtherMetal.Implants', 'mine')
    expect(page.state().conflicts).toEqual([])
    expect(page.answers()).toMatchObject({ 'OtherMetal.Implants': 'yes', 'OtherMetal.Details': 'Hip, left, 2011' })
  })

  it('merge a draft with answers saved since it was stored', async () => {
    const { controls, study, openPage } = openWorld()
    const first = await openPage()
    first.state().edit()
    first.form().answer('ReasonType', 'Worried')
    await settle()
    first.stop()
    controls.safety.saveAs('Ben Ortiz', study.studyID, { 'Allergies.Status': 'no' })
    const page = await openPage()
    expect(page.answers()).toEqual({ ReasonType: 'Worried', 'Allergies.Status': 'no' })
    expect(page.state().takenOver).toMatchObject({ by: ['Ben Ortiz'], fields: ['Allergies.Status'] })
  })

  it('detect another version at the save if no event about it arrived, and lose nothing', async () => {
    const { controls, study, openPage } = openWorld()
    const page = await openPage()
    page.stop()
    page.state().edit()
    page.answerAll(completeAnswers('female', { ReasonType: 'Worried' }))
    const theirs = { 'Allergies.Status': 'yes', 'Allergies.Types': 'Latex' }
    controls.safety.saveAs('Ben Ortiz', study.studyID, theirs)
    expect(await page.state().save()).toBeNull()
    expect(page.state().saving).toMatchObject({ kind: 'failed', failure: { code: 'stale' } })
    expect(page.state().conflicts).toMatchObject([
      { field: 'Allergies.Status', mine: 'no', theirs: 'yes' },
      { field: 'Allergies.Types', mine: undefined, theirs: 'Latex' },
    ])
    page.state().decide('Allergies.Status', 'theirs')
    expect(page.state().conflicts).toEqual([])
    expect(page.answers()).toMatchObject({ ...theirs, ReasonType: 'Worried' })
    expect((await page.state().save())?.record.version).toBe(2)
  })

  it('see each other while the form is open', async () => {
    const { controls, study, openPage, calls } = openWorld()
    const since = addMinutes(toInstant(nowMs), -4)
    controls.safety.setOthers(study.studyID, [{ name: 'Ben Ortiz', since }])
    const page = await openPage()
    expect(calls('safety.present')).toEqual([])
    page.state().edit()
    await settle()
    expect(page.state().others).toEqual([{ name: 'Ben Ortiz', since }])
    await vi.advanceTimersByTimeAsync(presenceMs * 2)
    expect(calls('safety.present')).toHaveLength(3)
    await page.state().close('keep')
    expect(calls('safety.present').at(-1)?.input).toMatchObject({ isLeaving: true })
    expect(page.state().others).toEqual([])
    await vi.advanceTimersByTimeAsync(presenceMs * 2)
    expect(calls('safety.present')).toHaveLength(4)
  })

  it('report that they leave when the page is left', async () => {
    const { openPage, calls } = openWorld()
    const page = await openPage()
    page.state().edit()
    await settle()
    page.stop()
    expect(calls('safety.present').at(-1)?.input).toMatchObject({ isLeaving: true })
  })
})

describe('a study that is cancelled while the form is open', () => {
  it('closes the form and keeps the answers as a waiting draft', async () => {
    const { controls, study, openPage } = openWorld()
    const page = await openPage()
    page.state().edit()
    page.form().answer('ReasonType', 'Worried')
    const status = { ...study.status, cancelled: true }
    controls.clinic.studies[controls.clinic.studies.indexOf(study)] = { ...study, status }
    controls.safety.refresh(study.studyID)
    await settle()
    expect(page.state()).toMatchObject({ form: null, waitingDraft: { answers: { ReasonType: 'Worried' } } })
  })
})

describe('an appointment that is moved while the form is open', () => {
  it('recalculates the notices that depend on its date', async () => {
    const { controls, study, openPage } = openWorld()
    const page = await openPage()
    page.state().edit()
    page.answerAll(
      completeAnswers('female', { 'NonMedicalMetal.Eyes.Injury': 'yes', 'NonMedicalMetal.Eyes.Removed': 'yes' }),
    )
    const reasonOf = () => page.form().assessment.notices.find(({ key }) => key === 'Notice.Eyes.XRayResults')?.reason
    const before = reasonOf()
    const { booking } = study
    if (booking === null) throw new Error('The study has no time.')
    const moved = { ...booking, utcStart: addMinutes(booking.utcStart, 60 * 24) }
    controls.clinic.studies[controls.clinic.studies.indexOf(study)] = { ...study, booking: moved }
    controls.safety.refresh(study.studyID)
    await settle()
    expect(before).toBeDefined()
    expect(reasonOf()).toBeDefined()
    expect(reasonOf()).not.toBe(before)
  })
})

describe('sign-off', () => {
  const red = completeAnswers('female', { 'NonMedicalMetal.Eyes.Injury': 'yes', 'NonMedicalMetal.Eyes.Removed': 'no' })

  it('records its person and reason, and can be withdrawn', async () => {
    const { controls, study, openPage } = openWorld('np')
    controls.safety.saveAs('Ben Ortiz', study.studyID, red)
    const page = await openPage()
    expect(await page.state().signOff('Seen by the radiologist')).toBe(true)
    expect(page.state().read).toMatchObject({
      value: {
        record: { signOffs: [{ by: 'Nell Prescott', reason: 'Seen by the radiologist', withdrawn: null }] },
        study: { safety: { signOff: { by: 'Nell Prescott' } } },
      },
    })
    expect(await page.state().withdrawSignOff('A mistake')).toBe(true)
    expect(page.state().read).toMatchObject({
      value: { record: { signOffs: [{ withdrawn: { reason: 'A mistake' } }] }, study: { safety: { signOff: null } } },
    })
  })

  it('is refused to the front desk', async () => {
    const { controls, study, openPage } = openWorld('frontdesk')
    controls.safety.saveAs('Ben Ortiz', study.studyID, red)
    const page = await openPage()
    expect(await page.state().signOff('Let me')).toBe(false)
    expect(page.state().signing).toMatchObject({ kind: 'failed', failure: { code: 'insufficient-permissions' } })
  })

  it('retries with the same key while the result is unknown, and with a new one after a refusal', async () => {
    const { controls, study, openPage, calls } = openWorld('np')
    controls.safety.saveAs('Ben Ortiz', study.studyID, red)
    const page = await openPage()
    controls.failNext('safety.signOff', fail('timed-out', 'No answer.'))
    await page.state().signOff('Seen')
    controls.failNext('safety.signOff', fail('stale', 'Changed.'))
    await page.state().signOff('Seen')
    await page.state().signOff('Seen')
    const keys = calls('safety.signOff').map(({ input }) => (input as { idempotencyKey: string }).idempotencyKey)
    expect(keys[0]).toBe(keys[1])
    expect(keys[2]).not.toBe(keys[1])
  })
})
