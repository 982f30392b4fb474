import { describe, expect, it } from 'vitest'
import { fail, ok } from '#contract/reply.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { createPrintableReader, type PrintableReaderParts } from '#main/printing/printable-reader.ts'

const studyID = 's-1' as StudyID
const view = {
  study: { studyID, locationID: 'ca-bc-1' },
  member: { firstname: 'Xylo', middlename: '', lastname: 'Phonamine', dob: '1980-02-03' },
}

const createReader = (cached: unknown, read: () => unknown) =>
  createPrintableReader({
    reader: { cached: () => cached, read: async () => read() },
    makeSafetyForm: async () => ok({ base64: 'JVBERg==' }),
  } as unknown as PrintableReaderParts)

const print = (reader: ReturnType<typeof createReader>) => reader.readPrintable({ kind: 'safety-form', studyID })

describe('the printed safety form', () => {
  const named = { member: { name: 'Xylo Phonamine', dob: '1980-02-03' }, locationID: 'ca-bc-1', studyID }

  it('names its member from the cache', async () => {
    const reader = createReader(view, () => fail('offline', 'Not needed.'))
    expect(await print(reader)).toMatchObject({ ok: true, value: named })
  })

  it('names its member if the study is not in the cache yet', async () => {
    expect(await print(createReader(null, () => ok(view)))).toMatchObject({ ok: true, value: named })
  })

  it('is not printed without a member', async () => {
    const failure = fail('offline', 'You are offline.')
    expect(await print(createReader(null, () => failure))).toEqual(failure)
  })
})
