import { describe, expect, it } from 'vitest'
import { drawNewerDataPage } from '#main/bridge/newer-data-page.ts'

describe('the page for data of a newer version', () => {
  it.each([
    ['is not known', null, 'a newer version of Atrium'],
    ['has the same number, as two builds can', '1.2.0', 'a newer version of Atrium'],
    ['is later as a number but not as text', '1.10.0', 'Atrium 1.10.0'],
  ])('describes the newer version when it %s', (_what, writtenBy, words) => {
    const { html } = drawNewerDataPage({ ownVersion: '1.2.0', writtenBy, found: 9, known: 8 })
    expect(html).toContain(`is from ${words}. This is Atrium 1.2.0,`)
  })

  it('escapes markup in a version', () => {
    const { html } = drawNewerDataPage({ ownVersion: '<b>1</b>', writtenBy: null, found: 9, known: 8 })
    expect(html).not.toContain('<b>')
  })
})
