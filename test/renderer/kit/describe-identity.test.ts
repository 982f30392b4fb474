import { describe, expect, it } from 'vitest'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { describeIdentity } from '#renderer/kit/describe-identity.ts'

const ana = { firstname: 'Ana', middlename: '', lastname: 'Silva', dob: '1980-02-03' as PlainDate }

describe('describeIdentity', () => {
  it.each([
    ['the person alone', ana, [], 'Ana Silva · born 03 Feb 1980'],
    ['the study', ana, ['study s-1'], 'Ana Silva · born 03 Feb 1980 · study s-1'],
    ['no fact that is not known', { ...ana, middlename: 'Rosa' }, [null, ''], 'Ana Rosa Silva · born 03 Feb 1980'],
  ])('names %s', (_what, person, facts, line) => {
    expect(describeIdentity(person, ...facts)).toBe(line)
  })
})
