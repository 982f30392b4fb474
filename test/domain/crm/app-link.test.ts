import { describe, expect, it } from 'vitest'
import { findAppLink, parseAppLink } from '#domain/crm/app-link.ts'

describe('parseAppLink', () => {
  it.each([
    ['atrium://admin/frontdesk', '/admin/frontdesk'],
    ['atrium://admin/booking/', '/admin/booking'],
    ['atrium://admin/booking?memberID=m-000001', '/admin/booking?memberID=m-000001'],
    [
      'atrium://admin/booking/salesforce?opportunityID=006DEMO0001&personID=003DEMO0001',
      '/admin/booking/salesforce?personID=003DEMO0001&opportunityID=006DEMO0001',
    ],
    ['atrium://admin/booking/study/s-4F2K', '/admin/booking/study/s-4F2K'],
    ['atrium://admin/frontdesk/study/s-4F2K', '/admin/frontdesk/study/s-4F2K'],
    ['atrium://admin/study/s-4F2K', '/admin/study/s-4F2K'],
    ['atrium://admin/study/s-4F2K/payment', '/admin/study/s-4F2K/payment'],
  ])('opens %s', (link, path) => {
    expect(parseAppLink(link)).toBe(path)
  })

  it.each([
    '',
    'atrium:',
    'atrium://',
    'atrium:admin/booking',
    'https://admin/booking',
    'ATRIUM-x://admin/booking',
    'atrium://admin/administration/staff',
    'atrium://admin/settings',
    'atrium://logout',
    'atrium://booking/slot',
    'atrium://admin/study/s-1/invoice',
    'atrium://admin/study',
    'atrium://admin/study/',
    'atrium://admin//study/s-1',
    'atrium://admin/study/../settings',
    'atrium://admin/study/%2e%2e',
    'atrium://admin/study/s-1#x',
    'atrium://admin/study/s-1?edit=1',
    'atrium://admin/booking?memberID=',
    'atrium://admin/booking?memberID=m-1&memberID=m-2',
    'atrium://admin/booking?memberID=m-1&x=1',
    'atrium://admin/booking/salesforce',
    'atrium://admin/booking/salesforce?personID=003X',
    "atrium://admin/booking/salesforce?personID=003X&opportunityID=';--",
    'atrium://user:pass@admin/booking',
    'atrium://admin:80/booking',
    'atrium://constructor',
    ' atrium://admin/booking',
    'atrium://admin/booking\n',
    `atrium://admin/study/${'a'.repeat(41)}`,
    `atrium://admin/booking?memberID=${'m'.repeat(300)}`,
  ])('refuses %j', (link) => {
    expect(parseAppLink(link)).toBeNull()
  })
})

describe('findAppLink', () => {
  it('finds the link among Chromium’s flags, and returns null if no argument is an accepted link', () => {
    const args = ['/opt/atrium', '--allow-file-access-from-files', '--data=atrium', 'atrium://admin/study/s-1']
    expect(findAppLink(args)).toBe('/admin/study/s-1')
    expect(findAppLink(['atrium://admin/settings', '--flag'])).toBeNull()
    expect(findAppLink([])).toBeNull()
  })
})
