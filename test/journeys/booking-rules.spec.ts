import type { Locator, Page } from '@playwright/test'
import { knownSafety } from '#domain/safety/known-safety.ts'
import type { Study } from '#domain/study/study.ts'
import {
  chooseOption,
  fillMember,
  freeSlots,
  heldSlot,
  memberSide,
  newMember,
  showNextWeek,
  signIn,
  slotTable,
  summary,
  workAt,
} from './desk.ts'
import { type Atrium, expect, test } from './fixtures.ts'
import { overflow } from './look-closely.ts'
import { comingStudies, enterOffice } from './office.ts'

const optionsOf = async (trigger: Locator): Promise<string[]> => {
  await trigger.click()
  const list = trigger.page().getByRole('listbox')
  await expect(list).toBeVisible()
  const texts = await list.getByRole('option').allTextContents()
  await trigger.page().keyboard.press('Escape')
  await expect(list).toBeHidden()
  return texts
}

/** Returns a Wednesday two to three weeks from now, in digits only. */
const aWednesday = (): string => {
  const day = new Date(Date.now() + 14 * 86_400_000)
  while (day.getUTCDay() !== 3) day.setUTCDate(day.getUTCDate() + 1)
  return day.toISOString().slice(0, 10).replaceAll('-', '')
}

const openBooking = async (atrium: Atrium, account: string): Promise<Page> => {
  await signIn(atrium.page, account)
  await atrium.goto('/admin/booking')
  await expect(slotTable(atrium.page)).toBeVisible()
  return atrium.page
}

