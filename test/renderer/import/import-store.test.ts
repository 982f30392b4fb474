import { expect, it } from 'vitest'
import { ok, type Reply } from '#contract/reply.ts'
import type { ImportProgress, ImportReport } from '#domain/import/import-report.ts'
import { createImportStore } from '#renderer/import/import-store.ts'

const report = (isStored: boolean): Reply<ImportReport> =>
  ok({ isStored, unit: 'line', counts: [], report: [], refused: 0 })
const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Creates a bridge whose answers the test gives, and a pause that the test ends. */
const createWorld = () => {
  let keys = 0
  const asked: string[] = []
  const pauses: (() => void)[] = []
  const answers = { run: (_reply: Reply<ImportReport>) => {}, progress: (_reply: Reply<ImportProgress>) => {} }
  const store = createImportStore({
    bridge: {
      import: {
        run: () => new Promise((resolve) => Object.assign(answers, { run: resolve })),
        readProgress: ({ idempotencyKey }) => {
          asked.push(idempotencyKey)
          return new Promise((resolve) => Object.assign(answers, { progress: resolve }))
        },
      },
    },
    newKey: () => `key-${++keys}`,
    readFile: async () => 'YQ==',
    pause: () => new Promise((resolve) => pauses.push(resolve)),
  })
  const endPauses = async (): Promise<void> => {
    for (const end of pauses.splice(0)) end()
    await tick()
  }
  store.getState().choose(new File(['a'], 'a.csv'))
  return { store, asked, answers, endPauses }
}

it('asks for the progress of the running step only, and shows no progress of an earlier step', async () => {
  const { store, asked, answers, endPauses } = createWorld()
  const progress = () => store.getState().progress
  const checking = store.getState().run('check')
  await tick()
  await endPauses()
  answers.progress(ok({ step: 'checked', done: 1, total: 9 }))
  await tick()
  expect(progress()).toEqual({ step: 'checked', done: 1, total: 9 })
  await endPauses()
  const [checkKey] = asked
  answers.run(report(false))
  await checking

  // The import begins while the last question about the check is still unanswered.
  const storing = store.getState().run('store')
  await tick()
  answers.progress(ok({ step: 'checked', done: 9, total: 9 }))
  await tick()
  expect(progress()).toBeNull()
  asked.splice(0)
  await endPauses()
  expect(asked).toHaveLength(1)
  expect(asked).not.toContain(checkKey)
  answers.progress(ok({ step: 'stored', done: 2, total: 9 }))
  await tick()
  expect(progress()).toEqual({ step: 'stored', done: 2, total: 9 })

  asked.splice(0)
  answers.run(report(true))
  expect(await storing).toMatchObject({ isStored: true })
  await endPauses()
  expect(asked).toEqual([])
})
