import { describe, expect, it } from 'vitest'
import { accessReportWordsIn } from '#back-office/printing/access-report-words.ts'
import { backOfficeRoutes } from '#contract/back-office.ts'
import { statusFlags } from '#domain/study/status-flags.ts'

const french = accessReportWordsIn('fr-CA')

/** The subjects of calls that are about the installation, accounts, the catalogue or the directory, never a member. */
const otherSubjects = [
  ...['account', 'consent-text', 'document-type', 'location', 'mail-text', 'message-settings', 'pharmacy'],
  ...['practitioner', 'prices', 'promo', 'session', 'settings', 'sku', 'update'],
]

describe('the access report in French', () => {
  it('has a text for the action of each call that can be about a member', () => {
    const actions = Object.values(backOfficeRoutes).flatMap(({ audit }) => (audit === null ? [] : [audit]))
    const own = actions.filter((action) => {
      const [subject = ''] = action.split('.')
      return !otherSubjects.includes(subject) && !action.startsWith('audit.heads-')
    })
    expect(own.length).toBeGreaterThan(80)
    expect(own.filter((action) => french.action(action) === french.action('later.action'))).toEqual([])
  })

  it('has a text for each flag of a study, its time and its person', () => {
    const fields = statusFlags.flatMap((flag) => [`status.${flag}`, `status.${flag}Time`, `status.${flag}By`])
    expect(fields.filter((name) => french.field(name) === french.field('later_field'))).toEqual([])
    expect(french.field('status.checkinTime')).toBe('arrivée (heure)')
  })

  it('shows no code of a later version', () => {
    expect([french.action('later.action'), french.field('later_field'), french.refused('later-code')]).toEqual([
      'Autre opération',
      'autre champ',
      'Refusé',
    ])
  })
})
