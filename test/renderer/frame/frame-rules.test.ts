import { describe, expect, it } from 'vitest'
import { fail, ok } from '#contract/reply.ts'
import type { Connectivity } from '#contract/settings/bridge.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { appLinks } from '#renderer/frame/app-links.ts'
import { frameWords } from '#renderer/frame/frame-words.ts'
import { decideShortcut, type KeyPress, keyedPlacesOf, placesOf, shortcutSheetOf } from '#renderer/frame/shortcuts.ts'
import { decideZoneNotices, pairOfZones } from '#renderer/frame/zone-notices.ts'
import { places } from '#renderer/routes.ts'
import { createRecentChoices } from '#renderer/search/recent-choices.ts'
import { buildSearchEntries } from '#renderer/search/search-entries.ts'
import { createSearchStore, resultLimit } from '#renderer/search/search-store.ts'
import { searchWords } from '#renderer/search/search-words.ts'
import { createFakeBridge } from '../fake-bridge.ts'
import { createFakeClinic } from '../fake-clinic.ts'

const now = toInstant(Date.parse('2026-11-21T20:00:00Z'))
const clinic = createFakeClinic(now)
const locationOf = (locationID: string) => clinic.locations.find((location) => location.locationID === locationID)

describe('decideZoneNotices', () => {
  const here = (
    hostZone: string,
    differingZones: string[] = [],
  ): Pick<Connectivity, 'hostZone' | 'differingZones'> => ({
    hostZone,
    differingZones,
  })
  const kinds = (connectivity: ReturnType<typeof here> | null, locationID: string, at = now) =>
    decideZoneNotices(connectivity, locationOf(locationID), at).map(({ kind }) => kind)

  it('is silent when both clocks show the same time', () => {
    expect(kinds(here('America/Vancouver'), 'ca-bc-1')).toEqual([])
  })

  it('shows both times when the computer is in another zone', () => {
    const [notice] = decideZoneNotices(here('Asia/Kolkata'), locationOf('ca-bc-1'), now)
    expect(notice?.title).toBe('Your computer shows 01:30am GMT+5:30. In Vancouver it is 01:00pm PDT.')
  })

  it('stays silent after a dismissal for this pair of zones, but not for another pair', () => {
    const computer = 'Asia/Kolkata'
    const known = [pairOfZones(computer, locationOf('ca-bc-1') ?? expect.fail('no location'))]
    const shown = (locationID: string, hostZone: string) =>
      decideZoneNotices(here(hostZone), locationOf(locationID), now, known).length
    expect(shown('ca-bc-1', computer)).toBe(0)
    expect(shown('ca-ab-1', computer)).toBe(1)
    expect(shown('ca-bc-1', 'Europe/London')).toBe(1)
  })

  it('compares clocks, not zone names: Los Angeles is an hour behind Vancouver in the winter of 2026', () => {
    expect(kinds(here('America/Los_Angeles'), 'ca-bc-1')).toEqual(['workstation-elsewhere'])
    expect(kinds(here('America/Los_Angeles'), 'ca-bc-1', toInstant(Date.parse('2026-07-01T20:00:00Z')))).toEqual([])
  })

  it('warns if clock rules differ for this location, and only for this location', () => {
    expect(kinds(here('America/Vancouver', ['America/Vancouver']), 'ca-bc-1')).toEqual(['rules-differ'])
    expect(kinds(here('America/Vancouver', ['America/Toronto']), 'ca-bc-1')).toEqual([])
  })

  it("shows nothing until the computer's zone has been read, and nothing for a zone that does not exist", () => {
    expect(kinds(null, 'ca-bc-1')).toEqual([])
    expect(kinds(here('Mars/Olympus'), 'ca-bc-1')).toEqual([])
  })
})

