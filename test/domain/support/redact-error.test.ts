import { describe, expect, it } from 'vitest'
import {
  redactCauses,
  redactError,
  type ToOwnFile,
  toErrorClass,
  toErrorCode,
  toOwnPlace,
} from '#domain/support/redact-error.ts'

const own: ToOwnFile = (address) => (address.endsWith('/atrium/main/app.js') ? 'main/app.js' : null)
const known = (text: string) => text === 'slot-taken'

describe('the class of an error', () => {
  it.each(['Error', 'TypeError', 'SqliteError', 'DOMException', 'SqliteFailure', 'Refusal', 'string', 'undefined'])(
    'keeps %s',
    (name) => expect(toErrorClass(name)).toBe(name),
  )

  it.each(['Silva', 'Ana Silva', 'ana.silva@mail.example', '9876543217', 'Error: Ana', 'AnaError ', '', 7, null, {}])(
    'withholds %j',
    (name) => expect(toErrorClass(name)).toBe('withheld'),
  )
})

describe('the code of an error', () => {
  it.each(['ENOENT', 'ECONNREFUSED', 'SQLITE_CONSTRAINT_UNIQUE', 'ERR_INVALID_ARG_TYPE', 'UND_ERR_CONNECT_TIMEOUT'])(
    'keeps %s',
    (code) => expect(toErrorCode(code)).toBe(code),
  )

  it('keeps a word that is in the caller’s list', () => {
    expect(toErrorCode('slot-taken', known)).toBe('slot-taken')
    expect(toErrorCode('slot-taken')).toBe('withheld')
  })

  it.each(['SILVA', 'ELENA', '1980-02-03', 'sk_live_51H', '9876543217', 'V6B2B2', 'SQLITE_98765'])(
    'withholds %s',
    (code) => expect(toErrorCode(code, known)).toBe('withheld'),
  )

  it.each([undefined, null, 20, '', {}])('is null for %j', (code) => expect(toErrorCode(code)).toBeNull())
})

describe('a line of a stack', () => {
  it.each<[string, string]>([
    ['of a function', '    at save (file:///opt/atrium/main/app.js:12:3)'],
    ['of a method with another name', '    at Object.save [as run] (/opt/atrium/main/app.js:12:3)'],
    [
      'of an awaited function',
      '    at async Promise.all (index 0) (/opt/atrium/main/app.js:12:3)'.replace(' (index 0)', ''),
    ],
    ['without a function', '    at file:///opt/atrium/main/app.js:12:3'],
    ['of an awaited module', '    at async file:///opt/atrium/main/app.js:12:3'],
    ['below a folder with brackets', '    at save (C:/Program Files (x86)/atrium/main/app.js:12:3)'],
    ['of Firefox', 'save@http://127.0.0.1:4210/atrium/main/app.js:12:3'],
  ])('%s becomes a position in our source', (_what, line) => {
    expect(toOwnPlace(line, own)).toBe('main/app.js:12:3')
  })

  it.each<[string, string]>([
    ['of Node', '    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)'],
    ['of a package', '    at parse (/opt/atrium/node_modules/zod/index.js:1:1)'],
    ['that quotes a person', '    at Ana Silva (born:1980:02)'],
    ['with a number as long as a phone number', '    at save (/opt/atrium/main/app.js:6045550142:3)'],
    ['of an evaluated text', '    at eval (eval at save (/opt/atrium/main/app.js:12:3), <anonymous>:1:1)'],
    ['of a message', 'Ana Silva is not in /opt/atrium/main/app.js:12:3'],
    ['without anything', ''],
  ])('%s is left out', (_what, line) => expect(toOwnPlace(line, own)).toBeNull())

  it('is left out when the caller names a file of an unknown form', () => {
    for (const file of ['Ana Silva.js', 'main/Ana Silva.js', '../main/app.js', 'main/app.db', 'home/ana/app.js'])
      expect(
        toOwnPlace('    at /opt/x.js:1:2', () => file),
        file,
      ).toBeNull()
  })
})

describe('a thrown value', () => {
  it('keeps the class, the code and the positions in our own files, and nothing of the message', () => {
    const message = 'no member Ana Silva\n    at save (/opt/atrium/main/app.js:98:76)\nin V6B 2B2'
    const thrown = Object.assign(new RangeError(message), { code: 'ENOENT' })
    thrown.stack = `RangeError: ${message}\n    at run (/opt/atrium/main/app.js:12:3)\n    at node:internal:1:1`
    expect(redactError(thrown, own)).toEqual({ error: 'RangeError', code: 'ENOENT', at: ['main/app.js:12:3'] })
  })

  it.each<[unknown, string]>([
    ['Ana Silva', 'string'],
    [undefined, 'undefined'],
    [null, 'object'],
    [{ name: 'Ana Silva', message: 'pacemaker' }, 'object'],
    [9876543217, 'number'],
  ])('such as %j becomes its type', (thrown, error) => {
    expect(redactError(thrown, own)).toEqual({ error, code: null, at: [] })
  })

  it('is redacted even if reading any of its fields throws an error', () => {
    const hostile = new Proxy(new Error('Ana'), {
      get: () => {
        throw new Error('Silva')
      },
    })
    expect(redactError(hostile, own)).toEqual({ error: 'object', code: null, at: [] })
    expect(redactCauses(hostile, own)).toEqual([])
  })

  it('keeps at most three causes, redacted by the same rule, even if the causes form a circle', () => {
    const circle: Error & { cause?: unknown } = new TypeError('Ana')
    circle.cause = circle
    expect(redactCauses(new Error('fetch failed', { cause: circle }), own).map(({ error }) => error)).toEqual([
      'TypeError',
      'TypeError',
      'TypeError',
    ])
    expect(redactCauses(new Error('x', { cause: 'Ana Silva' }), own)).toEqual([])
  })

  it('keeps at most twelve positions', () => {
    const stack = Array.from({ length: 40 }, (_, at) => `    at /opt/atrium/main/app.js:${at}:1`).join('\n')
    expect(redactError({ stack }, own).at).toHaveLength(12)
    expect(redactError({ stack: 42 }, own).at).toEqual([])
  })
})
