import { expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { closureKindWords } from '#domain/locations/location-words.ts'
import { closuresSectionWords } from '#renderer/locations/closures-section-words.ts'
import { locationFormWords } from '#renderer/locations/location-form-words.ts'
import { locationsSectionWords } from '#renderer/locations/locations-section-words.ts'
import { machineWords } from '#renderer/locations/machine-words.ts'
import { type StartOptions, seriousFaultsOf, startHarnessPages } from '../harness/harness-pages.ts'

type Controls = NonNullable<Window['fakeControls']>

const pages = startHarnessPages()
const shots = process.env.SHOTS
let page: Page

const open = async (
  section: 'locations' | 'closures',
  start: StartOptions = { signedInAs: 'admin' },
): Promise<void> => {
  page = await pages.open(`/admin/administration/${section}`, start, '2026-11-23T17:00:00Z')
}
const tell = async (run: (controls: Controls) => unknown): Promise<void> => {
  await page.evaluate(`(${run})(window.fakeControls)`)
}
const look = async (name: string): Promise<void> => {
  for (const [width, height] of [
    [1024, 768],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await seriousFaultsOf(page, '[data-live-announcer]'), name).toEqual([])
    if (shots !== undefined) await page.screenshot({ path: `${shots}/locations-${name}-${width}.png` })
  }
}
const field = (label: string) => page.getByRole('dialog').getByLabel(label)
/** Finds a button by its words; the name of a commit also says what it concerns. */
const button = (words: string) =>
  page.getByRole('button', { name: new RegExp(`^${words.replace(/[().]/g, '\\$&')}(: |$)`) })

describe('administration of locations', { timeout: 60_000 }, () => {
  it('creates a location, marks missing fields, and adds a machine, all by keyboard', async () => {
    await open('locations')
    await expectPage(page.getByRole('heading', { level: 1, name: locationsSectionWords.title })).toBeVisible()
    await look('list')
    await button(locationsSectionWords.create).press('Enter')
    await button(locationFormWords.create).press('Enter')
    await expectPage(page.getByText(locationFormWords.required).first()).toBeVisible()
    await look('form')
    const { texts } = locationFormWords
    const typed = [
      [texts.state, 'BC'],
      [texts.name, 'Kelowna'],
      [texts.address, '12 Lake Road'],
      [texts.city, 'Kelowna'],
      [texts.postalCode, 'V1Y 1A1'],
      [texts.lat, '49.88'],
      [texts.long, '-119.49'],
      [texts.displayTimezone, 'Pacific Time'],
      [texts.taxPercent, '5'],
    ] as const
    for (const [label, text] of typed) await field(label).first().fill(text)
    const zone = page.getByRole('combobox', { name: texts.timezone, exact: true })
    // The text is typed, because `fill` scrolls the field into view, which closes the list.
    await zone.click()
    await page.keyboard.type('vanc')
    await page.getByRole('option').click()
    await expectPage(zone).toHaveValue('America/Vancouver')
    await field(locationFormWords.closes('Monday')).fill('07:00am')
    await button(locationFormWords.create).press('Enter')
    await expectPage(page.getByText('Closing must be later than opening on the same day.')).toBeVisible()
    await field(locationFormWords.closes('Monday')).fill('05:00pm')
    await button(locationFormWords.create).press('Enter')
    await expectPage(page.getByText('Kelowna was created as ca-bc-2')).toBeVisible()
    await button(locationsSectionWords.editOf('Kelowna')).press('Enter')
    await button(machineWords.add).press('Enter')
    await field(machineWords.name).last().fill('Pine')
    await expectPage(page.getByText(machineWords.noneChosen)).toBeVisible()
    await page.getByRole('checkbox', { name: /\(300\)/ }).press(' ')
    await expectPage(page.getByText(machineWords.noneChosen)).toHaveCount(0)
    await look('machine')
    await button(machineWords.save).press('Enter')
    await expectPage(page.getByText(machineWords.saved('Pine'))).toBeVisible()
    await expectPage(page.getByRole('list', { name: machineWords.title }).getByRole('listitem')).toHaveText(/Pine/)
  })

  it('shows both versions when another administrator saved first', async () => {
    await open('locations')
    await button(locationsSectionWords.editOf('Vancouver')).press('Enter')
    await field(locationFormWords.texts.taxId).fill('GST mine')
    await tell((controls) => controls.clinics.changeAs('ca-bc-1', { taxId: 'GST theirs' }))
    await button(locationFormWords.save).press('Enter')
    const row = page.getByRole('row', { name: /Tax id/ })
    await expectPage(row).toContainText('GST mine')
    await expectPage(row).toContainText('GST theirs')
    await look('conflict')
    await button(locationFormWords.keepMine).press('Enter')
    await button(locationFormWords.save).press('Enter')
    await expectPage(page.getByText(locationFormWords.saved('Vancouver'))).toBeVisible()
  })

  it('keeps the tax id that another administrator saved while this administrator adds a machine', async () => {
    const { texts } = locationFormWords
    await open('locations')
    await button(locationsSectionWords.editOf('Vancouver')).press('Enter')
    await field(texts.city).fill('North Vancouver')
    await tell((controls) => controls.clinics.changeAs('ca-bc-1', { taxId: 'GST theirs' }))
    await button(machineWords.add).press('Enter')
    await field(machineWords.name).last().fill('Pine')
    await button(machineWords.save).press('Enter')
    await expectPage(page.getByText(machineWords.stale)).toBeVisible()
    await button(machineWords.save).press('Enter')
    await expectPage(page.getByText(machineWords.saved('Pine'))).toBeVisible()
    await expectPage(field(texts.taxId)).toHaveValue('GST theirs')
    await expectPage(field(texts.city)).toHaveValue('North Vancouver')

    // Both administrators change the same field. Saving a machine loads the other's version, and the form must then ask
    // which value to keep.
    await field(texts.taxId).fill('GST mine')
    await tell((controls) => controls.clinics.changeAs('ca-bc-1', { taxId: 'GST theirs again' }))
    await button(machineWords.edit('Pine')).press('Enter')
    await button(machineWords.save).press('Enter')
    await expectPage(page.getByText(machineWords.stale)).toBeVisible()
    await button(machineWords.save).press('Enter')
    await expectPage(page.getByText(machineWords.saved('Pine')).last()).toBeVisible()
    const row = page.getByRole('row', { name: /Tax id/ })
    await expectPage(row).toContainText('GST mine')
    await expectPage(row).toContainText('GST theirs again')
    await look('conflict-after-machine')
    await button(locationFormWords.save).press('Enter')
    await expectPage(row).toContainText('GST theirs again')
    await button(locationFormWords.takeSaved).press('Enter')
    await expectPage(field(texts.taxId)).toHaveValue('GST theirs again')
  })

  it('shows both versions of a machine that another administrator saved first', async () => {
    await open('locations')
    await button(locationsSectionWords.editOf('Vancouver')).press('Enter')
    const machines = page.getByRole('list', { name: machineWords.title })
    const changeFirst = machines.getByRole('button').first()
    await changeFirst.press('Enter')
    await field(machineWords.name).last().fill('Mine')
    await tell((controls) => controls.clinics.changeMachineAs('ca-bc-1-m1', { name: 'Theirs', active: false }))
    const row = page.getByRole('row', { name: /Mine/ })
    for (const _press of ['first', 'without a choice']) {
      await button(machineWords.save).press('Enter')
      await expectPage(row).toContainText('Theirs')
    }
    await expectPage(page.getByRole('row', { name: machineWords.active })).toContainText('No')
    await look('machine-conflict')
    await button(locationFormWords.takeSaved).press('Enter')
    await expectPage(field(machineWords.name).last()).toHaveValue('Theirs')
    await expectPage(page.getByRole('checkbox', { name: machineWords.active, exact: true })).not.toBeChecked()
    await tell((controls) => controls.clinics.changeMachineAs('ca-bc-1-m1', { name: 'Theirs again' }))
    await field(machineWords.name).last().fill('Mine again')
    await button(machineWords.save).press('Enter')
    await expectPage(row).toContainText('Theirs again')
    await button(locationFormWords.keepMine).press('Enter')
    await button(machineWords.save).press('Enter')
    await expectPage(page.getByText(machineWords.saved('Mine again'))).toBeVisible()
    await expectPage(machines.getByRole('listitem').first()).toContainText('Mine again')
  })

  it("saves a machine's own minutes of a scan type if all three values are set, or if all three are empty", async () => {
    await open('locations')
    await button(locationsSectionWords.editOf('Vancouver')).press('Enter')
    const machine = button(machineWords.edit('Machine 1'))
    const minutes = (scan: (of: string) => string) => field(scan('Torso')).last()
    const saved = () =>
      page.evaluate(
        () => window.fakeControls?.calls.filter(({ command }) => command === 'clinics.changeMachine').at(-1)?.input,
      )
    const scans = (own: unknown) => ({ scans: expect.arrayContaining([{ skuID: 302, minutes: own }]) })
    await machine.press('Enter')
    await minutes(machineWords.clean).fill('5')
    await minutes(machineWords.scan).fill('')
    await minutes(machineWords.block).fill('0')
    await button(machineWords.save).press('Enter')
    await expectPage(page.getByText(machineWords.minutesWrong)).toBeVisible()
    await minutes(machineWords.scan).fill('42')
    await button(machineWords.save).press('Enter')
    await expectPage(page.getByText(machineWords.saved('Machine 1'))).toBeVisible()
    expect(await saved()).toMatchObject({ machine: scans({ clean: 5, scan: 42, block: 0 }) })
    await machine.press('Enter')
    await expectPage(minutes(machineWords.scan)).toHaveValue('42')
    for (const part of [machineWords.clean, machineWords.scan, machineWords.block]) await minutes(part).fill('')
    await button(machineWords.save).press('Enter')
    await expectPage(machine).toBeFocused()
    expect(await saved()).toMatchObject({ machine: scans(null) })
  })

  it('shows what to do when there is no location, and why nothing can be changed offline', async () => {
    await open('closures')
    await tell((controls) => controls.clinics.empty())
    await page.evaluate(() => history.pushState(null, '', '/admin/administration/locations'))
    await expectPage(page.getByText(locationsSectionWords.emptyTitle)).toBeVisible()
    await look('empty')
    await tell((controls) => controls.setConnectivity({ state: 'offline' }))
    await expectPage(page.getByText(locationsSectionWords.offlineTitle, { exact: true })).toBeVisible()
    await expectPage(button(locationsSectionWords.create)).toHaveAttribute('aria-disabled', 'true')
  })
})

describe('closures', { timeout: 60_000 }, () => {
  it('are pending until the user keeps the booked studies inside them, which are listed with links', async () => {
    await open('closures')
    await expectPage(page.getByText(closuresSectionWords.emptyTitle)).toBeVisible()
    await look('closures-empty')
    await tell((controls) =>
      controls.clinics.bookInside({
        studyID: 's-inside-1',
        name: 'Ana Silva',
        dob: '1980-02-03',
        machineID: 'ca-bc-1-m1' as never,
        utcStart: '2026-12-25T18:00:00Z',
        utcEnd: '2026-12-25T19:00:00Z',
      }),
    )
    await button(closuresSectionWords.create).press('Enter')
    await button(closuresSectionWords.form.save).press('Enter')
    await expectPage(page.getByText(closuresSectionWords.form.required).first()).toBeVisible()
    await page.getByRole('textbox', { name: closuresSectionWords.form.reason }).fill('Christmas Day')
    const first = page.getByRole('group', { name: closuresSectionWords.form.fromDate })
    await first.getByRole('spinbutton').first().focus()
    await page.keyboard.type('20261225')
    await look('closure-form')
    await button(closuresSectionWords.form.save).press('Enter')
    const card = page.getByRole('list', { name: closuresSectionWords.list }).getByRole('listitem').first()
    await expectPage(card).toContainText(closuresSectionWords.states.pending)
    await expectPage(card).toContainText('03 Feb 1980')
    await expectPage(card.getByRole('link', { name: 'Ana Silva' })).toHaveAttribute(
      'href',
      '/admin/booking/study/s-inside-1',
    )
    await look('closures-pending')
    await button(closuresSectionWords.keepOf('Ana Silva')).press('Enter')
    await page.getByRole('textbox', { name: closuresSectionWords.keepReason }).fill('The member flies in')
    await button(closuresSectionWords.keepSave).press('Enter')
    await expectPage(card).toContainText(closuresSectionWords.states['in-force'])
    await expectPage(card).toContainText('The member flies in')
    await button(closuresSectionWords.withdrawOf('Christmas Day')).press('Enter')
    await button(closuresSectionWords.withdrawAct).press('Enter')
    await expectPage(page.getByText(closuresSectionWords.withdrawn('Christmas Day'))).toBeVisible()
    await look('closures-withdrawn')
  })

  it('of a machine are entered with times and a number of weeks, and show both versions if another administrator saved first', async () => {
    await open('closures')
    const { form } = closuresSectionWords
    const choose = async (label: string, option: string): Promise<void> => {
      await page.getByRole('dialog').getByRole('button', { name: label }).press('Enter')
      await page.getByRole('option', { name: option, exact: true }).press('Enter')
    }
    await button(closuresSectionWords.create).press('Enter')
    await choose(form.kind, closureKindWords.service)
    await field(form.reason).fill('Coil repair')
    await page.getByRole('group', { name: form.fromDate }).getByRole('spinbutton').first().focus()
    await page.keyboard.type('20261130')
    await page.getByRole('checkbox', { name: form.isWholeDay }).press(' ')
    await field(form.fromTime).fill('8am')
    await field(form.toTime).fill('noon')
    await field(form.weeks).fill('3')
    await button(form.save).press('Enter')
    await expectPage(page.getByText(form.wrong)).toBeVisible()
    await field(form.toTime).fill('12:30pm')
    await choose(form.machine, 'Machine 1')
    await button(form.save).press('Enter')
    await expectPage(page.getByText(form.saved('Coil repair'))).toBeVisible()
    const card = page.getByRole('list', { name: closuresSectionWords.list }).getByRole('listitem').first()
    for (const text of ['Machine 1', '08:00am', '12:30pm', closuresSectionWords.weeks(3)]) {
      await expectPage(card).toContainText(text)
    }

    const change = button(closuresSectionWords.changeOf('Coil repair'))
    await change.press('Enter')
    await tell((controls) => controls.clinics.changeClosureAs('Coil repair', { weeks: 5 }))
    await field(form.weeks).fill('4')
    await button(form.save).press('Enter')
    const row = page.getByRole('row', { name: new RegExp(form.weeks.slice(0, 15)) })
    await expectPage(row).toContainText(/4.*5/)
    await look('closure-conflict')
    await button(locationFormWords.takeSaved).press('Enter')
    await expectPage(field(form.weeks)).toHaveValue('5')
    await tell((controls) => controls.clinics.changeClosureAs('Coil repair', { weeks: 6 }))
    await field(form.weeks).fill('7')
    await button(form.save).press('Enter')
    await button(locationFormWords.keepMine).press('Enter')
    await button(form.save).press('Enter')
    await expectPage(card).toContainText(closuresSectionWords.weeks(7))
  })
})
