import { expect, it } from 'vitest'
import { toCrmUrl } from '#back-office/outside/crm/crm-url.ts'

it.each<[string | undefined, string | undefined | null]>([
  [undefined, undefined],
  ['  ', undefined],
  ['https://crm.example/', 'https://crm.example'],
  [' https://crm.example/base// ', 'https://crm.example/base'],
  ['http://127.0.0.1:9000', 'http://127.0.0.1:9000'],
  ['http://crm.example', null],
  ['javascript:alert(1)', null],
  ['https://user:secret@crm.example', null],
  ['https://crm.example/?x=1', null],
  ['crm.example', null],
])("reads the configured address %j of the CRM's pages as %j", (text, url) => {
  expect(toCrmUrl(text)).toBe(url)
})