describe('decideShortcut', () => {
  const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
    key,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    altKey: false,
    isTyping: false,
    afterG: false,
    ...more,
  })

  it.each([
    ['Ctrl+K', press('k', { ctrlKey: true, isTyping: true }), { kind: 'search' }],
    ['Cmd+K', press('k', { metaKey: true }), { kind: 'search' }],
    ['Ctrl+Shift+L', press('L', { ctrlKey: true, shiftKey: true, isTyping: true }), { kind: 'lock' }],
    ['F9', press('F9', { isTyping: true }), { kind: 'lock' }],
    ['?', press('?', { shiftKey: true }), { kind: 'sheet' }],
    ['Ctrl+Z', press('z', { ctrlKey: true }), { kind: 'undo' }],
    ['Cmd+Z with Caps Lock', press('Z', { metaKey: true }), { kind: 'undo' }],
    ['g then m', press('m', { afterG: true }), { kind: 'go', path: '/admin/members' }],
    ['g then f', press('f', { afterG: true }), { kind: 'go', path: '/admin/finance' }],
  ])('acts on %s', (_name, given, action) => expect(decideShortcut(given, places)).toEqual(action))

  it.each([
    ['? in a field', press('?', { isTyping: true })],
    ['Ctrl+Z in a field', press('z', { ctrlKey: true, isTyping: true })],
    ['Ctrl+Shift+Z', press('Z', { ctrlKey: true, shiftKey: true })],
    ['g then m in a field', press('m', { afterG: true, isTyping: true })],
    ['m alone', press('m')],
    ['Alt+F9', press('F9', { altKey: true })],
    ['Ctrl+L', press('l', { ctrlKey: true })],
    ['Ctrl+Shift+K', press('K', { ctrlKey: true, shiftKey: true })],
  ])('does not act on %s', (_name, given) => expect(decideShortcut(given, places)).toBeNull())

  it.each([
    ['frontdesk', 'tbmqefds'],
    ['sales', 'twbmqefds'],
    ['np', 'twbmqeds'],
    ['hi', 'twrbmqeds'],
    ['report_qc', 'twrbmqds'],
    ['radiologist', 'twbmqds'],
    ['finance', 'tbmqfds'],
    ['qa', 'tbmqds'],
    ['admin', 'twrbmqefdas'],
  ])('of %s has the places with the letters %s, on the sheet too', (role, letters) => {
    const keyed = keyedPlacesOf([role])
    const opens = places.filter(({ letter }) => decideShortcut(press(letter, { afterG: true }), keyed) !== null)
    expect(opens.map(({ letter }) => letter).join('')).toBe(letters)
    const group = shortcutSheetOf(keyed).find(({ title }) => title === frameWords.sheet.goTo)
    expect(group?.lines.map(({ keys }) => keys.flat().join(' '))).toEqual(
      [...letters].map((letter) => `G ${letter.toUpperCase()}`),
    )
  })
})

describe('placesOf', () => {
  const hasFinance = (...roles: string[]) => placesOf(roles, false).some(({ label }) => label === 'Finance')

  it('has Finance only for roles that take money or close days', () => {
    expect([hasFinance('admin'), hasFinance('frontdesk'), hasFinance('sales')]).toEqual([true, true, true])
    expect([hasFinance('nurse practitioner'), hasFinance()]).toEqual([false, false])
  })

  it('has Worklists only for roles with a list, and administrators', () => {
    const has = (...roles: string[]) => placesOf(roles, false).some(({ label }) => label === 'Worklists')
    expect([has('radiologist'), has('np'), has('admin')]).toEqual([true, true, true])
    expect([has('frontdesk'), has('finance'), has('qa')]).toEqual([false, false, false])
  })

  it('has Directory for users who maintain it, and for others only while it has something to show', () => {
    const hasDirectory = (has: boolean) => placesOf(['frontdesk'], has).some(({ label }) => label === 'Directory')
    expect([hasDirectory(true), hasDirectory(false)]).toEqual([true, false])
    expect(placesOf(['hi'], false).some(({ label }) => label === 'Directory')).toBe(true)
    expect(placesOf(['admin'], false).some(({ label }) => label === 'Directory')).toBe(true)
  })
})

