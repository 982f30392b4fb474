import { type BrowserContextOptions, expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { frameNoticeWords } from '#renderer/frame/frame-notice-words.ts'
import { frameWords } from '#renderer/frame/frame-words.ts'
import { controlWords } from '#renderer/kit/controls/control-words.ts'
import { placeWords } from '#renderer/place-words.ts'
import { draftDelayMs } from '#renderer/session/drafts.ts'
import { sessionWords } from '#renderer/session/session-words.ts'
import { settingsWords } from '#renderer/settings/settings-words.ts'
import { isDeep } from '#test/fixtures/deep.ts'
import { type StartOptions, seriousFaultsOf, startHarnessPages } from '../harness/harness-pages.ts'

const pages = startHarnessPages()
let page: Page

async function open(path: string, start: StartOptions = {}): Promise<Page> {
  page = await pages.open(path, start)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  return page
}

const seriousFaults = (): Promise<string[]> => seriousFaultsOf(page)

const control = (run: (controls: NonNullable<Window['fakeControls']>) => void): Promise<void> =>
  page.evaluate(`(${run})(window.fakeControls)`)
const heading = (name: string) => page.getByRole('heading', { level: 1, name })

describe('sign-in', { timeout: 60_000 }, () => {
  it('signs in by keyboard alone and opens the requested address', async () => {
    await open('/admin/members')
    await page.keyboard.type('frontdesk@demo.atrium')
    await page.keyboard.press('Tab')
    await page.keyboard.type('atrium-demo')
    await page.keyboard.press('Enter')
    await expectPage(heading(placeWords.members)).toBeVisible()
    await expectPage(page).toHaveTitle('Atrium')
  })

  it('reports a wrong password and keeps the typed text', async () => {
    await open('/')
    await page.getByLabel('Email').fill('frontdesk@demo.atrium')
    await page.getByLabel('Password').fill('wrong')
    await page.keyboard.press('Enter')
    await expectPage(page.getByRole('alert')).toContainText('Incorrect')
    await expectPage(page.getByLabel('Email')).toHaveValue('frontdesk@demo.atrium')
    await expectPage(page.getByLabel('Password')).toHaveValue('wrong')
    expect(await seriousFaults()).toEqual([])
  })

  it('shows how long a locked account must wait', async () => {
    await open('/')
    await page.getByLabel('Email').fill('frontdesk@demo.atrium')
    for (let tries = 0; tries < 6; tries += 1) {
      await page.getByLabel('Password').fill(`wrong${tries}`)
      await page.keyboard.press('Enter')
    }
    await expectPage(page.getByRole('alert')).toContainText(/in 1[45] minutes/)
  })

  it('shows what still works when the back office is unreachable', async () => {
    await open('/')
    await control((controls) => controls.setConnectivity({ state: 'offline' }))
    await page.getByLabel('Email').fill('frontdesk@demo.atrium')
    await page.getByLabel('Password').fill('atrium-demo')
    await page.keyboard.press('Enter')
    await expectPage(page.getByRole('alert')).toContainText('you can still unlock it')
    await expectPage(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    expect(await seriousFaults()).toEqual([])
  })

  it('shows that another server answers, before and after the sign-in', async () => {
    for (const start of [{}, { signedInAs: 'frontdesk' }] as const) {
      await open('/', start)
      const banner = page.getByText(sessionWords.otherServer.title)
      await expectPage(banner).toHaveCount(0)
      await control((controls) => controls.setConnectivity({ state: 'offline', isOtherServer: true }))
      await expectPage(banner).toBeVisible()
      expect(await seriousFaults()).toEqual([])
      await control((controls) => controls.setConnectivity({ state: 'online', isOtherServer: false }))
      await expectPage(banner).toHaveCount(0)
    }
  })

  it('does not move the form when a message appears', async () => {
    await open('/')
    const button = page.getByRole('button', { name: sessionWords.signIn.submit })
    const before = await button.boundingBox()
    await control((controls) => controls.setConnectivity({ state: 'offline', isOtherServer: true }))
    await expectPage(page.getByText(sessionWords.otherServer.title)).toBeVisible()
    expect(await button.boundingBox()).toEqual(before)
  })

  it('names the missing fields and focuses the first one', async () => {
    await open('/')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expectPage(page.getByText(sessionWords.signIn.emailMissing)).toBeVisible()
    await expectPage(page.getByText(sessionWords.passwordMissing)).toBeVisible()
    await expectPage(page.getByLabel('Email')).toBeFocused()
  })
})

describe('the lock', { timeout: 60_000 }, () => {
  it("removes every name from the page, also from search results, and restores the same user's draft", async () => {
    await open('/admin/members?new=1', { signedInAs: 'admin' })
    await page.getByLabel('First name').fill('Wilhelmina')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: frameWords.header.search }).fill('silva')
    await expectPage(page.getByRole('option', { name: /Ana Silva/ })).toBeVisible()
    await page.keyboard.press('F9')
    await expectPage(heading('Locked')).toBeVisible()
    const left = await page.evaluate(() => document.documentElement.outerHTML)
    expect(left).not.toContain('Silva')
    expect(left).not.toContain('Wilhelmina')
    expect(await seriousFaults()).toEqual([])
    await page.getByLabel('Password').fill('atrium-demo')
    await page.keyboard.press('Enter')
    await expectPage(page.getByLabel('First name')).toHaveValue('Wilhelmina')
  })

  it('signs another user in without the draft of the first user', async () => {
    await open('/admin/members?new=1', { signedInAs: 'admin' })
    await page.getByLabel('First name').fill('Wilhelmina')
    await page.keyboard.press('Control+Shift+L')
    await page.getByRole('button', { name: sessionWords.lock.otherUser }).click()
    await page.getByLabel('Email').fill('frontdesk@demo.atrium')
    await page.getByLabel('Password').fill('atrium-demo')
    await page.keyboard.press('Enter')
    await expectPage(page.getByLabel('First name')).toHaveValue('')
  })

  it('warns 30 seconds before it locks, ends the warning after activity, and locks without activity', async () => {
    await open('/admin/settings')
    await page.clock.install()
    await page.getByLabel('Email').fill('admin@demo.atrium')
    await page.getByLabel('Password').fill('atrium-demo')
    await page.keyboard.press('Enter')
    await expectPage(heading('Settings')).toBeVisible()
    const warning = page.getByRole('alertdialog', { name: sessionWords.idle.title })
    await page.clock.runFor(4 * 60_000 + 20_000)
    await expectPage(warning).toBeHidden()
    await page.clock.runFor(15_000)
    await expectPage(warning).toBeVisible()
    expect(await warning.getByRole('timer').innerText()).toMatch(/^00:[012]\d$/)
    await page.mouse.move(200, 200)
    await expectPage(warning).toBeHidden()
    await page.clock.runFor(5 * 60_000 + 2000)
    await expectPage(heading('Locked')).toBeVisible()
    await expectPage(heading('Settings')).toBeHidden()
  })

  it('locks when the mouse first moves after the computer has slept', async () => {
    await open('/admin/settings')
    await page.clock.install()
    await page.getByLabel('Email').fill('admin@demo.atrium')
    await page.getByLabel('Password').fill('atrium-demo')
    await page.keyboard.press('Enter')
    await expectPage(heading('Settings')).toBeVisible()
    await page.clock.setSystemTime(Date.now() + 60 * 60_000)
    await page.mouse.move(200, 200)
    await page.mouse.move(220, 220)
    await expectPage(heading('Locked')).toBeVisible()
  })
})

