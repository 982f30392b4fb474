import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fail } from '#contract/reply.ts'
import type { Answers, AnswerValue } from '#domain/safety/question.ts'
import { askedQuestions, evaluate, isSameAnswer } from '#domain/safety/questionnaire-engine.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import { parseSafetyDraft, safetyDraftID } from '#domain/safety/study-safety-draft.ts'
import type { StaffUser } from '#domain/session/staff-user.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { openWorkstationDatabase, type WorkstationDatabase } from '#main/database/open-workstation-database.ts'
import { createDraftsService } from '#main/session/drafts-service.ts'
import type { SessionHolder } from '#main/session/session-service.ts'
import { createStudySafetyStore } from '#renderer/safety/study-safety-store.ts'
import { createDrafts } from '#renderer/session/drafts.ts'
import { completeAnswers } from '#test/builders/complete-answers.ts'
import { aStaffUser } from '../../builders/records.ts'
import { createFakePlatform } from '../../fakes/fake-platform.ts'
import { createFakeBridge } from '../fake-bridge.ts'

/**
 * `ATRIUM_DRAFT_SEQUENCES` sets the number of sequences, and `ATRIUM_SEED` selects other ones. A failing sequence is
 * printed with its seed and path.
 */
const sequences = Number(process.env.ATRIUM_DRAFT_SEQUENCES ?? 60)
const seed = Number(process.env.ATRIUM_SEED ?? 20_261_122)
const nowMs = Date.parse('2026-11-20T22:05:00Z')
const facts = { gender: 'female' }

const questions = askedQuestions(safetyQuestionnaire)
const valuesOf = (field: string): readonly AnswerValue[] => {
  const question = questions.find((each) => each.field === field)
  switch (question?.type) {
    case 'radio':
      return question.options.map(({ value }) => value)
    case 'choice':
      return question.options.map(({ value }) => [value])
    case 'datepicker':
      return ['2026-11-02', '2026-01-31']
    default:
      return ['Metformin 500 mg', 'größer', '']
  }
}

