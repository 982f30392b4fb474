import { describe, expect, it } from 'vitest'
import { chooseEnvironment, environments, isProduction } from '#domain/settings/environment.ts'

describe('the environment', () => {
  it.each([
    [undefined, false, 'PRODUCTION'],
    [undefined, true, 'DEMO'],
    ['PRODUCTION', false, 'PRODUCTION'],
    ['production', false, 'PRODUCTION'],
    ['PRODUCTION ', false, 'PRODUCTION'],
    ['\tProduction\n', false, 'PRODUCTION'],
    ['staging', false, 'STAGING'],
    ['staging', true, 'STAGING'],
    ['Demo', false, 'DEMO'],
    [' test ', true, 'TEST'],
  ])('from the setting %j, with demo data %j, is %s', (setting, wantsDemo, environment) => {
    expect(chooseEnvironment(setting, wantsDemo)).toEqual({ ok: true, environment })
  })

  it.each([
    ['', false],
    ['   ', true],
    ['PROD', false],
    ['PRODUCTION!', false],
    ['PRODUCTION,DEMO', false],
    ['QA', true],
    ['PRODUCTION', true],
    [' production ', true],
  ])('from the setting %j, with demo data %j, is refused with a problem of one line', (setting, wantsDemo) => {
    const choice = chooseEnvironment(setting, wantsDemo)
    expect(choice).toMatchObject({ ok: false, problem: expect.stringContaining('ATRIUM_ENVIRONMENT') })
    expect(JSON.stringify(choice)).not.toContain('\\n')
  })

  it('counts as production only if it is PRODUCTION', () => {
    expect(environments.filter(isProduction)).toEqual(['PRODUCTION'])
  })
})
