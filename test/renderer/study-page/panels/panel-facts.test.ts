import { expect as expectPage, type Locator, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { Study } from '#domain/study/study.ts'
import { practitionerWords } from '#renderer/people/practitioner-words.ts'
import { releaseWords } from '#renderer/release/inside/release-words.ts'
import { type StartOptions, startHarnessPages } from '../../harness/harness-pages.ts'
import { type Given, openPanels, type PanelPage } from './panel-pages.ts'

const pages = startHarnessPages()
let page: Page
let at: PanelPage

const open = async (start: StartOptions, given: Given = {}): Promise<void> => {
  at = await openPanels(pages, start, given)
  page = at.page
}
/** Presses Enter when the control is enabled, because a notice in the corner could cover the control for the mouse. */
const press = async (control: Locator): Promise<void> => {
  await expectPage(control).not.toHaveAttribute('aria-disabled', 'true')
  await control.press('Enter')
}
const who = 'Ana Silva, 03 Feb 1980'
const button = (panel: string, words: string) =>
  at.panel(panel).getByRole('button', { name: `${words}: ${who}`, exact: true })
/** Returns the value of a fact in a panel. */
const fact = (panel: string, label: string) =>
  at
    .panel(panel)
    .locator('dl > div')
    .filter({ has: page.locator('dt').getByText(label, { exact: true }) })
    .locator('dd')
const badge = (label: string) => page.locator('.db__badge').filter({ hasText: label })
const savedFile = async (control: Locator): Promise<string> => {
  const saved = page.waitForEvent('download')
  await press(control)
  return (await saved).suggestedFilename()
}

/** The time of flags that the fake sets: five minutes before the current time of the page. */
const moment = /23 Nov 2026 0[67]:\d\dam P[DS]T/
const standing = [
  'booked',
  'bookedOffline',
  'bookingConfirmationEmailSent',
  'reminded',
  'reminderEmailSent',
  'reminderSMSSent',
  'checkin',
  'scanned',
  'read',
  'published',
  'reportQADone',
  'medicalHistory',
  'reminderMedicalHistoryEmailSent',
  'reminderMedicalHistorySMSSent',
  'releasedToPatient',
  'releasedToDoctor',
  'patientReportNotification',
  'providerReportNotification',
  'feedbackRequestSent',
  'feedbackReceived',
  'feedbackAmplificationRequestSent',
  'tagR&D',
  'tagPHYS1ST',
]
const allStanding = Object.fromEntries(standing.map((flag) => [flag, true]))

describe('the study page', { timeout: 60_000 }, () => {
  it('shows the time and person of every part', async () => {
    await open(
      { signedInAs: 'frontdesk' },
      { flags: allStanding, change: { config: { proactiveBooking: true } } as Partial<Study> },
    )
    const expected: readonly (readonly [panel: string, label: string, words: string | RegExp])[] = [
      ['Study Details', 'Study Date/Time', /^\d\d Nov 2026 \d\d:\d\d[ap]m P[DS]T$/],
      ['Study Details', 'Scan Location', 'Vancouver'],
      ['Study Details', 'Package', 'Whole Body'],
      ['Study Details', 'Study ID', at.studyID],
      ['Study Details', 'Machine', /^Machine \d$/],
      ['Study Details', 'Tags', 'R&DPHYS 1STProactive'],
      ['Booking', 'Booking type', 'By staff'],
      ['Booking', 'Booked by', 'Ben Ortiz'],
      ['Booking', 'Confirmation email sent', moment],
      ['Reminder', 'Marked as reminded', moment],
      ['Reminder', 'Marked by', 'Ben Ortiz'],
      ['Reminder', 'Reminder email sent', moment],
      ['Reminder', 'Reminder SMS sent', moment],
      ['Checkin', 'Time', moment],
      ['Checkin', 'Checked in by', 'Ben Ortiz'],
      ['Scan', 'Scanned', 'Yes'],
      ['Scan', 'Time', moment],
      ['Radiology', 'Reading time', moment],
      ['Radiology', 'Report QA done', 'Yes'],
      ['Radiology', 'Report QA time', moment],
      ['Radiology', 'Report QA by', 'Ben Ortiz'],
      ['Medical History', 'Completed', moment],
      ['Medical History', 'History reminder email sent', moment],
      ['Medical History', 'History reminder SMS sent', moment],
      ['Patient follow-up', 'Release time', moment],
      ['Patient follow-up', 'Released by', 'Ben Ortiz'],
      ['Patient follow-up', 'Patient notified', 'Yes'],
      ['Patient follow-up', 'Notified time', moment],
      ['Provider follow-up', 'Released to doctor', moment],
      ['Provider follow-up', 'Notification complete', 'Yes'],
      ['Provider follow-up', 'Completed time', moment],
      ['Feedback', 'Feedback requested', moment],
      ['Feedback', 'Feedback received', moment],
      ['Feedback', 'Amplification', 'Not done'],
      ['Feedback', 'Amplification requested', moment],
    ]
    for (const [panel, label, words] of expected) {
      await expectPage(fact(panel, label), `${panel}, ${label}`).toHaveText(words)
    }
  })

  it('shows a traditional report’s release like a structured one’s, and the sedative’s dates and pharmacy', async () => {
    const change = {
      sedative: {
        status: 'sent',
        prescribedDate: '2026-11-18',
        sentDate: '2026-11-19',
        details: { pickupDate: '2026-11-21' },
        prescription: null,
        preferredPharmacy: {
          name: 'Lantern Pharmacy',
          address: '7 Quay Road',
          address2: '',
          city: 'Vancouver',
          state: 'BC',
          country: 'Canada',
          postalCode: 'V0X 0X0',
          phone_number: '16045550101',
          fax_number: '16045550102',
        },
      },
    } as Partial<Study>
    await open(
      { signedInAs: 'frontdesk' },
      { flags: { traditionalReleasedToPatient: true, traditionalReleasedToDoctor: true }, change },
    )
    await expectPage(fact('Patient follow-up', 'Release time')).toHaveText(moment)
    await expectPage(fact('Patient follow-up', 'Released by')).toHaveText('Ben Ortiz')
    await expectPage(fact('Provider follow-up', 'Released to doctor')).toHaveText(moment)
    await expectPage(badge('Released To Doctor')).toContainText('Completed')
    for (const [label, words] of [
      ['Prescribed', '18 Nov 2026'],
      ['Sent to pharmacy', '19 Nov 2026'],
      ['Pickup', '21 Nov 2026'],
      ['Preferred pharmacy', /Lantern Pharmacy.*7 Quay Road.*Vancouver.*V0X 0X0/],
      ['Pharmacy phone', '+1 604 555 0101'],
      ['Pharmacy fax', '+1 604 555 0102'],
    ] as const) {
      await expectPage(fact('Sedative', label), label).toHaveText(words)
    }
  })
})

describe('the study page for other acts', { timeout: 60_000 }, () => {
  it('marks review and research consent, and shows prescription and review in the viewer if they exist', async () => {
    await open({ signedInAs: 'frontdesk' })
    const prescription = button('Study Details', 'View prescription')
    const review = button('Study Details', 'View appropriateness review')
    await expectPage(prescription).toHaveAccessibleDescription('No sedative has been prescribed.')
    await expectPage(review).toHaveAccessibleDescription('Not received yet.')
    await press(button('Study Details', 'Mark appropriateness review received'))
    await expectPage(badge('Appropriateness Review')).toContainText('Completed')
    await expectPage(badge('Appropriateness Review')).toContainText('by Frankie Desker')
    await press(button('Study Details', 'Mark research consent'))
    await expectPage(badge('Research Consent')).toContainText('Completed')
    await press(button('Study Details', 'Undo research consent'))
    await expectPage(badge('Research Consent')).toContainText('Incomplete')
    await at.controls((world, id) => {
      const study = world.clinic.studies.find(({ studyID }) => studyID === id)
      if (study !== undefined) world.study.change(id, { sedative: { ...study.sedative, status: 'prescribed' } })
    })
    for (const [shown, name, file] of [
      [prescription, 'Prescription', 'prescription'],
      [review, 'Appropriateness review', 'medical-referral'],
    ] as const) {
      await press(shown)
      const dialog = page.getByRole('dialog', { name, exact: true })
      await expectPage(dialog.getByText('Page 1 of 1')).toBeVisible()
      expect(await savedFile(dialog.getByRole('button', { name: `Download ${name.toLowerCase()}` }))).toBe(
        `${file}-${at.studyID}.pdf`,
      )
      await page.keyboard.press('Escape')
      await expectPage(dialog).toHaveCount(0)
    }
  })

  it('suppresses the invoice, and converts a temporary hold when nothing is owed', async () => {
    const hold = { temporaryHold: true, temporaryHoldUntil: '2026-11-25T18:00:00Z' } as Partial<Study>
    await open({ signedInAs: 'frontdesk' }, { change: hold })
    const convert = button('Study Details', 'Convert to booking')
    await expectPage(convert).toHaveAccessibleDescription(/There is a balance due/)
    await expectPage(badge('Temporary Hold')).toContainText(/Until 25 Nov 2026/)
    await at.controls((world, id) => {
      const study = world.clinic.studies.find(({ studyID }) => studyID === id)
      if (study === undefined) return
      world.study.change(id, { balance: 0, paymentAmount: study.price })
    })
    await press(convert)
    await expectPage(badge('Temporary Hold')).toContainText('No hold')
    await expectPage(convert).toHaveCount(0)
    await page.getByRole('button', { name: 'Edit Study Details' }).click()
    await page.getByText('Suppress invoice').click()
    await press(page.getByRole('button', { name: `Save Changes: ${who}` }))
    await expectPage(badge('Invoice Suppressed')).toContainText('Completed')
    await expectPage(badge('Email Suppressed')).toContainText('Incomplete')
  })

  it('undoes marks with their buttons, and resends the amplification', async () => {
    await open({ signedInAs: 'frontdesk' }, { flags: { checkin: true, scanned: true } })
    await press(button('Scan', 'Undo scanned'))
    await expectPage(fact('Scan', 'Scanned')).toHaveText('No')
    await at.controls((world, id) =>
      world.study.setFlags(id, {
        scanned: true,
        read: true,
        published: true,
        releasedToPatient: true,
        feedbackReceived: true,
      }),
    )
    await press(button('Patient follow-up', 'Mark patient notified'))
    await press(button('Patient follow-up', 'Undo patient notified'))
    await expectPage(fact('Patient follow-up', 'Patient notified')).toHaveText('No')
    for (const [outcome, word] of [
      ['done', 'Done'],
      ['denied', 'Denied'],
    ]) {
      await press(button('Feedback', `Mark amplification ${outcome}`))
      await expectPage(fact('Feedback', 'Amplification')).toHaveText(word ?? '')
      await press(button('Feedback', `Undo amplification ${outcome}`))
      await expectPage(fact('Feedback', 'Amplification')).toHaveText('Not done')
    }
    await press(button('Feedback', 'Resend feedback amplification'))
    await expectPage(page.getByRole('alertdialog', { name: /Email to/ }).getByRole('timer')).toHaveText(
      /^Sending starts in/,
    )
    await page.evaluate(() => {
      const release = window.fakeControls?.release
      const job = release?.jobList.at(-1)
      if (release !== undefined && job !== undefined) {
        release.setJob(job.jobID, { state: 'delivered', handOverInMs: null })
      }
    })
    await expectPage(page.getByText('Feedback amplification sent').first()).toBeVisible()
  })

  it('shows and downloads the medical history for health information staff', async () => {
    await open({ signedInAs: 'hi', environment: 'PRODUCTION' })
    const history = button('Medical History', 'View medical history')
    await expectPage(history).toHaveAccessibleDescription('The member has not completed the medical history.')
    await at.controls((world, id) => world.study.setFlags(id, { medicalHistory: true }))
    await press(history)
    const shown = page.getByRole('dialog', { name: 'Medical history', exact: true })
    await expectPage(shown).toContainText(at.studyID)
    await expectPage(shown.getByText('Page 1 of 1')).toBeVisible()
    expect(await savedFile(shown.getByRole('button', { name: 'Download medical history' }))).toBe(
      `medical-history-${at.studyID}.pdf`,
    )
    await page.keyboard.press('Escape')
    await expectPage(shown).toHaveCount(0)
  })

  it('shows that there is no practitioner, and adds one', async () => {
    await open({ signedInAs: 'frontdesk' })
    await expectPage(at.panel('Provider follow-up')).toContainText(releaseWords.noPractitioner)
    await press(button('Provider follow-up', 'Change practitioners'))
    const more = page.getByRole('combobox', { name: practitionerWords.choice.add, exact: true })
    await more.fill('ramana')
    await more.press('Enter')
    await press(button('Provider follow-up', 'Save practitioners'))
    await expectPage(at.panel('Provider follow-up').getByRole('row', { name: /Dev Ramanathan/ })).toContainText(
      'Additional',
    )
    await expectPage(at.panel('Provider follow-up').getByRole('rowheader', { name: /Dev Ramanathan/ })).toBeVisible()
  })
})