describe('the frame', { timeout: 60_000 }, () => {
  it('opens a page by two letters, marks its link, and finds a member by keyboard alone', async () => {
    await open('/admin/settings', { signedInAs: 'frontdesk' })
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    await expectPage(page.getByRole('link', { name: placeWords.members })).toHaveAttribute('aria-current', 'page')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('silva')
    await expectPage(page.getByRole('option', { selected: true })).toHaveAccessibleName(/Ana Silva.*03 Feb 1980/)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expectPage(page.getByRole('heading', { name: 'Anna Silva' })).toBeVisible()
  })

  it('triggers no keyboard shortcut while the user types in a field', async () => {
    await open('/admin/members', { signedInAs: 'frontdesk' })
    await page.getByRole('searchbox').focus()
    await page.keyboard.type('gs?')
    await expectPage(page.getByRole('searchbox')).toHaveValue('gs?')
    await expectPage(heading(placeWords.members)).toBeVisible()
  })

  it('shows the clock of the chosen location', async () => {
    await open('/admin/settings', { signedInAs: 'frontdesk', hostZone: 'Asia/Kolkata' })
    const choice = page.getByRole('combobox', { name: 'Location' })
    await choice.fill('honol')
    await page.getByRole('option', { name: /Honolulu/ }).click()
    await expectPage(page.locator('time[title="Time in Honolulu"]')).toHaveText(/^\d\d:\d\d[ap]m HST$/)
    await expectPage(page.getByText(/Your computer shows .* GMT\+5:30\. In Honolulu it is .* HST\./)).toBeVisible()
  })

  it('shows the most urgent notice on one line of 36 pixels, and the others over the page on request', async () => {
    await open('/admin/settings', { signedInAs: 'frontdesk', hostZone: 'Europe/London' })
    const zone = page.getByText(/^Your computer shows /)
    await expectPage(zone).toBeVisible()
    const area = page.locator('.w-banner-area')
    expect((await area.boundingBox())?.height).toBe(36)
    const before = (await heading(settingsWords.title).boundingBox())?.y
    await control((controls) => controls.setConnectivity({ isOtherServer: true }))
    await expectPage(page.getByText(sessionWords.otherServer.title)).toBeVisible()
    await expectPage(zone).toBeHidden()
    expect((await area.boundingBox())?.height).toBe(36)
    const more = page.getByRole('button', { name: controlWords.banners.more(2) })
    await expectPage(more).toHaveAttribute('aria-expanded', 'false')
    await more.click()
    await expectPage(page.getByRole('button', { name: controlWords.banners.less })).toHaveAttribute(
      'aria-expanded',
      'true',
    )
    await expectPage(zone).toBeVisible()
    expect((await heading(settingsWords.title).boundingBox())?.y).toBe(before)
    expect(await seriousFaults()).toEqual([])
    await page.getByRole('button', { name: controlWords.banners.less }).click()
    await expectPage(zone).toBeHidden()
  })

  it('offers the full text of a notice that has become too long, and never opens the full text by itself', async () => {
    await open('/admin/settings', {
      signedInAs: 'frontdesk',
      hostZone: 'Europe/London',
      context: { viewport: { width: 2400, height: 800 } },
    })
    await expectPage(page.getByText(/^Your computer shows /)).toBeVisible()
    const more = page.locator('.w-banner-area__more')
    await expectPage(more).toHaveCount(0)
    await page.locator('.w-banner-area .w-banner__title').evaluate((title) => {
      const text = title.firstChild
      if (text === null) throw new Error('The notice has no text')
      text.nodeValue = `${text.nodeValue} ${'and so on '.repeat(80)}`
    })
    await expectPage(more).toHaveAttribute('aria-expanded', 'false')
    await more.click()
    await expectPage(more).toHaveAttribute('aria-expanded', 'true')
    await page.locator('.w-banner-area').getByRole('button', { name: controlWords.dismiss }).click()
    await expectPage(page.locator('.w-banner-area .w-banner')).toHaveCount(0)
    await control((controls) => controls.setConnectivity({ isOtherServer: true }))
    await expectPage(page.getByText(sessionWords.otherServer.title)).toBeVisible()
    await expectPage(page.locator('.w-banner-area__list--open')).toHaveCount(0)
  })

  it('stores, as a preference of the user, that the notice about the zone was dismissed', async () => {
    await open('/admin/settings', { signedInAs: 'frontdesk', hostZone: 'Asia/Kolkata' })
    const zone = page.getByText(/^Your computer shows /)
    await expectPage(zone).toBeVisible()
    await page.locator('.w-banner').filter({ has: zone }).getByRole('button', { name: controlWords.dismiss }).click()
    await expectPage(zone).toHaveCount(0)
    await expectPage
      .poll(() =>
        page.evaluate(() =>
          JSON.stringify(window.fakeControls?.calls.filter(({ command }) => command === 'drafts.save').at(-1)?.input),
        ),
      )
      .toMatch(/"knownZones":\["Asia\/Kolkata America\/[A-Za-z_]+"\]/)
  })

  it('has a header that is at most 1440 px wide', async () => {
    await open('/admin/settings', { signedInAs: 'frontdesk', context: { viewport: { width: 1920, height: 800 } } })
    expect(await page.locator('.s-header__inner').boundingBox()).toMatchObject({ x: 0, width: 1440 })
  })

  it('has the full menu from a width of 440 px, and only a menu button at smaller widths', async () => {
    await open('/admin/settings', { signedInAs: 'frontdesk', context: { viewport: { width: 440, height: 800 } } })
    await expectPage(page.getByRole('link', { name: 'Book Now' })).toBeVisible()
    await expectPage(page.getByRole('button', { name: frameWords.header.menu })).toBeHidden()
    await page.setViewportSize({ width: 439, height: 800 })
    await expectPage(page.getByRole('link', { name: 'Book Now' })).toBeHidden()
    await page.getByRole('button', { name: frameWords.header.menu }).click()
    await expectPage(page.getByRole('menuitem', { name: 'Log Out' })).toBeVisible()
  })

  it.each([
    ['frontdesk', /\/admin\/frontdesk$/, ['New booking', 'New member']],
    ['sales', /\/admin\/worklists\/sales$/, ['New member']],
  ] as const)('leads the role %s to its start page and its apps from each menu', async (role, start, apps) => {
    await open('/user/profile', { signedInAs: role })
    const startsAgain = async (): Promise<void> => {
      await expectPage(page).toHaveURL(start)
      await page.evaluate(() => history.pushState(null, '', '/user/profile'))
      await expectPage(page).toHaveURL(/\/user\/profile$/)
    }
    await page.getByRole('link', { name: 'Atrium home' }).click()
    await startsAgain()
    await page.getByRole('button', { name: 'Apps' }).click()
    await expectPage(page.getByRole('menuitem')).toHaveText(['Atrium home', ...apps])
    await page.getByRole('menuitem', { name: 'Atrium home' }).click()
    await startsAgain()
    await page.setViewportSize({ width: 439, height: 800 })
    await page.getByRole('button', { name: 'Menu' }).click()
    await expectPage(page.getByRole('menuitem')).toHaveText(['Book Now', 'Atrium home', 'Profile', 'Log Out', ...apps])
    await page.getByRole('menuitem', { name: 'Atrium home' }).click()
    await startsAgain()
  })

  it('opens the profile from the full menu and from the narrow one', async () => {
    await open('/admin/settings', { signedInAs: 'frontdesk' })
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Profile' }).click()
    await expectPage(page).toHaveURL(/\/user\/profile$/)
    await page.getByRole('link', { name: 'Settings' }).click()
    await expectPage(page).toHaveURL(/\/admin\/settings$/)
    await page.setViewportSize({ width: 439, height: 800 })
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('menuitem', { name: 'Profile' }).click()
    await expectPage(page).toHaveURL(/\/user\/profile$/)
  })

  it('shows when the workstation is offline, how old the data is, and when the socket is lost', async () => {
    await open('/admin/settings', { signedInAs: 'frontdesk' })
    await control((controls) => controls.setConnectivity({ state: 'offline' }))
    await expectPage(page.getByText(/Offline\. Data as of \d\d:\d\d[ap]m/)).toBeVisible()
    await control((controls) => controls.setTransport('reconnecting'))
    await expectPage(page.getByText(/Connection to Atrium lost/)).toBeVisible()
    await control((controls) => controls.setTransport('connected'))
    await control((controls) => controls.setConnectivity({ state: 'online' }))
    await expectPage(page.getByText(frameWords.status.online, { exact: true })).toBeVisible()
  })

  it('signs out with the Log Out link, so that the next user begins at the start page', async () => {
    await open('/user/profile', { signedInAs: 'frontdesk' })
    await page.getByRole('link', { name: 'Log Out' }).click()
    await expectPage(heading('Sign in')).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/')
  })

  it('opens the member pages at the address of Book Now, outside the frame and without a sign-in', async () => {
    await open('/booking/package')
    await expectPage(page).toHaveURL(/\/booking\/slot$/)
    await expectPage(heading('Sign in')).toBeHidden()
    await expectPage(page.getByRole('navigation', { name: frameWords.rail.label })).toBeHidden()
  })

  it('lists a booking with its result until the user dismisses it', async () => {
    await open('/admin/settings', { signedInAs: 'frontdesk' })
    await control((controls) =>
      controls.emit('booking.settled', {
        draftID: 'd',
        idempotencyKey: 'key-00001',
        outcome: { kind: 'refused', message: 'The time was taken.' },
      }),
    )
    await page.getByRole('button', { name: frameNoticeWords.bookings.summary(0, 1) }).click()
    await expectPage(page.getByText(/was not made: The time was taken/)).toBeVisible()
    expect(await seriousFaults()).toEqual([])
    const popover = page.getByRole('dialog', { name: frameNoticeWords.bookings.label })
    await popover.getByRole('button', { name: frameNoticeWords.bookings.dismiss }).click()
    await expectPage(page.getByRole('button', { name: /Bookings:/ })).toBeHidden()
  })

  it('asks which draft to keep if the earlier draft could not be read at first, and overwrites neither', async () => {
    await open('/admin/booking', { signedInAs: 'frontdesk' })
    const referrer = page.getByRole('textbox', { name: 'Referrer' })
    const saved = (): Promise<string> =>
      page.evaluate(() =>
        JSON.stringify(window.fakeControls?.calls.filter(({ command }) => command === 'drafts.save').at(-1)),
      )
    await referrer.fill('Dr. Juniper')
    await referrer.blur()
    // Waits until the draft is on disk, so that the page reads the draft from disk when the page opens again.
    await expectPage.poll(saved).toContain('Dr. Juniper')
    await page.getByRole('link', { name: placeWords.members }).first().click()
    await heading(placeWords.members).waitFor()
    // Waits until the page's last input is on disk and not only in memory.
    await page.waitForTimeout(4 * draftDelayMs)
    const readings = (): Promise<number> =>
      page.evaluate(
        () =>
          window.fakeControls?.calls.filter(
            ({ command, input }) => command === 'drafts.read' && JSON.stringify(input).includes('booking:new'),
          ).length ?? 0,
      )
    const before = await readings()
    await control((controls) =>
      controls.failNext('drafts.read', { ok: false, failure: { code: 'unexpected', message: 'Not now.' } }, 100),
    )
    await page.getByRole('link', { name: 'Booking', exact: true }).first().click()
    // Waits until the page has made all its attempts to read the draft.
    await expectPage.poll(readings, { timeout: 20_000 }).toBe(before + 4)
    await referrer.fill('Dr. Hazel')
    await control((controls) =>
      controls.failNext('drafts.read', { ok: false, failure: { code: 'unexpected', message: '' } }, 0),
    )
    const notice = page.getByRole('region', { name: frameNoticeWords.drafts.label })
    await expectPage(notice).toContainText('The booking form has an earlier draft')
    await expectPage(referrer).toHaveValue('Dr. Hazel')
    expect(await seriousFaults()).toEqual([])
    expect(await saved()).toContain('Dr. Juniper')
    await notice.getByRole('button', { name: frameNoticeWords.drafts.keepEntered }).click()
    await expectPage(notice).toHaveCount(0)
    await expectPage.poll(saved).toContain('Dr. Hazel')
  })

  it('turns dark and compact when the user chooses so', async () => {
    await open('/admin/settings', { signedInAs: 'frontdesk', context: { colorScheme: 'light' } })
    await page.getByText('Dark', { exact: true }).click()
    await expectPage(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    const rowHeight = () => page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--row-height'))
    expect(await rowHeight()).toBe('40px')
    await page.getByText(settingsWords.appearance.compact, { exact: true }).click()
    await expectPage(page.locator('html')).toHaveAttribute('data-density', 'compact')
    expect(await rowHeight()).toBe('32px')
  })

  it('offers on an unknown page a link to the start page', async () => {
    await open('/admin/settings', { signedInAs: 'frontdesk' })
    await page.goto(`${pages.url()}/admin/nowhere`)
    await expectPage(page.getByRole('link', { name: frameWords.notFound.goToStart })).toBeVisible()
  })
})

describe('a link from another program', { timeout: 60_000 }, () => {
  const openLink = (): Promise<void> =>
    control(({ emit }) => emit('workstation.linkOpened', { path: '/admin/members?memberID=m-000001' }))
  const linkedPage = /\/admin\/members\?memberID=m-000001$/

  it('opens its page while a staff page is open', async () => {
    await open('/admin/settings', { signedInAs: 'frontdesk' })
    await openLink()
    await expectPage(page).toHaveURL(linkedPage)
    await expectPage(page.getByRole('heading', { name: 'Ana Silva' })).toBeVisible()
  })

  it("waits while a member's own page is open", async () => {
    page = await pages.open('/booking/slot?locationID=ca-bc-1', { signedInAs: 'frontdesk' }, '2026-11-23T15:00:00Z')
    await openLink()
    await page.locator('[role=gridcell].sg-cell--free').first().click()
    await expectPage(page.locator('[role=gridcell].sg-cell--mine')).toHaveCount(1)
    await expectPage(page).toHaveURL(/\/booking\/slot\?locationID=ca-bc-1$/)
    await page.getByRole('button', { name: 'Back to front desk' }).click()
    await page.getByRole('button', { name: 'Leave without booking' }).click()
    await expectPage(page).toHaveURL(linkedPage)
  })

  it('is ignored in the window of an invoice', async () => {
    await open('/user/profile', { signedInAs: 'frontdesk' })
    const invoice = await page.evaluate(() => `/admin/study/${window.fakeControls?.clinic.studies[0]?.studyID}/invoice`)
    await page.evaluate((path) => history.pushState(null, '', path), invoice)
    await page.getByRole('article').waitFor()
    await openLink()
    // The notice of the later event shows that the window has received the link.
    await control(({ setConnectivity }) => setConnectivity({ state: 'offline' }))
    await expectPage(page.getByText(/Offline\. Data as of/)).toBeVisible()
    await expectPage(page).toHaveURL(new RegExp(`${invoice}$`))
    await page.evaluate(() => history.pushState(null, '', '/admin/settings'))
    await expectPage(heading('Settings')).toBeVisible()
    await page.goBack()
    await expectPage(page).toHaveURL(new RegExp(`${invoice}$`))
  })
})

describe('the Members page', { timeout: 60_000 }, () => {
  it('creates a member after showing similar ones', async () => {
    await open('/admin/members?new=1', { signedInAs: 'admin' })
    // The country of the location, which is loaded after the form has opened.
    await expectPage(page.getByRole('button', { name: /Country/ })).toContainText('Canada')
    await page.getByRole('button', { name: 'Create member' }).click()
    await expectPage(page.getByRole('alert')).toHaveText(
      'Please Enter First Name, Last Name, Email, Date of Birth, Biological Sex, Phone Number, Street, City and State',
    )
    await expectPage(page.getByLabel('First name')).toBeFocused()
    const missing = page.getByRole('list', { name: 'Fields to complete' })
    await expectPage(missing.getByRole('link')).toHaveText([
      'First name',
      'Last name',
      'Email',
      'Date of birth',
      'Biological sex',
      'Phone number',
      'Street',
      'City',
      'State or province',
    ])
    await page.getByLabel('First name').fill('Ana')
    await expectPage(missing.getByRole('link')).toHaveCount(8)
    await expectPage(page.getByRole('alert')).toHaveText(/^Please Enter Last Name, Email/)
    await missing.getByRole('link', { name: 'Phone number' }).click()
    await expectPage(page.getByLabel('Phone number')).toBeFocused()
    await missing.getByRole('link', { name: 'Date of birth' }).press('Enter')
    await expectPage(page.getByLabel('Year')).toBeFocused()
    await missing.getByRole('link', { name: 'State or province' }).press('Enter')
    await expectPage(page.getByLabel('State or province')).toBeFocused()
    await page.getByLabel('Last name').fill('Silvo')
    await page.getByLabel('Year').fill('1980')
    await page.getByLabel('Month').fill('02')
    await page.getByLabel('Day', { exact: true }).fill('03')
    await page.getByText('Female', { exact: true }).click()
    await page.getByLabel('Email').fill('ana.silvo@mail.example')
    await page.getByLabel('Phone number').fill('604-555-0190')
    await page.getByLabel('Street').fill('1 Pier Street')
    await page.getByLabel('City').fill('London')
    await page.getByRole('button', { name: /Country/ }).click()
    await page.getByRole('option', { name: 'United Kingdom' }).click()
    await page.getByRole('button', { name: /Language/ }).click()
    await page.getByRole('option', { name: 'French (Canada)' }).click()
    await page.getByLabel('Lead source', { exact: true }).fill('Friend')
    await page.getByLabel('Lead source detail').fill('From work')
    await page.getByRole('button', { name: 'Create member' }).click()
    await expectPage(page.getByText('This person may already be a member')).toBeVisible()
    expect(await seriousFaults()).toEqual([])
    await page.getByRole('button', { name: 'None of these: create a new member' }).click()
    await expectPage(page.getByRole('heading', { name: 'Ana Silvo' })).toBeVisible()
    const created = await page.evaluate(() =>
      window.fakeControls?.calls.findLast(({ command }) => command === 'members.create'),
    )
    const draft = { leadSource: 'Friend', leadSourceDetail: 'From work', language: 'fr-CA' }
    expect(created?.input).toMatchObject({ draft })
  })

  it('restores typed text after the user left the form in the middle of a word', async () => {
    await open('/admin/members?new=1', { signedInAs: 'admin' })
    await page.getByLabel('First name').pressSequentially('Wil')
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: placeWords.members }).click()
    await page.getByRole('link', { name: 'New member' }).click()
    await expectPage(page.getByLabel('First name')).toHaveValue('Wil')
    await expectPage(page.getByText('Draft restored')).toBeVisible()
    await page.getByRole('button', { name: 'Clear form' }).click()
    await expectPage(page.getByLabel('First name')).toHaveValue('')
  })

  it('keeps the health number out of the page until the user asks for it', async () => {
    await open('/admin/members?memberID=m-000001', { signedInAs: 'frontdesk' })
    await expectPage(page.getByText('Confidential Information')).toBeVisible()
    expect(await page.evaluate(() => document.body.innerHTML)).not.toContain('9000 000')
    await page.getByRole('button', { name: 'Show Health number' }).click()
    await expectPage(page.getByText('9000 000 100')).toBeVisible()
  })

  it('keeps typed text when another user saved the member first', async () => {
    await open('/admin/members?memberID=m-000001', { signedInAs: 'frontdesk' })
    await page.getByRole('button', { name: 'Edit Details' }).click()
    await page.getByLabel('City').fill('Burnaby')
    await control((controls) => {
      const [member] = controls.clinic.members
      if (member) controls.clinic.members[0] = { ...member, city: 'Victoria', version: 9 }
    })
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expectPage(page.getByText('Another user changed this member in the meantime')).toBeVisible()
    await expectPage(page.getByText('City: they saved Victoria')).toBeVisible()
    await expectPage(page.getByLabel('City')).toHaveValue('Burnaby')
    expect(await seriousFaults()).toEqual([])
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expectPage(page.getByText(/1 Harbour Road, Burnaby/)).toBeVisible()
  })

  it('moves from the search into the list and back by the arrow keys', async () => {
    await open('/admin/members', { signedInAs: 'frontdesk' })
    await page.getByRole('searchbox').fill('silva')
    await expectPage(page.getByText('2 found')).toBeVisible()
    await page.getByRole('searchbox').press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expectPage(page.getByRole('link', { name: /Anna Silva/ })).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expectPage(page.getByRole('searchbox')).toBeFocused()
  })
})