describe('buildSearchEntries', () => {
  const [ana, anna] = clinic.members
  const study = clinic.studies.find((candidate) => candidate.patientID === ana?.patientID)
  if (ana === undefined || anna === undefined || study === undefined) throw new RangeError('no records')

  it('distinguishes people by birth date, email and phone', () => {
    const [entry] = buildSearchEntries('ana', [{ kind: 'member', member: ana }], [])
    expect(entry).toMatchObject({
      title: 'Ana Silva',
      detail: '03 Feb 1980 · member1@mail.example · +1 604 555 0110',
      command: { kind: 'go', path: '/admin/members?memberID=m-000001' },
    })
  })

  it('lists studies first, then members, then actions', () => {
    const entries = buildSearchEntries(
      '',
      [
        { kind: 'member', member: anna },
        { kind: 'study', study, member: ana },
      ],
      [],
    )
    const sections = entries.map(({ section }) => section)
    expect([...new Set(sections)]).toEqual(['studies', 'members', 'actions'])
    expect(entries[0]?.command).toEqual({ kind: 'go', path: `/admin/study/${study.studyID}` })
  })

  it('finds actions by the beginnings of their words, without accents', () => {
    const titles = (text: string) => buildSearchEntries(text, [], clinic.locations).map(({ title }) => title)
    expect(titles('montreal')).toEqual(['Switch to Montréal'])
    expect(titles('new mem')).toEqual(['New member'])
    expect(titles('zzz')).toEqual([])
  })

  it('offers only the places of the role, each with its keys', () => {
    const offered = (...held: string[]) => {
      const keyed = keyedPlacesOf(held)
      return places.flatMap(({ label, path }) =>
        buildSearchEntries(`go to ${label}`, [], [], { places: keyed })
          .filter(({ id }) => id === `go-${path}`)
          .map(({ title, detail }) => `${title}: ${detail}`),
      )
    }
    const ofAll = ['Go to Today: G T', 'Go to Members: G M', 'Go to Queues: G Q', 'Go to Directory: G D']
    expect(offered('qa')).toEqual([...ofAll, 'Go to Settings: G S'])
    expect(offered('admin')).toHaveLength(places.length - 1)
    expect(offered()).not.toContain('Go to Finance: G F')
    expect(buildSearchEntries('go to finance', [], [])).toEqual([])
  })

  it('offers Booking once, as New booking with the keys of the place', () => {
    const entries = (text: string) => buildSearchEntries(text, [], [], { places: keyedPlacesOf(['qa']) })
    expect(entries('new booking')).toMatchObject([{ detail: `${searchWords.newBookingDetail} · G B` }])
    expect(entries('go to booking')).toEqual([])
  })

  it('offers the board of a day for a date alone, after the members found by it', () => {
    const today = '2026-11-21' as PlainDate
    const ids = (text: string, at: PlainDate | null = today) =>
      buildSearchEntries(text, [{ kind: 'member', member: ana }], [], { today: at }).map(({ id }) => id)
    const member = `member-${ana.patientID}`
    expect(ids('24 nov 2026')).toEqual([member, 'day-2026-11-24'])
    expect(ids('24 nov 2026', null)).toEqual([member])
    expect(ids('3 feb 1980')).toEqual([member])
    expect(buildSearchEntries('tomorrow', [], [], { today })).toMatchObject([
      {
        title: searchWords.goToDay('Sun 22 Nov 2026'),
        command: { kind: 'go', path: '/admin/frontdesk?date=2026-11-22' },
      },
    ])
  })

  it('lists a day that was opened recently before the user types', () => {
    const [first] = buildSearchEntries('', [], [], { recentIds: ['day-2026-11-24'] })
    expect(first).toMatchObject({ section: 'recent', title: searchWords.goToDay('Tue 24 Nov 2026') })
  })

  it('lists the gallery only where an installation has it', () => {
    const titles = (hasGallery: boolean) =>
      buildSearchEntries('gallery', [], clinic.locations, { hasGallery }).map(({ title }) => title)
    expect(titles(true)).toEqual([searchWords.gallery])
    expect(titles(false)).toEqual([])
    const atFirst = buildSearchEntries('', [], clinic.locations, { hasGallery: true }).map(({ title }) => title)
    expect(atFirst).not.toContain(searchWords.gallery)
  })
})

const createStore = (bridge: Parameters<typeof createSearchStore>[0]['bridge']) =>
  createSearchStore({ bridge, recent: createRecentChoices(), now: () => now })

