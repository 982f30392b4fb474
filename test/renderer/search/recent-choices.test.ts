import { describe, expect, it } from 'vitest'
import { ok } from '#contract/reply.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import { toInstant } from '#domain/values/instant.ts'
import { keyedPlacesOf } from '#renderer/frame/shortcuts.ts'
import { createRecentChoices, matchQuality } from '#renderer/search/recent-choices.ts'
import { buildSearchEntries } from '#renderer/search/search-entries.ts'
import { createSearchStore, type SearchStore } from '#renderer/search/search-store.ts'
import { createFakeBridge } from '../fake-bridge.ts'

const now = () => toInstant(Date.parse('2026-11-23T15:00:00Z'))

const linesOf = (store: SearchStore): readonly string[] => {
  const { text, results, sentence, recentIds, recent } = store.getState()
  const found = results.kind === 'ready' ? results.value : []
  const beside = { sentence, recentIds, recent: recent ?? [], places: keyedPlacesOf(['admin']) }
  return buildSearchEntries(text, found, [], beside).map(({ title }) => title)
}

/** Creates a store over members with the given names, which the cache returns in this order; the office adds `more`. */
const withMembers = async (names: readonly string[], more: readonly string[] = []) => {
  const { bridge } = createFakeBridge({ signedInAs: 'admin' })
  const some = await bridge.members.search({ text: 'silva', limit: 1 })
  const [sample] = some.ok ? some.value.members : []
  if (sample === undefined) throw new RangeError('no member')
  const toMember = (name: string): Member => {
    const [firstname = '', ...rest] = name.split(' ')
    return { ...sample, firstname, middlename: '', lastname: rest.join(' '), patientID: `m-${name}` as never }
  }
  const recent = createRecentChoices()
  const members = names.map(toMember)
  const results = members.map((member) => ({ kind: 'member', member }) as const)
  const find: typeof bridge.search.find = async ({ text }) =>
    ok(text.startsWith('m-') ? results.filter(({ member }) => member.patientID === text) : results)
  const search: typeof bridge.members.search = async () =>
    ok({ members: [...members, ...more.map(toMember)], source: 'back-office' })
  const open = () =>
    createSearchStore({ bridge: { search: { find }, members: { ...bridge.members, search } }, recent, now })
  return { recent, open }
}

describe('matchQuality', () => {
  it.each([
    ['ana silva', 'Ana Silva', 3],
    ['silva', 'Ana Silva', 2],
    ['sil', 'Ana Silva', 1],
    ['604 555 0110', 'Ana Silva', 0],
  ] as const)('of %j for %j is %i', (text, title, quality) => expect(matchQuality(text, title)).toBe(quality))
})

describe('recent choices', () => {
  it('come first among members that match equally well, the newest on top', async () => {
    const { recent, open } = await withMembers(['Ana Silva', 'Anna Silva', 'Bo Silva', 'Cy Silvan'])
    for (const name of ['Anna Silva', 'Bo Silva', 'Cy Silvan']) recent.note(`member-m-${name}`)
    const store = open()
    await store.getState().search('silva')
    expect(linesOf(store)).toEqual(['Bo Silva', 'Anna Silva', 'Ana Silva', 'Cy Silvan'])
  })

  it('never come before a better match', async () => {
    const { recent, open } = await withMembers(['Ana Silva', 'Ana Maria Silva', 'Ana Silvan'])
    recent.note('member-m-Ana Silvan')
    recent.note('member-m-Ana Maria Silva')
    const store = open()
    await store.getState().search('ana silva')
    expect(linesOf(store)).toEqual(['Ana Silva', 'Ana Maria Silva', 'Ana Silvan'])
  })

  it('do not move a line that is shown when the back office answers', async () => {
    const { recent, open } = await withMembers(['Ana Silva'], ['Bo Silva'])
    recent.note('member-m-Bo Silva')
    const store = open()
    await store.getState().search('silva')
    await expect.poll(() => store.getState().searched).toBe('back-office')
    expect(linesOf(store)).toEqual(['Ana Silva', 'Bo Silva'])
  })

  it('rank actions', async () => {
    const { recent, open } = await withMembers([])
    recent.note('go-/admin/finance')
    const store = open()
    await store.getState().search('go')
    expect(linesOf(store)[0]).toBe('Go to Finance')
  })

  it('are listed before the user types, the newest first, and again with the data of now', async () => {
    const { recent, open } = await withMembers(['Ana Silva', 'Bo Silva'])
    recent.note('member-m-Ana Silva')
    recent.note('lock')
    recent.note('member-m-Gone')
    const store = open()
    expect(store.getState().recent).toBeNull()
    await store.getState().readRecent()
    expect(linesOf(store).slice(0, 3)).toEqual(['Lock', 'Ana Silva', 'New booking'])
    expect(linesOf(store).filter((line) => line === 'Lock')).toHaveLength(1)
  })

  it('have ids only', async () => {
    const { recent } = await withMembers([])
    recent.note('member-m-1')
    recent.note('lock')
    recent.note('member-m-1')
    expect(recent.read()).toEqual(['member-m-1', 'lock'])
  })
})

describe('a sentence in the palette', () => {
  it('offers its act on each member first, and then the members', async () => {
    const { open } = await withMembers(['Ana Silva', 'Bo Silva'])
    const store = open()
    await store.getState().search('move silva')
    expect(linesOf(store).slice(0, 4)).toEqual([
      'Move the appointment of Ana Silva',
      'Move the appointment of Bo Silva',
      'Ana Silva',
      'Bo Silva',
    ])
  })

  it('comes after members whose names have all its words', async () => {
    const { open } = await withMembers(['Booker Silva', 'Ana Silva'])
    const store = open()
    await store.getState().search('book silva')
    expect(linesOf(store).slice(0, 2)).toEqual(['Booker Silva', 'Book Booker Silva'])
  })

  it.each(['book', 'move', 'cancel', 'pay', 'checkIn'] as const)('%s opens a page that has the act', async (act) => {
    const { bridge } = createFakeBridge({ signedInAs: 'frontdesk' })
    const reply = await bridge.members.search({ text: 'silva', limit: 1 })
    const [member] = reply.ok ? reply.value.members : []
    if (member === undefined) throw new RangeError('no member')
    const store = createSearchStore({ bridge, recent: createRecentChoices(), now })
    const path = await store.getState().findPath(act, member.patientID)
    expect(path, fullName(member)).toMatch(/^\/admin\/(booking|study|members)\b/)
  })
})