test('the calendar offers weeks, months, years, a manual time and the day view, and a second click releases a slot', async ({
  atrium,
}) => {
  test.setTimeout(240_000)
  const page = await openBooking(atrium, 'frontdesk')
  await workAt(page, 'Vancouver')
  const tabs = page.getByRole('tablist', { name: 'Weeks' }).getByRole('tab')

  await test.step('six week tabs, with earlier and later weeks on either side', async () => {
    await expect(tabs).toHaveCount(6)
    await expect(tabs.first()).toHaveAccessibleName('Current Week')
    for (const tab of (await tabs.all()).slice(1)) await expect(tab).toHaveAccessibleName(/^Week of \d\d \w{3} \d{4}$/)
    const previous = page.getByRole('button', { name: 'Previous Weeks' })
    await expect(previous).toHaveAccessibleDescription('Earlier weeks are in the past.')
    const last = await tabs.last().getAttribute('aria-label')
    await page.getByRole('button', { name: 'Next Weeks' }).click()
    await expect(tabs.first()).not.toHaveAccessibleName('Current Week')
    await expect(page.getByRole('tab', { name: last ?? '' })).toHaveCount(0)
    await previous.click()
    await expect(tabs.first()).toHaveAccessibleName('Current Week')
    await tabs.first().click()
  })

  await test.step('month and year jump to a week; the years run from this one to two years ahead', async () => {
    const year = page.getByRole('button', { name: /Year/ })
    const thisYear = Number(await year.textContent())
    expect(await optionsOf(year)).toEqual([thisYear, thisYear + 1, thisYear + 2].map(String))
    await chooseOption(year, String(thisYear + 1))
    const month = page.getByRole('button', { name: /Month/ })
    await chooseOption(month, 'March')
    await expect(tabs.first()).toHaveAccessibleName(new RegExp(`^Week of \\d\\d (Feb|Mar) ${thisYear + 1}$`))
    expect(await optionsOf(month)).toHaveLength(12)
    await chooseOption(year, String(thisYear))
    await expect(tabs.first()).toHaveAccessibleName('Current Week')
  })

  await test.step('shows seven days by part of day, in the location’s own time', async () => {
    await showNextWeek(page)
    await expect(slotTable(page).getByRole('columnheader')).toHaveCount(8)
    for (const part of ['Morning', 'Afternoon']) {
      await expect(slotTable(page).getByRole('rowheader', { name: part, exact: true })).toBeVisible()
    }
    await expect(page.getByText(/^All times are Vancouver time, P[SD]T/)).toBeVisible()
  })

  await test.step('a second click releases the slot', async () => {
    await freeSlots(page).first().click()
    await expect(heldSlot(page)).toBeVisible()
    await heldSlot(page).click()
    await expect(heldSlot(page)).toHaveCount(0)
    await expect(summary(page)).toContainText('Pick a time in the calendar.')
  })

  await test.step('a manual time needs date, time and machine; the times offered are 5 minutes apart', async () => {
    await page.getByRole('button', { name: 'Add a Manual Time' }).click()
    const hold = page.getByRole('button', { name: 'Hold this time' })
    for (const label of ['Date', 'Time', 'Machine']) {
      await expect(page.getByText(`${label}*`, { exact: true }).first()).toBeVisible()
    }
    await hold.click()
    await expect(page.getByText('This field is required')).toHaveCount(3)
    await page.getByRole('group', { name: 'Date' }).getByRole('spinbutton').first().focus()
    await page.keyboard.type(aWednesday())
    await expect(page.getByText('This field is required')).toHaveCount(2)
    const time = page.getByRole('combobox', { name: 'Time' })
    await time.fill('10:')
    const offered = await page.getByRole('listbox').getByRole('option').allTextContents()
    expect(offered.filter((text) => /^10:\d\dam/.test(text)).map((text) => text.slice(3, 5))).toEqual([
      '00',
      '05',
      '10',
      '15',
      '20',
      '25',
      '30',
      '35',
      '40',
      '45',
      '50',
      '55',
    ])
    await page.getByRole('option', { name: '10:50am' }).click()
    await chooseOption(page.getByRole('button', { name: /Machine/ }), /./)
    await expect(page.getByText('This field is required')).toHaveCount(0)

    // The demo has bookings on that machine, but some time of its day is free.
    const held = summary(page).getByRole('timer')
    const refused = page.getByRole('alert').filter({ hasText: 'the time slot you selected is unavailable' })
    let chosen = ''
    for (const wanted of ['10:35am', '07:05am', '12:35pm', '01:05pm', '02:35pm', '03:25pm', '04:35pm', '05:25pm']) {
      await time.fill(wanted)
      await page.getByRole('option', { name: wanted }).click()
      await hold.click()
      await expect(held.or(refused)).toBeVisible()
      chosen = wanted
      if (await held.isVisible()) break
      await refused.getByRole('button', { name: 'Dismiss' }).click()
    }
    await expect(held).toBeVisible()
    await expect(summary(page)).toContainText(chosen)
    await expect(summary(page)).toContainText('held by Robin Frost')
    await summary(page).getByRole('button', { name: 'Release' }).click()
    await expect(summary(page)).toContainText('Pick a time in the calendar.')
  })

  await test.step('the day view shows the machines side by side', async () => {
    await page.getByRole('radio', { name: 'Day', exact: true }).press('Space')
    const day = page.getByRole('region', { name: 'Day view' })
    await expect(day.getByRole('heading', { level: 3 })).toHaveCount(3)
    await day.getByRole('group', { name: 'Day' }).getByRole('spinbutton').first().focus()
    await page.keyboard.type(aWednesday())
    await expect(day.getByText(/^Wed \d\d \w{3} \d{4}, all times are Vancouver time/)).toBeVisible()
    // Some gaps of a day are too short for the scan, so the test uses the longest gap. Its middle is in opening hours.
    const gaps = day.getByRole('button', { name: /free .* to .*: hold / })
    await expect(gaps.first()).toBeVisible()
    const heights = await gaps.evaluateAll((all) => all.map((gap) => gap.getBoundingClientRect().height))
    const longest = Math.max(...heights)
    await gaps.nth(heights.indexOf(longest)).click({ position: { x: 5, y: longest / 2 } })
    await expect(summary(page).getByRole('timer')).toBeVisible()
    await expect(day.getByText('Held by you')).toBeVisible()
    await summary(page).getByRole('button', { name: 'Release' }).click()
    await expect(day.getByText('Held by you')).toHaveCount(0)
  })
})