describe('search store', () => {
  it('drops an answer to an older query', async () => {
    const { bridge } = createFakeBridge({ signedInAs: 'admin' })
    const answers: (() => void)[] = []
    const find: typeof bridge.search.find = async (input) => {
      await new Promise<void>((answer) => answers.push(answer))
      return bridge.search.find(input)
    }
    const store = createStore({ search: { find }, members: bridge.members })
    const first = store.getState().search('silva')
    const second = store.getState().search('fjeld')
    answers[1]?.()
    await second
    answers[0]?.()
    await first
    const { results } = store.getState()
    const names = results.kind === 'ready' ? results.value.map(({ member }) => member.lastname) : []
    expect(names).toEqual(['Fjeldstad'])
  })

  it('appends, after typing has stopped, members that only the back office knows', async () => {
    const { bridge } = createFakeBridge({ signedInAs: 'admin' })
    const found = await bridge.members.search({ text: 'silva', limit: 12 })
    const members = found.ok ? found.value.members : []
    expect(members.length).toBeGreaterThan(1)
    const known = members.slice(0, 1)
    const store = createStore({
      search: { find: async () => ok(known.map((member) => ({ kind: 'member', member }) as const)) },
      members: bridge.members,
    })
    const names = () => {
      const { results } = store.getState()
      return results.kind === 'ready' ? results.value.map(({ member }) => member.patientID) : []
    }
    await store.getState().search('silva')
    expect(names()).toEqual(known.map(({ patientID }) => patientID))
    await expect.poll(names).toEqual(members.map(({ patientID }) => patientID))
  })

  it("shows where it searched, and lists similar names below the back office's results", async () => {
    const { bridge } = createFakeBridge({ signedInAs: 'admin' })
    const found = await bridge.members.search({ text: 'silva', limit: 12 })
    const [member] = found.ok ? found.value.members : []
    if (member === undefined) throw new Error('The fake has no Silva')
    const alike = { ...member, patientID: 'm-alike' as typeof member.patientID, lastname: 'Sylva' }
    const ask = async (source: 'cache' | 'back-office') => {
      const store = createStore({
        search: { find: async () => ok([{ kind: 'member', member: alike }]) },
        members: {
          ...bridge.members,
          search: async () => ok({ members: source === 'cache' ? [alike] : [member], source }),
        },
      })
      await store.getState().search('silva')
      expect(store.getState()).toMatchObject({ searched: null, results: { value: [] } })
      await expect.poll(() => store.getState().searched).toBe(source)
      const { results } = store.getState()
      return results.kind === 'ready' ? results.value.map((one) => one.member.lastname) : []
    }
    expect(await ask('back-office')).toEqual([member.lastname, 'Sylva'])
    expect(await ask('cache')).toEqual(['Sylva'])
  })

  it('shows at most its limit, however many members the local copy and the back office find', async () => {
    const { bridge } = createFakeBridge({ signedInAs: 'admin' })
    const found = await bridge.members.search({ text: 'silva', limit: 12 })
    const [member] = found.ok ? found.value.members : []
    if (member === undefined) throw new Error('The fake has no Silva')
    const many = (name: string) =>
      Array.from({ length: 9 }, (_, at) => ({ ...member, patientID: `m-${name}-${at}` as typeof member.patientID }))
    const store = createStore({
      search: { find: async () => ok(many('copy').map((one) => ({ kind: 'member', member: one }) as const)) },
      members: { ...bridge.members, search: async () => ok({ members: many('office'), source: 'back-office' }) },
    })
    await store.getState().search('silva')
    await expect.poll(() => store.getState().searched).toBe('back-office')
    const { results } = store.getState()
    expect(results.kind === 'ready' ? results.value : []).toHaveLength(resultLimit)
  })

  it('sends no query for blank text, and reports a failed search', async () => {
    const { bridge, controls } = createFakeBridge({ signedInAs: 'admin' })
    const store = createStore(bridge)
    await store.getState().search('   ')
    expect(controls.calls).toEqual([])
    controls.failNext('search.find', fail('timed-out', 'No answer.'))
    await store.getState().search('ana')
    expect(store.getState().results.kind).toBe('failed')
  })
})

describe('appLinks', () => {
  it('contains no page that the rail already has', () => {
    const rail = new Set<string>(places.map(({ path }) => path))
    expect(appLinks({ roles: ['admin', 'frontdesk'] }).filter(({ path }) => rail.has(path))).toEqual([])
  })

  it.each([
    [['frontdesk'], ['New booking', 'New member']],
    [['admin'], ['New booking', 'New member']],
    [['radiologist'], ['New member']],
  ] as const)('gives roles %j the apps %j', (roles, labels) => {
    expect(appLinks({ roles: [...roles] }).map(({ label }) => label)).toEqual(labels)
  })
})
