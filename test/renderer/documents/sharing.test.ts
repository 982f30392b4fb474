import { expect as expectPage } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { documentMessages } from '#domain/documents/document-messages.ts'
import { sharingWords } from '#renderer/documents/sharing-words.ts'
import { studyFailureWords } from '#renderer/study/study-failure-words.ts'
import { type Controls, visitStudy } from '../crm/sale-pages.ts'
import { startHarnessPages } from '../harness/harness-pages.ts'

const pages = startHarnessPages()
const someShares = (controls: Controls, studyID: string): void => {
  controls.documents.shares.set(studyID, [
    { platformId: 'm-000003', date: '2026-11-20T18:00:00Z' },
    { platformId: 'm-000098', date: '2026-11-19T18:00:00Z' },
    { platformId: 'm-000099', date: '2026-11-21T18:00:00Z' },
  ] as never)
}
const open = (before: typeof someShares = someShares) =>
  visitStudy(pages, (id) => `/admin/study/${id}/sharing`, { signedInAs: 'frontdesk' }, before)

describe('Sharing', { timeout: 60_000 }, () => {
  it('lists the people with access, and revokes access after a question that names the person and the member', async () => {
    const { page, inspect, tell, calls } = await open()
    const table = page.getByRole('table', { name: sharingWords.caption })
    await expectPage(table.getByRole('columnheader')).toHaveText(['Full Name', sharingWords.date, sharingWords.actions])
    await expectPage(table.getByRole('rowheader')).toHaveText([
      'Unknown User, m-000099',
      'Noah Fjeldstad, 30 Nov 1968',
      'Unknown User, m-000098',
    ])
    await expectPage(table).toContainText('20 Nov 2026 11:00am PDT')
    expect(await inspect('sharing')).toEqual([])
    const deed = 'Revoke access for Noah Fjeldstad, 30 Nov 1968 to the study of Ana Silva, 03 Feb 1980'
    const revoke = table.getByRole('button', { name: deed })
    await revoke.click()
    const dialog = page.getByRole('alertdialog', { name: sharingWords.confirmTitle })
    expect(await inspect('sharing-revoke')).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expectPage(revoke).toBeFocused()
    expect(await calls('sharing.revoke')).toEqual([])
    await revoke.click()
    await tell((controls) =>
      controls.failNext('sharing.revoke', { ok: false, failure: { code: 'timed-out', message: 'No answer.' } }),
    )
    const confirm = dialog.getByRole('button', { name: deed })
    await confirm.click()
    await expectPage(dialog.getByRole('alert')).toContainText(studyFailureWords.noAnswer.text)
    await expectPage(page.locator('.w-toast').filter({ hasText: documentMessages.revokeFailed })).toBeVisible()
    await confirm.click()
    await expectPage(dialog).toHaveCount(0)
    await expectPage(table.getByRole('rowheader')).toHaveText(['Unknown User, m-000099', 'Unknown User, m-000098'])
    await expectPage(
      page.locator('.w-toast').filter({ hasText: 'Access revoked for Noah Fjeldstad, 30 Nov 1968' }),
    ).toContainText('Ana Silva, 03 Feb 1980')
    const [first, second] = (await calls('sharing.revoke')) as { idempotencyKey: string }[]
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey)
    await tell((controls) => controls.setConnectivity({ state: 'offline' }))
    await expectPage(page.getByText(/^Offline: data as of 23 Nov 2026/)).toBeVisible()
    await expectPage(
      table.getByRole('button', { name: /^Revoke access for Unknown User, m-000098/ }),
    ).toHaveAccessibleDescription('Revoking access needs a connection.')
    expect(await inspect('sharing-offline')).toEqual([])
  })

  it('shows that the list could not be read, and after a retry shows that nothing is shared', async () => {
    const { page, inspect } = await open((controls) =>
      controls.failNext('sharing.list', { ok: false, failure: { code: 'timed-out', message: 'No answer.' } }),
    )
    await expectPage(page.getByText(documentMessages.sharesFailed)).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectPage(page.getByText(documentMessages.nothingShared)).toBeVisible()
    expect(await inspect('sharing-empty')).toEqual([])
  })
})
