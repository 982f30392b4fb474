import { describe, expect, it } from 'vitest'
import { toSchedulerPage } from '#main/consult/scheduler-page.ts'

type Input = Parameters<typeof toSchedulerPage>[0]
const page = (overrides: Partial<Input> = {}) =>
  toSchedulerPage({
    calendlyUrl: 'https://calendly.com/atrium/np-consult',
    backOfficeUrl: 'http://127.0.0.1:4210',
    purpose: 'schedule',
    consulting: { inviteeID: 'inv-000001' },
    member: { name: 'Zoë O’Néill & Co', email: 'zoe+1@mail.example' },
    ...overrides,
  })

describe('scheduler page', () => {
  it('is the location’s page, and receives only the member’s name and email address', () => {
    const opened = page()
    const url = new URL(opened?.url ?? '')
    expect(opened?.origin).toBe('https://calendly.com')
    expect([url.origin, url.pathname]).toEqual(['https://calendly.com', '/atrium/np-consult'])
    expect([...url.searchParams]).toEqual([
      ['name', 'Zoë O’Néill & Co'],
      ['email', 'zoe+1@mail.example'],
    ])
  })

  it('states that a preferred consult is requested', () => {
    expect(new URL(page({ purpose: 'preferred' })?.url ?? '').searchParams.get('preferred')).toBe('1')
  })

  it('is a page of the back office’s stand-in if the location’s address is a relative path', () => {
    const opened = page({ calendlyUrl: '/calendly/vancouver' })
    expect(opened?.origin).toBe('http://127.0.0.1:4210')
    expect(opened?.url).toMatch(/^http:\/\/127\.0\.0\.1:4210\/calendly\/vancouver\?name=/)
  })

  it.each([
    ['reschedule', 'https://calendly.com/x', 'https://calendly.com/reschedulings/inv-000001'],
    ['cancel', 'https://calendly.com/x', 'https://calendly.com/cancellations/inv-000001'],
    ['reschedule', '/calendly/x', 'http://127.0.0.1:4210/calendly/reschedulings/inv-000001'],
    ['cancel', '/calendly/x', 'http://127.0.0.1:4210/calendly/cancellations/inv-000001'],
  ] as const)('is the booked consult’s own page for the purpose "%s" at %s', (purpose, calendlyUrl, url) => {
    expect(page({ purpose, calendlyUrl })?.url).toBe(url)
  })

  it.each([null, 'short', '../../x', 'inv 00001', `inv-${'0'.repeat(70)}`])(
    'is null for moving or cancelling a consult with the invitee ID %s',
    (inviteeID) => {
      expect(page({ purpose: 'cancel', consulting: { inviteeID } })).toBeNull()
      expect(page({ purpose: 'reschedule', consulting: { inviteeID } })).toBeNull()
    },
  )

  it.each([
    null,
    '',
    'nonsense',
    'https://scheduler.example/vancouver',
    'http://calendly.com/x',
    'https://calendly.com.example.invalid/x',
    'https://calendly.com:8443/x',
    'https://user:secret@calendly.com/x',
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.invalid/calendly/x',
    '/other/x',
    '/calendly',
    '/calendly/../admin/study/x',
  ])('is null for a location with the scheduling address %s', (calendlyUrl) => {
    expect(page({ calendlyUrl })).toBeNull()
  })

  it('is null while the back office’s address is unknown', () => {
    expect(page({ calendlyUrl: '/calendly/x', backOfficeUrl: '' })).toBeNull()
  })
})