test('roles limit the locations and the sedative, each page limits the member types, and a paid study keeps its location', async ({
  atrium,
}) => {
  test.setTimeout(240_000)
  const { page } = atrium
  const memberType = (): Locator => page.getByRole('radiogroup', { name: 'Member type' })
  const sedative = (): Locator => summary(page).getByRole('radiogroup', { name: 'Sedative' })
  const locations = async (): Promise<string[]> => {
    const field = page.getByRole('combobox', { name: 'Location' }).last()
    await field.focus()
    await page.keyboard.press('ArrowDown')
    const names = await page.getByRole('listbox').getByRole('option').allTextContents()
    await page.keyboard.press('Escape')
    return names
  }
  const leave = async (): Promise<void> => {
    await page.getByRole('banner').getByRole('link', { name: 'Log Out' }).click()
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
  }

  await test.step('an account with one location can choose no other', async () => {
    await openBooking(atrium, 'onelocation')
    const names = await locations()
    expect(names).toHaveLength(1)
    expect(names[0]).toMatch(/^Vancouver/)
    await expect(memberType()).toBeVisible()
    await expect(sedative()).toBeVisible()
    await leave()
  })

  await test.step('sales can choose every location with assisted booking, but no sedative', async () => {
    await openBooking(atrium, 'sales')
    const names = await locations()
    expect(names.length).toBeGreaterThan(20)
    expect(names.some((name) => name.startsWith('Boston'))).toBe(false)
    await expect(memberType()).toBeVisible()
    await expect(sedative()).toHaveCount(0)
    await expect(summary(page).getByRole('button', { name: /Scan type/ })).toContainText('Whole Body MRI')
    await expect(summary(page).getByRole('button', { name: /Referral/ })).toContainText('Provider')
    await leave()
  })

  await test.step('member types are only on the assisted booking page', async () => {
    await openBooking(atrium, 'frontdesk')
    await expect(memberType().getByRole('radio')).toHaveCount(3)
    for (const type of ['New Member', 'Priority Access', 'Returning Member / Partner Referral']) {
      await expect(memberType().getByRole('radio', { name: type })).toBeVisible()
    }
    await atrium.goto('/admin/frontdesk?book=1')
    await expect(slotTable(page)).toBeVisible()
    await expect(memberType()).toHaveCount(0)
    await expect(sedative()).toBeVisible()
  })

  await test.step('the location is fixed after a payment', async () => {
    const office = await enterOffice(atrium.backOfficeUrl, 'admin')
    const studies = await comingStudies(office, 'ca-bc-1')
    const paid = studies.find((study) => study.paymentAmount > 0)
    const unpaid = studies.find((study) => study.paymentAmount === 0)
    expect(paid && unpaid).toBeTruthy()
    const field = page.getByRole('region', { name: 'Move the appointment' }).getByRole('combobox', { name: 'Location' })
    await atrium.goto(`/admin/booking/study/${unpaid?.studyID}`)
    await expect(field).toBeVisible()
    await expect(field).not.toHaveAttribute('aria-disabled', 'true')
    await atrium.goto(`/admin/booking/study/${paid?.studyID}`)
    await expect(field).toHaveAttribute('aria-disabled', 'true')
    await expect(field).toHaveAccessibleDescription('The location cannot be changed once a payment has been made.')
  })

  await test.step('the page of an unknown study offers a link to booking', async () => {
    await atrium.goto('/admin/booking/study/00000000-0000-4000-8000-000000000000')
    await expect(page.getByText('Booking not found')).toBeVisible()
    await page.getByRole('link', { name: 'Go to booking' }).click()
    await expect(slotTable(page)).toBeVisible()
  })
})