describe('accessibility', { timeout: 60_000 }, () => {
  const states: readonly [name: string, path: string, act: () => Promise<unknown>][] = [
    ['sign-in', '/', async () => undefined],
    ['settings', '/admin/settings', async () => undefined],
    [
      'clear offline data',
      '/admin/settings',
      () => page.getByRole('button', { name: settingsWords.cache.delete }).click(),
    ],
    ['profile', '/user/profile', async () => undefined],
    ['members, empty', '/admin/members', async () => undefined],
    ['members, found', '/admin/members?memberID=m-000002', () => page.getByRole('searchbox').fill('a')],
    ['members, no match', '/admin/members', () => page.getByRole('searchbox').fill('zzzz')],
    ['new member', '/admin/members?new=1', () => page.getByRole('button', { name: 'Create member' }).click()],
    ['search', '/admin/settings', () => page.keyboard.press('Control+k').then(() => page.keyboard.type('ana'))],
    ['shortcuts', '/admin/settings', () => page.keyboard.press('?')],
    ['apps', '/admin/settings', () => page.getByRole('button', { name: frameWords.header.apps }).click()],
  ]
  it.each(states)('has no serious axe violation in light and dark at: %s', async (name, path, act) => {
    const context: BrowserContextOptions = { colorScheme: 'light', viewport: { width: 1024, height: 768 } }
    await open(path, { context, ...(name === 'sign-in' ? {} : { signedInAs: 'admin' as const }) })
    await act()
    await page.waitForTimeout(100)
    expect(await seriousFaults()).toEqual([])
    // The test of the tokens checks the contrast of each pair in both themes.
    if (!isDeep) return
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await seriousFaults()).toEqual([])
  })
})
