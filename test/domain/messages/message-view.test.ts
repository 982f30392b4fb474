import { expect, it } from 'vitest'
import { maskAddress } from '#domain/messages/message-view.ts'

it.each([
  ['ana.silva@mail.example', 'a•••@mail.example'],
  ['+16045550142', '••• 0142'],
  ['@odd', '••• @odd'],
])('maskAddress masks %s as %s', (address, masked) => {
  expect(maskAddress(address)).toBe(masked)
})