test('the member form names missing fields, and shows similar members and changes by other users', async ({
  atrium,
}) => {
  test.setTimeout(240_000)
  const page = await openBooking(atrium, 'frontdesk')
  await workAt(page, 'Vancouver')
  const form = page.getByRole('dialog', { name: 'Create a member' })
  const alert = form.getByRole('alert')
  const save = form.getByRole('button', { name: 'Create member' })
  const type = (name: string, text: string): Promise<void> =>
    form.getByRole('textbox', { name, exact: true }).fill(text)

  await test.step('an empty form', async () => {
    await memberSide(page).getByRole('button', { name: 'Create a member' }).click()
    await expect(form.getByRole('button', { name: /Country/ })).toContainText('Canada')
    await save.click()
    await expect(alert).toContainText(
      'Please Enter First Name, Last Name, Email, Date of Birth, Biological Sex, Phone Number, Street, City and State',
    )
    await expect(form.getByRole('textbox', { name: 'First name' })).toBeFocused()
  })

  await test.step('one missing field, and invalid values', async () => {
    await fillMember(form, newMember())
    const faults: readonly [string, string, string][] = [
      ['First name', '', 'Please Enter First Name'],
      ['Last name', '', 'Please Enter Last Name'],
      ['Email', '', 'Please Enter Email'],
      ['Email', 'orlaith at example', 'Please Enter a Valid Email'],
      ['Phone number', '', 'Please Enter Phone Number'],
      ['Street', '', 'Please Enter Street'],
      ['City', '', 'Please Enter City'],
      ['State or province', '', 'Please Enter State'],
      ['Month', '13', 'Please Enter a Valid Date of Birth'],
      ['Day', '32', 'Please Enter a Valid Date of Birth'],
      ['Year', '2999', 'Please Enter a Valid Date of Birth'],
    ]
    for (const [field, text, message] of faults) {
      await type(field, text)
      await save.click()
      await expect(alert).toHaveText(message)
      await type(field, newMember().texts[field] ?? '')
    }
    await type('Month', '2')
    await type('Day', '30')
    await save.click()
    await expect(alert).toHaveText('Please Enter a Valid Date of Birth')
    await type('Month', '4')
    await type('Day', '9')
  })

  await test.step('the United Kingdom has no states', async () => {
    await type('State or province', '')
    await chooseOption(form.getByRole('button', { name: /Country/ }), 'United Kingdom')
    await expect(form.getByText('State or province*', { exact: true })).toHaveCount(0)
    expect(await optionsOf(form.getByRole('button', { name: /Country/ }))).toHaveLength(26)
    await save.click()
    await expect(form).toBeHidden()
    await expect(memberSide(page).getByRole('heading', { name: 'Orlaith Vexhollow' })).toBeVisible()
  })

  await test.step('a second member who is similar', async () => {
    await memberSide(page).getByRole('button', { name: 'Change member' }).click()
    await memberSide(page).getByRole('button', { name: 'Create a member' }).click()
    await fillMember(form, newMember({ 'First name': 'Órlaith' }))
    await save.click()
    await expect(form.getByText('This person may already be a member')).toBeVisible()
    await expect(form.getByText('Same email')).toBeVisible()
    const anyway = form.getByRole('button', { name: 'None of these: create a new member' })
    await expect(anyway).toHaveAttribute('aria-disabled', 'true')
    await type('Email', 'o.vexhollow@example.org')
    await save.click()
    await expect(anyway).not.toHaveAttribute('aria-disabled', 'true')
    await form.getByRole('button', { name: /^Use this member: Orlaith Vexhollow, 09 Apr 1981$/ }).click()
    await expect(form).toBeHidden()
    await expect(memberSide(page)).toContainText('orlaith.vexhollow@example.org')
  })

  await test.step('another user changes the member in the meantime', async () => {
    await memberSide(page).getByRole('button', { name: 'Change details' }).click()
    const change = page.getByRole('dialog', { name: /^Change details of Orlaith/ })
    await change.getByRole('textbox', { name: 'City' }).fill('Leeds')
    const memberID =
      (await memberSide(page)
        .getByText(/^m-\S+$/)
        .last()
        .textContent()) ?? ''
    const office = await enterOffice(atrium.backOfficeUrl, 'admin')
    await office.send('PATCH', `/api/v1/userV2/${memberID}`, { city: 'York', phone_number: '604 555 0199' })
    await change.getByRole('button', { name: 'Save changes' }).click()
    await expect(change.getByText('Another user changed this member in the meantime')).toBeVisible()
    await expect(change.getByText('City: they saved York')).toBeVisible()
    await expect(change.getByRole('textbox', { name: 'City' })).toHaveValue('Leeds')
    await expect(change.getByRole('textbox', { name: 'Phone number' })).toHaveValue('604 555 0199')
    await change.getByRole('button', { name: 'Save changes' }).click()
    await expect(change).toBeHidden()
    await expect(memberSide(page)).toContainText('Leeds')
  })
})

