import { EventEmitter } from 'node:events'
import type { App } from 'electron'
import { expect, it } from 'vitest'
import { protectContent } from '#main/shells/electron/content-protection.ts'

it('content protection is set on each window, also on windows that open later', () => {
  const app = new EventEmitter()
  protectContent(app as unknown as App)
  const set: string[] = []
  for (const name of ['main', 'invoice', 'card details']) {
    app.emit('browser-window-created', {}, { setContentProtection: (isOn: boolean) => set.push(`${name} ${isOn}`) })
  }
  expect(set).toEqual(['main true', 'invoice true', 'card details true'])
})
