import { signIn } from '../desk.ts'
import { type Act, CannotDo, type Here, lookUntil, pause, press } from './acting.ts'

const inRoom = ({ look }: Here): boolean => look.door === 'none'
const isFree = (here: Here): boolean => inRoom(here) && here.look.dialog === null && !here.look.hasList

/** Waits until the last typed text is stored. A kill before that may lose the text, which is not a fault. */
const waitUntilStored = (): Promise<void> => pause(1_200)

const password = ({ page }: Here) => page.locator('input[type=password]')

const unlock = async (here: Here): Promise<string> => {
  if (here.random.chance(0.1)) {
    await password(here).fill('not-it')
    await here.page.keyboard.press('Enter')
    await here.page.getByRole('alert').first().waitFor()
  }
  await password(here).fill('atrium-demo')
  await here.page.keyboard.press('Enter')
  const after = await lookUntil(here.page, ({ door }) => door === 'none')
  return after.door === 'none' ? 'in' : `still ${after.door}`
}

const enter = async (here: Here): Promise<string> => {
  await signIn(here.page, here.walker.account)
  return 'in'
}

const typedAddress = (here: Here): string => {
  const ids = here.world.studyIDs()
  const typed = here.walker.typed.sheets().flatMap((sheet) => sheet.split(':')[1] ?? [])
  const study = typed.length > 0 && here.random.chance(0.7) ? here.random.pick(typed) : here.random.pick(ids)
  return here.random.pick([`/admin/study/${study}`, `/admin/booking/study/${study}`, `/admin/study/${study}?edit=1`])
}

/** The acts around the session: signing in, the lock, reloads, and failures of the workstation and the back office. */
export const deskActs: readonly Act[] = [
  { name: 'sign in', weight: 100, fits: ({ look }) => look.door === 'sign-in', run: enter },
  { name: 'unlock', weight: 100, fits: ({ look }) => look.door === 'locked', run: unlock },
  {
    name: 'sign in as someone else, from the lock',
    weight: 5,
    fits: ({ look }) => look.door === 'locked',
    run: async (here) => {
      await press(here.page.getByRole('button', { name: /someone else/i }))
      await lookUntil(here.page, ({ door }) => door === 'sign-in')
      return 'at the sign-in'
    },
  },
  {
    name: 'lock',
    weight: 2.5,
    fits: inRoom,
    run: async (here) => {
      const way = here.random.pick(['F9', 'Control+Shift+L', 'button'])
      if (way !== 'button') await here.page.keyboard.press(way)
      else if (here.look.dialog === null)
        await press(here.page.getByRole('contentinfo').getByRole('button', { name: /^Lock\b/ }))
      else throw new CannotDo('the lock is behind a dialog')
      const after = await lookUntil(here.page, ({ door }) => door === 'locked')
      return `${way}: ${after.door}`
    },
  },
  {
    name: 'log out',
    weight: 0.6,
    fits: isFree,
    run: async (here) => {
      await press(here.page.getByRole('link', { name: /^(Log|Sign) out$/i }))
      await lookUntil(here.page, ({ door }) => door === 'sign-in')
      return 'out'
    },
  },
  {
    name: 'reload',
    weight: 2.5,
    fits: inRoom,
    run: async ({ page }) => {
      await page.reload()
      return 'reloaded'
    },
  },
  {
    name: 'kill the workstation and start it again',
    weight: 1.2,
    fits: (here) => inRoom(here) && here.walker.isFirst,
    run: async (here) => {
      await waitUntilStored()
      here.walker.watch.setKilled(true)
      await here.atrium.kill9()
      here.walker.watch.setKilled(false)
      here.world.restoredAt = performance.now()
      return 'killed and started'
    },
  },
  {
    name: 'the back office goes down',
    weight: 0.9,
    fits: (here) => inRoom(here) && here.world.isOfficeUp,
    run: async (here) => {
      here.world.isOfficeUp = false
      await here.atrium.stopBackOffice()
      return 'down'
    },
  },
  {
    name: 'the back office comes up',
    weight: 12,
    fits: ({ world }) => !world.isOfficeUp,
    run: async (here) => {
      await here.atrium.startBackOffice()
      here.world.isOfficeUp = true
      here.world.restoredAt = performance.now()
      return 'up'
    },
  },
  {
    name: 'ask for the connection',
    weight: 4,
    fits: (here) => isFree(here) && here.look.isOnline === false,
    run: async (here) => {
      await press(here.page.getByRole('contentinfo').getByRole('button', { name: /try again|reconnect/i }))
      return 'asked'
    },
  },
  {
    name: 'resize',
    weight: 0.6,
    fits: () => true,
    run: async (here) => {
      const size = here.random.pick([
        { width: 1440, height: 900 },
        { width: 1024, height: 768 },
      ])
      await here.page.setViewportSize(size)
      return `${size.width}x${size.height}`
    },
  },
  {
    name: 'type an address',
    weight: 1.5,
    fits: inRoom,
    run: async (here) => {
      const path = typedAddress(here)
      await here.walker.load(path)
      return path
    },
  },
]
