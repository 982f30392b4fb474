import type { WebContents } from 'electron'
import { describe, expect, it } from 'vitest'
import { createOpenRule, parseOutsideOrigin } from '#main/shells/electron/outside-pages.ts'

const own = {} as WebContents
const cardWindow = {} as WebContents

/** Returns what is opened in the system's browser when a page opens an address. The page itself gets no window. */
const openedBy = (outsideOrigin: string | null, address: string, contents = own): readonly string[] => {
  const opened: string[] = []
  const rule = createOpenRule({
    outsideOrigin,
    isOwnWindow: (given) => given === own,
    openOutside: (given) => opened.push(given),
    decideOnOpen: () => ({ action: 'deny' }),
  })
  expect(rule(contents, address)).toEqual({ action: 'deny' })
  return opened
}

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
  ])('of the CRM at %s have the allowed origin %s (null: no page is allowed)', (crmUrl, origin) => {
    expect(parseOutsideOrigin(crmUrl)).toBe(origin)
  })

  const crm = 'https://crm.example'
  it.each([`${crm}/lightning/r/Opportunity/006A/view`, `${crm}/org/lightning/r/Opportunity/006DEMO0001/view`])(
    'may be opened at %s',
    (address) => {
      expect(openedBy(crm, address)).toEqual([address])
      expect(openedBy(null, address)).toEqual([])
    },
  )

  it.each(['tel:+16045550123', 'tel:+16045550123;ext=12', 'sms:+16045550123'])(
    'may be opened at %s to call or text, and at no other address with these schemes',
    (address) => {
      expect(openedBy(null, address)).toEqual([address])
      expect(openedBy(crm, address, cardWindow)).toEqual([])
      for (const other of [
        `${address}?body=x`,
        `${address}&x`,
        `${address}\n`,
        address.replace('+', ''),
        `x${address}`,
      ]) {
        expect(openedBy(crm, other)).toEqual([])
      }
    },
  )

  it.each([
    'mailto:x@example.invalid',
    'tel:*21*16045550123',
    'sms:',
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
    `${crm}/`,
    `${crm}/secur/logout.jsp`,
    `${crm}/apex/Delete?id=006A`,
    `${crm}/lightning/r/Opportunity/006A/edit`,
    `${crm}/lightning/r/Opportunity/006A/view?x=1`,
    `${crm}/lightning/r/Opportunity/006A/view#x`,
    `${crm}/lightning/r/Opportunity/006A/view?`,
    `${crm}/lightning/r/Opportunity/006A%2f..%2f/view`,
    `${crm}/lightning/r/Opportunity//view`,
    `${crm}/x?/lightning/r/Opportunity/006A/view`,
    `${crm}/${'x'.repeat(2000)}/lightning/r/Opportunity/006A/view`,
  ])('are never opened at %s', (address) => {
    expect(openedBy(crm, address)).toEqual([])
  })
  it('are not opened for pages in other windows, such as a card service’s window', () => {
    expect(openedBy(crm, `${crm}/lightning/r/Opportunity/006A/view`, cardWindow)).toEqual([])
  })
})