test("a cancellation needs a reason and a short detail, and other users' cancellations and changes are shown", async ({
  atrium,
}) => {
  test.setTimeout(240_000)
  const { page } = atrium
  const office = await enterOffice(atrium.backOfficeUrl, 'admin')
  // A stop would need a reason before the move. Which studies have stops depends on the day of the demo's data.
  const isPlain = ({ temporaryHold, safety }: Study): boolean => !temporaryHold && knownSafety(safety).stops === 0
  const [first, second] = (await comingStudies(office, 'ca-bc-1')).filter(isPlain)
  await signIn(page, 'frontdesk')
  const dialog = page.getByRole('dialog', { name: 'Cancel Appointment' })
  const detail = dialog.getByRole('textbox', { name: 'Detail' })
  const submit = dialog.getByRole('button', { name: /^Cancel the appointment of / })

  await test.step('the required fields', async () => {
    await atrium.goto(`/admin/booking/study/${first?.studyID}`)
    await page.getByRole('button', { name: 'Cancel Appointment' }).click()
    await submit.click()
    await expect(dialog.getByText('This field is required')).toHaveCount(2)
    const reason = dialog.getByRole('button', { name: /Cancellation reason/ })
    expect(await optionsOf(reason)).toHaveLength(21)
    await chooseOption(reason, 'Illness')
    await expect(dialog.getByText('This field is required')).toHaveCount(1)
    await detail.fill('x'.repeat(256))
    await expect(dialog.getByText('The max length is 255')).toBeVisible()
    await submit.click()
    await expect(dialog).toBeVisible()
    await expect(detail).toHaveValue('x'.repeat(256))
    await detail.fill('é'.repeat(255))
    await expect(dialog.getByText('The max length is 255')).toHaveCount(0)
  })

  await test.step('entries are kept when the dialog is closed', async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Cancel Appointment' }).click()
    await expect(detail).toHaveValue('é'.repeat(255))
  })

  await test.step('another user cancels first', async () => {
    await office.send('POST', `/booking/cancel/${first?.studyID}`, {
      cancellationReason: 'other',
      cancellationDetail: 'By phone',
    })
    await submit.click()
    await expect(
      dialog
        .getByText('This appointment is already cancelled')
        .or(page.getByText('This appointment is cancelled'))
        .filter({ visible: true })
        .first(),
    ).toBeVisible()
    await expect(submit).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(page.getByText('Other: Other. By phone')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cancel Appointment' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: /^Book again: / })).toBeVisible()
    await expect(page.getByText('Payments are closed for cancelled appointments.').first()).toBeVisible()
  })

  await test.step('a booking that another user changes shows the change and keeps the time chosen at this desk', async () => {
    await atrium.goto(`/admin/booking/study/${second?.studyID}`)
    await expect(slotTable(page)).toBeVisible()
    await showNextWeek(page)
    await freeSlots(page).first().click()
    const move = page.getByRole('region', { name: 'Move the appointment' })
    await expect(move.getByRole('heading', { name: 'What changes' })).toBeVisible()
    await office.send('POST', `/study/${second?.studyID}/updateObjRoot`, { sedativeTaken: 'Sedative Taken' })
    await expect(page.getByText('This booking was changed while you worked on it')).toBeVisible()
    await expect(move.getByRole('button', { name: /^Move .*, to / })).not.toHaveAttribute('aria-disabled', 'true')
  })
})

test('no screen is wider than a window of 1024x768', async ({ atrium }) => {
  const { page } = atrium
  await signIn(page, 'admin')
  const office = await enterOffice(atrium.backOfficeUrl, 'admin')
  const [study] = await comingStudies(office, 'ca-bc-1')
  const screens: readonly [string, Locator][] = [
    ['/admin/frontdesk', page.getByRole('heading', { name: /^Today/ })],
    ['/admin/frontdesk?book=1', slotTable(page)],
    ['/admin/booking', slotTable(page)],
    [`/admin/booking/study/${study?.studyID}`, slotTable(page)],
    ['/admin/booking/salesforce?personID=003DEMO0002&opportunityID=006DEMO0002', slotTable(page)],
    ['/admin/members', page.getByRole('heading', { name: 'Members' })],
    ['/admin/members?new=1', page.getByRole('textbox', { name: 'First name' })],
    ['/admin/settings', page.getByRole('heading', { name: 'Settings' })],
    ['/user/profile', page.getByRole('heading', { level: 1 })],
    ['/booking/slot', slotTable(page)],
  ]
  await page.setViewportSize({ width: 1024, height: 768 })
  for (const [path, sign] of screens) {
    await atrium.goto(path)
    await expect(sign).toBeVisible()
    expect(await overflow(page), path).toBe(0)
    // Every screen at 200 %, as Ctrl and + does: the layout has half as many pixels.
    await page.setViewportSize({ width: 512, height: 384 })
    await expect(sign).toBeAttached()
    expect(await overflow(page), `${path} at 200 %`).toBe(0)
    await page.setViewportSize({ width: 1024, height: 768 })
  }
})
