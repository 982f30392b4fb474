import { beforeEach, describe, expect, it } from 'vitest'
import { createUpdateRecord, type UpdateRecord } from '#main/update/update-record.ts'
import { createMemorySettings } from '#test/fakes/memory-settings.ts'

describe('the halted releases that a workstation remembers', () => {
  let stored: Map<string, string>
  let record: UpdateRecord
  beforeEach(() => {
    stored = new Map()
    record = createUpdateRecord(createMemorySettings(stored))
  })
  const halt = (version: string): void => record.noteAnswer(version, { mayInstall: false, reason: 'halted' })

  it('include each halted release until the server allows its installation', () => {
    for (const version of ['1.2.0', '1.10.0', '1.1.0']) halt(version)
    record.noteAnswer('1.10.0', { mayInstall: true, reason: null })
    record.noteAnswer('1.2.0', { mayInstall: false, reason: 'ring' })
    expect(['1.1.0', '1.2.0', '1.10.0'].filter(record.isHalted)).toEqual(['1.1.0', '1.2.0'])
  })

  it('are at most the 50 newest versions, in whatever order they were halted', () => {
    for (let minor = 60; minor > 0; minor -= 1) halt(`1.${minor}.0`)
    expect([60, 11, 10, 1].filter((minor) => record.isHalted(`1.${minor}.0`))).toEqual([60, 11])
  })
})
