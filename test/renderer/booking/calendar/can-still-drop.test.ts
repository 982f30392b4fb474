import { expect, it } from 'vitest'
import type { DayEntry } from '#contract/booking/bridge.ts'
import { addMinutes } from '#domain/values/instant.ts'
import { canStillDrop, type MovableEntry } from '#renderer/booking/calendar/use-day-drag.ts'
import { aMachineTime, aStudy } from '#test/builders/records.ts'

const study = aStudy()
const machineTime = aMachineTime()
const entry: MovableEntry = { machineTime, study, member: null, mine: false }
const scanned: DayEntry = { ...entry, study: { ...study, status: { ...study.status, scanned: true } } }
const later = { ...machineTime, utcStart: addMinutes(machineTime.utcStart, 5) }

it.each<[string, readonly DayEntry[], boolean, boolean]>([
  ['stays dragged while the day shows it unchanged', [{ ...entry }], true, true],
  ['is no longer dragged offline', [entry], false, false],
  ['is no longer dragged after it left the day', [], true, false],
  ['is no longer dragged after it was scanned', [scanned], true, false],
  ['is no longer dragged after it was moved', [{ ...entry, machineTime: later }], true, false],
  [
    'is no longer dragged after it was moved to another machine',
    [{ ...entry, machineTime: { ...machineTime, machineID: 'another' as never } }],
    true,
    false,
  ],
])('an appointment %s', (_, entries, canMove, expected) => {
  expect(canStillDrop({ entry }, entries, canMove)).toBe(expected)
})
