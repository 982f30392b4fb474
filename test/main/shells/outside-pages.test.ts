import { describe, expect, it } from 'vitest'
import { isOutsideAddress, parseOutsideOrigin } from '#main/shells/electron/outside-pages.ts'

describe('outside pages', () => {
  it.each([
    ['https://crm.example', 'https://crm.example'],
    [' https://crm.example:8443/org/ ', 'https://crm.example:8443'],
    ['http://crm.example', null],
    ['http://127.0.0.1:4000', null],
    ['https://somebody:secret@crm.example', null],
    ['file:///etc/passwd', null],
    ['javascript:alert(1)', null],
    ['crm.example', null],
    ['', null],
    [undefined, null],
  ])('for the CRM at %s have the allowed origin %s (null: no page is allowed)', (crmUrl, origin) => {
    expect(parseOutsideOrigin(crmUrl)).toBe(origin)
  })

  const crm = 'https://crm.example'
  it.each([`${crm}/`, `${crm}/lightning/r/Opportunity/006A/view`, `${crm}/x?y=1#z`])(
    'may be opened at %s',
    (address) => {
      expect(isOutsideAddress(crm, address)).toBe(true)
      expect(isOutsideAddress(null, address)).toBe(false)
    },
  )

  it.each([
    'http://crm.example/',
    'https://crm.example:8443/',
    'https://crm.example.invalid/',
    'https://evil.invalid/https://crm.example/',
    'https://crm.example@evil.invalid/',
    'https://somebody:secret@crm.example/',
    'https:\\\\evil.invalid/crm.example',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'blob:https://crm.example/1',
    'data:text/html,https://crm.example',
    'ms-settings:',
    'app://atrium/',
    '//crm.example/',
    '',
    `${crm}/${'x'.repeat(2000)}`,
  ])('are never opened at %s', (address) => {
    expect(isOutsideAddress(crm, address)).toBe(false)
  })
})
