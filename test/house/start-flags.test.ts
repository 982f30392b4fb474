import { describe, expect, it } from 'vitest'
import { parseStartFlags } from '#scripts/start-flags.ts'

describe('parseStartFlags', () => {
  it('reads every flag', () => {
    const flags = [
      '--shell=browser',
      '--port',
      '8080',
      '--data',
      'x',
      '--no-open',
      '--back-office',
      'https://bo.example',
    ]
    expect(parseStartFlags(flags)).toEqual({
      shell: 'browser',
      port: 8080,
      data: 'x',
      backOffice: 'https://bo.example',
      open: false,
    })
  })

  it('uses the defaults without flags', () => {
    expect(parseStartFlags([])).toEqual({
      shell: undefined,
      port: undefined,
      data: undefined,
      backOffice: undefined,
      open: true,
    })
  })

  it.each([
    [['--shell=telnet'], '--shell'],
    [['--port', '65536'], '--port'],
    [['--port', '-1'], '--port'],
    [['--port', '80a'], '--port'],
    [['--port'], '--port'],
    [['--data='], '--data'],
    [['--back-office', 'ftp://x'], '--back-office'],
    [['--back-office', 'x'], '--back-office'],
    [['--frobnicate'], '--frobnicate'],
    [['--no-open=maybe'], '--no-open'],
    [['stray'], 'stray'],
  ])('refuses %j with one line that names the wrong argument', (args, named) => {
    const flags = parseStartFlags(args)
    expect('problem' in flags && flags.problem).toContain(named)
    expect('problem' in flags && flags.problem).not.toContain('\n')
  })
})