const pick = fc.nat({ max: 10_000 })
const stepArbitrary = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: fc.constant('answer' as const), pick, value: pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('answer-rest' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('undo' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('save' as const), isLeft: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('refused' as const),
      code: fc.constantFrom('offline', 'timed-out', 'insufficient-permissions', 'unexpected'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('leave' as const), asksForForm: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('keep-draft' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('discard' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('lock' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reload' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('kill' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('other-saves' as const), pick, value: pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('other-drafts' as const), pick, value: pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('decide' as const), isMine: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('disk-fails' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(0, 50, 400, 3000) }) },
)
type Step = typeof stepArbitrary extends fc.Arbitrary<infer T> ? T : never

describe('answers to the safety questions', () => {
  const platform = createFakePlatform()
  const folder = platform.folders.data
  let database: WorkstationDatabase
  const openDatabase = async () => {
    database = await openWorkstationDatabase({ folder, vault: platform.vault, log: platform.log, nowMs: () => nowMs })
  }
  beforeAll(openDatabase)
  afterAll(() => database.close())
  let people = 0
  let office: ReturnType<typeof createFakeBridge> | null = null
  let studies: StudyID[] = []
  /**
   * Returns a study without answers. Creating a fictional clinic takes long, so one clinic serves as many sequences as
   * it has such studies.
   */
  const nextStudy = () => {
    office ??= createFakeBridge({ now: () => nowMs, signedInAs: 'frontdesk' })
    const { clinic } = office.controls
    if (studies.length === 0) {
      const women = new Set(clinic.members.filter(({ gender }) => gender === 'female').map((each) => each.patientID))
      studies = clinic.studies
        .filter(({ patientID, status, safety, booking }) => {
          const isOpen = !status.cancelled && safety.version === 0 && booking !== null
          return isOpen && women.has(patientID) && booking.utcStart > toInstant(nowMs)
        })
        .map((each) => each.studyID)
    }
    const studyID = studies.pop()
    if (studyID === undefined) throw new Error('No study is without answers.')
    const found = { ...office, studyID }
    if (studies.length === 0) office = null
    return found
  }

  /** Plays the steps of one person at one desk. Returns the number of checks, and throws if an answer is lost. */
  const play = async (steps: readonly Step[]): Promise<number> => {
    people += 1
    const person: StaffUser = { ...aStaffUser(), user_id: `u-model-${people}` }
    let user: StaffUser | null = person
    const { bridge, controls, studyID } = nextStudy()
    const draftID = safetyDraftID(studyID)
    const session = { user: () => user } as SessionHolder
    const makeService = () => createDraftsService({ database, session, nowMs: () => nowMs })
    let service = makeService()
    let diskFailures = 0
    const draftsBridge: typeof bridge.drafts = {
      save: async (input) => {
        if (diskFailures > 0) {
          diskFailures -= 1
          return fail('disconnected', 'Gone.')
        }
        return await service.save(input)
      },
      read: async (input) => await service.read(input),
      discard: async (input) => await service.discard(input),
    }
    let drafts = createDrafts({ drafts: draftsBridge })
    const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)
    const openPage = async (asksForForm: boolean) => {
      const { store, start } = createStudySafetyStore({
        bridge,
        drafts,
        studyID,
        now: () => toInstant(nowMs),
        supportPhone: () => null,
        userID: person.user_id,
        newKey: () => 'key-of-the-model',
      })
      let mayOpen = asksForForm
      store.subscribe(({ read, edit }) => {
        if (!mayOpen || read.kind !== 'ready') return
        mayOpen = false
        edit()
      })
      const stop = start()
      await settle()
      return { store, stop }
    }
    let page = await openPage(false)
    const state = () => page.store.getState()
    /** The answers that the person has neither saved nor discarded. */
    const mine = new Map<string, AnswerValue>()
    let onDisk = new Map<string, AnswerValue>()
    const noteKept = () => {
      if (state().kept === 'kept') onDisk = new Map(mine)
    }
    const openForm = () => {
      state().edit()
      const { form } = state()
      if (form === null) throw new Error(`The form does not open: ${JSON.stringify(state().read.kind)}`)
      return form.getState()
    }
    const saved = async (): Promise<Answers> => {
      const reply = await bridge.safety.read({ studyID })
      if (!reply.ok) throw new Error(reply.failure.message)
      return reply.value.record.SafetyQuestions
    }
    const check = (what: string) => {
      const { answers } = openForm()
      for (const [field, value] of mine) {
        if (isSameAnswer(answers[field], value)) continue
        throw new Error(`Lost after ${what}: ${field}, was ${value}, is ${answers[field]}`)
      }
    }
    /** Forgets answers that the person cleared by changing the answer to a parent question. */
    const dropCleared = (answers: Answers) => {
      for (const field of mine.keys()) if (answers[field] === undefined) mine.delete(field)
    }
    const give = (field: string, value: AnswerValue) => {
      const before = openForm().answers
      openForm().answer(field, value)
      const expected = evaluate(safetyQuestionnaire, facts, { ...before, [field]: value }).answers
      const { answers } = openForm()
      if (state().conflicts.length === 0) expect(answers).toEqual(expected)
      mine.set(field, value)
      dropCleared(expected)
    }
    const other = async (pickField: number, pickValue: number): Promise<Answers> => {
      const reply = await bridge.safety.read({ studyID })
      if (!reply.ok) throw new Error(reply.failure.message)
      const { record } = reply.value
      const from = record.draft?.SafetyQuestions ?? record.SafetyQuestions
      const field = questions[pickField % questions.length]?.field ?? ''
      const values = valuesOf(field)
      const given = values[pickValue % values.length] ?? ''
      return evaluate(safetyQuestionnaire, facts, { ...from, [field]: given }).answers
    }

    let checks = 0
    for (const step of steps) {
      switch (step.do) {
        case 'answer': {
          const { visible } = openForm().assessment
          const asked = visible.filter(({ question }) => question.type !== 'info')
          const field = asked[step.pick % asked.length]?.question.field ?? ''
          const values = valuesOf(field)
          give(field, values[step.value % values.length] ?? '')
          break
        }
        case 'answer-rest':
          for (let left = openForm().assessment.unanswered[0]; left !== undefined; ) {
            give(left, valuesOf(left).at(left === 'Surgery.Date' ? 0 : -1) || 'x')
            const next = openForm().assessment.unanswered[0]
            if (next === left) break
            left = next
          }
          break
        case 'undo': {
          const before = openForm().answers
          openForm().undoClear()
          const { answers } = openForm()
          for (const field of new Set([...Object.keys(before), ...Object.keys(answers)])) {
            const value = answers[field]
            if (isSameAnswer(before[field], value)) continue
            if (value === undefined) mine.delete(field)
            else mine.set(field, value)
          }
          break
        }
        case 'refused':
          controls.failNext('safety.save', fail(step.code as 'offline', 'Not now.'))
          openForm()
          await state().save()
          break
        case 'save': {
          openForm()
          const saving = state().save()
          if (step.isLeft) {
            page.stop()
            page = await openPage(true)
          }
          await saving
          await settle()
          break
        }
        case 'leave':
          page.stop()
          void drafts.flush()
          await settle()
          page = await openPage(step.asksForForm)
          break
        case 'keep-draft':
          await state().close('keep')
          break
        case 'discard':
          openForm()
          if (await state().discardDraft()) mine.clear()
          break
        case 'lock':
          await drafts.flush()
          page.stop()
          user = null
          await settle(3000)
          user = person
          await settle(3000)
          page = await openPage(true)
          break
        case 'reload':
          void drafts.flush()
          page.stop()
          await settle()
          // A reload loses answers that could not be stored. The page shows that they are not stored, so the
          // person waits for the retry.
          if (drafts.isWaiting?.(draftID)) await settle(3000)
          drafts.forget()
          drafts = createDrafts({ drafts: draftsBridge })
          page = await openPage(true)
          break
        case 'kill': {
          noteKept()
          drafts.forget()
          page.stop()
          database.close()
          await openDatabase()
          service = makeService()
          drafts = createDrafts({ drafts: draftsBridge })
          // Only answers that the screen showed as kept must survive. Others may survive too.
          mine.clear()
          for (const [field, value] of onDisk) mine.set(field, value)
          page = await openPage(true)
          break
        }
        case 'other-saves': {
          const answers = await other(step.pick, step.value)
          const all = completeAnswers('female')
          controls.safety.saveAs(
            'Ben Ortiz',
            studyID,
            evaluate(safetyQuestionnaire, facts, { ...all, ...answers }).answers,
          )
          await settle()
          break
        }
        case 'other-drafts':
          controls.safety.draftAs?.('Ben Ortiz', studyID, await other(step.pick, step.value))
          await settle()
          break
        case 'decide': {
          openForm()
          const [conflict] = state().conflicts
          if (conflict === undefined) break
          const before = openForm().answers
          state().decide(conflict.field, step.isMine ? 'mine' : 'theirs')
          const { answers } = openForm()
          if (step.isMine) break
          for (const field of mine.keys()) if (!isSameAnswer(before[field], answers[field])) mine.delete(field)
          break
        }
        case 'disk-fails':
          diskFailures = 1
          break
        case 'wait':
          await settle(step.ms)
          break
      }
      await settle()
      check(step.do)
      checks += 1
      // Saved answers belong to the record from now on; another desk may change them.
      const record = await saved()
      for (const [field, value] of mine) if (isSameAnswer(record[field], value)) mine.delete(field)
      for (const field of [...onDisk.keys()]) if (!mine.has(field)) onDisk.delete(field)
      noteKept()
    }
    await settle(3000)
    const left = await draftsBridge.read({ draftID })
    const content = left.ok ? parseSafetyDraft(left.value?.content ?? null) : null
    const disk = content?.answers ?? (await saved())
    for (const [field, value] of mine) {
      if (!isSameAnswer(disk[field], value)) throw new Error(`Not on disk at the end: ${field}, was ${value}`)
    }
    page.stop()
    drafts.forget()
    return checks
  }

  it('are never lost in random sequences of steps by a person, the workstation and another desk', async () => {
    vi.useFakeTimers({ now: nowMs })
    try {
      let checks = 0
      const sequence = fc.array(stepArbitrary, { minLength: 5, maxLength: 40, size: 'max' })
      await fc.assert(
        fc.asyncProperty(sequence, async (steps) => {
          checks += await play(steps)
        }),
        { numRuns: sequences, seed },
      )
      console.info(`safety drafts: ${sequences} sequences, seed ${seed}, ${checks} checks, 0 answers lost`)
      expect(checks).toBeGreaterThan(sequences * 5)
    } finally {
      vi.useRealTimers()
    }
  }, 600_000)
})
