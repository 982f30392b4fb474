import { describe, expect, it } from 'vitest'
import { ok } from '#contract/reply.ts'
import { supportCommands } from '#contract/support/bridge.ts'
import { createErrorReports, reportWindowErrors } from '#renderer/support/report-window-errors.ts'

const start = (answer: () => Promise<never> = async () => ok({}) as never) => {
  const sent: unknown[] = []
  const report = createErrorReports({
    support: {
      reportWindowError: (input: unknown) => {
        sent.push(supportCommands.reportWindowError.input.parse(input))
        return answer()
      },
    } as never,
  })
  const page = new EventTarget() as unknown as Window
  const stop = reportWindowErrors(report, page)
  const fire = (type: string, fields: object) => page.dispatchEvent(Object.assign(new Event(type), fields))
  return { sent, report, fire, stop }
}

describe('errors of a window', () => {
  it('are reported with their class, code and stack, and never with their message', () => {
    const { sent, fire, report } = start()
    const thrown = Object.assign(new TypeError('Ana Silva, 1980-02-03'), { code: 'ERR_X' })
    fire('error', { error: thrown })
    fire('unhandledrejection', { reason: thrown })
    report('screen-failed', thrown)
    expect(sent).toMatchObject([
      { kind: 'uncaught-exception', name: 'TypeError', code: 'ERR_X' },
      { kind: 'unhandled-rejection', name: 'TypeError', code: 'ERR_X' },
      { kind: 'screen-failed', name: 'TypeError', code: 'ERR_X' },
    ])
    expect(JSON.stringify(sent)).toContain('report-window-errors.test.ts')
    expect(JSON.stringify(sent)).not.toMatch(/Silva|1980/)
  })

  it.each<[unknown, string]>([
    ['Ana Silva', 'string'],
    [null, 'object'],
    [undefined, 'undefined'],
    [{ message: 'Ana Silva' }, 'object'],
  ])('that are %j are reported by their type', (reason, name) => {
    const { sent, fire } = start()
    fire('unhandledrejection', { reason })
    expect(sent).toEqual([{ kind: 'unhandled-rejection', name, code: null, stack: '' }])
  })

  it('do not include the warnings of the browser, which have no error', () => {
    const { sent, fire } = start()
    fire('error', { error: null, message: 'ResizeObserver loop completed' })
    expect(sent).toEqual([])
  })

  it('are reported at most 20 times per page, even if they have long texts', () => {
    const { sent, report } = start()
    const long = Object.assign(new Error('x'), { name: 'n'.repeat(1000), code: 'c'.repeat(1000) })
    long.stack = 's'.repeat(100_000)
    for (let time = 0; time < 50; time += 1) report('uncaught-exception', long)
    expect(sent).toHaveLength(20)
  })

  it('cause no further error when the report fails, and are not reported after the stop', async () => {
    const { sent, fire, stop } = start(() => Promise.reject(new Error('closed')))
    fire('error', { error: new Error('x') })
    await Promise.resolve()
    stop()
    fire('error', { error: new Error('x') })
    fire('unhandledrejection', { reason: 'x' })
    expect(sent).toHaveLength(1)
  })
})
