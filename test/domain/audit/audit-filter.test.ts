import { describe, expect, it } from 'vitest'
import { backOfficeRoutes } from '#contract/back-office.ts'
import type { Route } from '#contract/route.ts'
import { auditKinds, isActionOfKind } from '#domain/audit/audit-filter.ts'
import { describeAction, describeField, fieldsOfChange } from '#domain/audit/audit-row.ts'

const kindsOf = (action: string) => auditKinds.filter((kind) => kind !== 'refused' && isActionOfKind(action, kind))

describe('the kinds of audit rows', () => {
  it.each([
    ['member.viewed', ['viewed']],
    ['member.searched', ['viewed']],
    ['cache.changes-read', ['viewed', 'copied']],
    ['study.temporary-hold-booked', ['changed']],
    ['study.status-changed', ['changed']],
    ['payments.refunded', ['money']],
    ['invoice.emailed', ['money', 'sent']],
    ['delivery.registered fax d-1', ['sent']],
    ['session.signed-in', ['sign-in']],
    ['account.changed u-1', ['changed', 'administration']],
    ['audit.viewed kind=changed', ['viewed', 'log']],
    ['database.restored 2026-11-20', ['log']],
  ])('of %s are %j', (action, kinds) => expect(kindsOf(action)).toEqual(kinds))

  it('cover every audited call', () => {
    const actions = Object.values(backOfficeRoutes).flatMap(({ audit }: Route) => (audit === null ? [] : [audit]))
    expect(actions.filter((action) => kindsOf(action).length === 0)).toEqual([])
  })
})

it.each([
  ['member.viewed', 'Member viewed'],
  ['study.temporary-hold-booked', 'Study temporary hold booked'],
  ['cache.changes-read', 'Copied to a workstation'],
])('describeAction describes %s as %s', (action, words) => expect(describeAction(action)).toBe(words))

it.each([
  [null, []],
  ['{"version":3,"cancelled":1,"changed":["cancellation"]}', ['cancelled', 'cancellation']],
  ['{"member.version":3,"changed":["member.email"]}', ['member.email']],
  ['[1,2]', []],
  ['7', []],
])('fieldsOfChange reads the fields of %j', (after, fields) => expect(fieldsOfChange({ after })).toEqual(fields))

it.each([
  ['starts_at', 'start'],
  ['member.phone_number', 'phone number'],
  ['status.checkin', 'checkin'],
])('describeField names the field %s as %s', (name, words) => expect(describeField(name)).toBe(words))
