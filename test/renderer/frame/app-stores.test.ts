import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail } from '#contract/reply.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { createAppStores } from '#renderer/frame/app-stores.ts'
import { chosenLocation } from '#renderer/locations/locations-store.ts'
import { isOnlineNow } from '#renderer/session/connectivity-store.ts'
import { createFakeBridge } from '../fake-bridge.ts'

const startMs = Date.parse('2026-11-21T20:00:00.400Z')
const calgary = locationIDSchema.parse('ca-ab-1')
const vancouver = locationIDSchema.parse('ca-bc-1')

describe('the app', () => {
  beforeEach(() => vi.useFakeTimers({ now: startMs }))
  afterEach(() => vi.useRealTimers())

  const open = () => {
    const { bridge, controls } = createFakeBridge()
    const stores = createAppStores({ bridge, onTransport: bridge.onTransport, now: Date.now })
    const signIn = async (name: string) => {
      await stores.session.getState().signIn(`${name}@demo.atrium`, 'atrium-demo')
      await vi.advanceTimersByTimeAsync(0)
    }
    return { bridge, controls, stores, signIn }
  }

  it('reads the locations of the user who signs in, and chooses the first location', async () => {
    const { stores, signIn } = open()
    await signIn('frontdesk')
    expect(chosenLocation(stores.locations.getState())?.address.name).toBe('Calgary')
    await stores.session.getState().signOut()
    expect(stores.locations.getState()).toMatchObject({ catalogue: { kind: 'idle' }, chosenID: null })
    await signIn('onelocation')
    expect(stores.locations.getState().chosenID).toBe(vancouver)
  })

  it("restores each user's location, theme and density at the next sign-in", async () => {
    const { stores, signIn } = open()
    await signIn('frontdesk')
    stores.locations.getState().choose(vancouver)
    stores.preferences.getState().chooseTheme('dark')
    stores.preferences.getState().chooseDensity('compact')
    await stores.session.getState().signOut()
    expect(stores.preferences.getState()).toMatchObject({ theme: 'system', density: 'comfortable' })
    await signIn('admin')
    expect(stores.locations.getState().chosenID).toBe(calgary)
    await stores.session.getState().signOut()
    await signIn('frontdesk')
    expect(stores.locations.getState().chosenID).toBe(vancouver)
    expect(stores.preferences.getState()).toMatchObject({ theme: 'dark', density: 'compact' })
  })

  describe('with a home location', () => {
    const userAt = (clinic: ReturnType<typeof open>['controls']['clinic'], name: string, homeLocation: string) => {
      const user = clinic.users.find((each) => each.user_id === `u-${name}`)
      if (user === undefined) throw new Error(`no ${name}`)
      return { ...user, homeLocation: locationIDSchema.parse(homeLocation) }
    }

    it('chooses the home location after the sign-in', async () => {
      const { stores, controls } = open()
      controls.setSession({
        kind: 'signed-in',
        user: userAt(controls.clinic, 'frontdesk', 'ca-bc-1'),
        idleLockMinutes: 5,
      })
      await vi.advanceTimersByTimeAsync(0)
      expect(stores.locations.getState().chosenID).toBe(vancouver)
    })

    it("chooses this user's choice of today instead, and the home location again the next day", async () => {
      const { stores, controls } = open()
      const signIn = async () => {
        const user = userAt(controls.clinic, 'frontdesk', 'ca-bc-1')
        controls.setSession({ kind: 'signed-in', user, idleLockMinutes: 5 })
        await vi.advanceTimersByTimeAsync(0)
      }
      await signIn()
      stores.locations.getState().choose(calgary)
      await stores.session.getState().signOut()
      await signIn()
      expect(stores.locations.getState().chosenID).toBe(calgary)
      // Saving another preference the next day does not renew the choice of the day before.
      await stores.session.getState().signOut()
      vi.setSystemTime(startMs + 86_400_000)
      await signIn()
      expect(stores.locations.getState().chosenID).toBe(vancouver)
      stores.preferences.getState().chooseTheme('dark')
      await stores.session.getState().signOut()
      await signIn()
      expect(stores.locations.getState().chosenID).toBe(vancouver)
    })

    it('ignores the home location if the user may not work there', async () => {
      const { stores, controls } = open()
      const user = userAt(controls.clinic, 'onelocation', 'ca-ab-1')
      controls.setSession({ kind: 'signed-in', user, idleLockMinutes: 5 })
      await vi.advanceTimersByTimeAsync(0)
      expect(stores.locations.getState().chosenID).toBe(vancouver)
    })
  })

  it('ignores a location that is not open to the account', async () => {
    const { stores, signIn } = open()
    await signIn('onelocation')
    stores.locations.getState().choose(calgary)
    expect(stores.locations.getState().chosenID).toBe(vancouver)
  })

  it('keeps unsaved changes when the same user locks and unlocks, and drops them when another user signs in', async () => {
    const { stores, controls, signIn } = open()
    await signIn('frontdesk')
    controls.failNext('drafts.save', fail('locked', 'Locked.'))
    stores.drafts.keep('form', 'typed')
    await stores.session.getState().lock()
    await stores.session.getState().unlock('atrium-demo')
    expect(await stores.drafts.read('form')).toBe('typed')
    await stores.session.getState().signOut()
    await signIn('admin')
    expect(await stores.drafts.read('form')).toBeNull()
  })

  it.each([
    ['saves text typed just before the session ended, after the same user signs in', 'frontdesk', ['first', 'last']],
    ['never saves text typed just before the session ended, if another user signs in', 'admin', ['first']],
  ])('%s', async (_, next, expected) => {
    const { stores, controls, signIn } = open()
    await signIn('frontdesk')
    const saved = () =>
      controls.calls
        .filter(({ command }) => command === 'drafts.save')
        .map(({ input }) => input as { draftID: string; content: unknown })
        .filter(({ draftID }) => draftID === 'payment')
        .map(({ content }) => content)
    stores.drafts.keep('payment', 'first')
    await vi.advanceTimersByTimeAsync(0)
    stores.drafts.keep('payment', 'last')
    controls.setSession({ kind: 'signed-out' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(saved()).toEqual(['first'])
    await signIn(next)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(saved()).toEqual(expected)
  })

  it('shows why locations cannot be read, and reads them on a retry', async () => {
    const { stores, controls, signIn } = open()
    controls.failNext('locations.list', fail('timed-out', 'No answer.'))
    await signIn('frontdesk')
    expect(stores.locations.getState().catalogue).toMatchObject({ kind: 'failed' })
    await stores.locations.getState().load()
    expect(stores.locations.getState().catalogue.kind).toBe('ready')
  })

  it('reports the clock rules of each zone once, and again after a daylight saving switch', async () => {
    const { stores, controls, signIn } = open()
    await signIn('frontdesk')
    const reports = () => controls.calls.filter(({ command }) => command === 'connectivity.reportZones')
    expect(reports()).toHaveLength(1)
    expect(reports()[0]?.input).toHaveProperty('zones.America/Toronto')
    controls.setConnectivity({ differingZones: ['America/Toronto'] })
    expect(reports()).toHaveLength(1)
    vi.setSystemTime(Date.parse('2027-03-15T12:00:00Z'))
    controls.setConnectivity({ differingZones: ['America/Toronto'] })
    expect(reports()).toHaveLength(2)
    expect(stores.connectivity.getState().connectivity?.differingZones).toEqual(['America/Toronto'])
  })

  it('is offline when main reports offline or the socket is lost, and reads the state again after a reconnect', async () => {
    const { stores, controls } = open()
    expect(isOnlineNow(stores.connectivity.getState())).toBe(true)
    controls.setConnectivity({ state: 'offline' })
    expect(isOnlineNow(stores.connectivity.getState())).toBe(false)
    controls.setConnectivity({ state: 'online' })
    controls.setTransport('reconnecting')
    expect(isOnlineNow(stores.connectivity.getState())).toBe(false)
    controls.setTransport('connected')
    expect(isOnlineNow(stores.connectivity.getState())).toBe(true)
    expect(controls.calls.map(({ command }) => command)).toContain('connectivity.read')
  })

  it('ticks at each full second, and changes the minute once a minute', async () => {
    const { stores } = open()
    const minutes = new Set<string>()
    let ticks = 0
    stores.clock.subscribe((state) => {
      ticks += 1
      minutes.add(state.minute)
    })
    await vi.advanceTimersByTimeAsync(600)
    expect(stores.clock.getState().second).toBe('2026-11-21T20:00:01Z')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(ticks).toBe(61)
    expect([...minutes]).toEqual(['2026-11-21T20:00:00Z', '2026-11-21T20:01:00Z'])
  })

  it('lists a booking with its latest result until the result is acknowledged, in this or another window', async () => {
    const { stores, controls } = open()
    const settled = { draftID: 'd', idempotencyKey: 'key-00001', outcome: { kind: 'pending' as const } }
    controls.emit('booking.settled', settled)
    controls.emit('booking.settled', { ...settled, outcome: { kind: 'refused', message: 'Taken.' } })
    expect(stores.waiting.getState().bookings).toMatchObject([{ outcome: { kind: 'refused' } }])
    controls.setSession({ kind: 'signed-in', user: controls.clinic.users[0] as never, idleLockMinutes: 5 })
    controls.emit('booking.settled', settled)
    await stores.waiting.getState().acknowledge('key-00001')
    expect(stores.waiting.getState().bookings).toEqual([])
    controls.emit('booking.settled', settled)
    controls.emit('booking.acknowledged', { idempotencyKey: 'key-00001' })
    expect(stores.waiting.getState().bookings).toEqual([])
  })
})
