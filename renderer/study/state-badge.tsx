import {
  Ban,
  CalendarCheck,
  CalendarOff,
  CalendarX,
  CircleCheck,
  CircleDot,
  CircleHelp,
  CircleX,
  Hourglass,
  Info,
  type LucideIcon,
  OctagonAlert,
  ShieldCheck,
  UserCheck,
} from 'lucide-react'
import { type SafetyState, safetyRoles } from '#domain/safety/safety-states.ts'
import { type AppointmentState, appointmentRoles, appointmentStateWords } from '#domain/study/member-appointments.ts'
import type { StateRole } from '#domain/values/state-role.ts'
import { Badge, type BadgeTone } from '../kit/controls/badge.tsx'

/** The colour of each role (kit/README.md). */
export const roleTones: Readonly<Record<StateRole, BadgeTone>> = {
  stop: 'danger',
  attention: 'warning',
  info: 'info',
  done: 'success',
  none: 'neutral',
}

/** The icon of each state. @internal Tests cover every entry. */
export const stateIcons: Readonly<Record<AppointmentState | SafetyState, LucideIcon>> = {
  cancelled: CircleX,
  scanned: CircleCheck,
  'checked-in': UserCheck,
  held: Hourglass,
  booked: CalendarCheck,
  'not-scanned': CalendarX,
  'no-time': CalendarOff,
  forbidden: Ban,
  stops: OctagonAlert,
  'signed-stops': OctagonAlert,
  'signed-off': ShieldCheck,
  'stops-elsewhere': OctagonAlert,
  'settled-elsewhere': Info,
  draft: CircleDot,
  'not-answered': CircleHelp,
  'part-answered': CircleDot,
  notes: Info,
  answered: CircleCheck,
}

/** Shows the state of an appointment, with one colour and one icon on every screen. `word` replaces the usual word. */
export function AppointmentBadge({ state, word }: { readonly state: AppointmentState; readonly word?: string }) {
  const Icon = stateIcons[state]
  return (
    <Badge tone={roleTones[appointmentRoles[state]]} icon={<Icon aria-hidden="true" />}>
      {word ?? appointmentStateWords[state]}
    </Badge>
  )
}

/** Shows one state of the safety questions, with its word or its count. */
export function SafetyBadge({ state, word }: { readonly state: SafetyState; readonly word: string }) {
  const Icon = stateIcons[state]
  return (
    <Badge tone={roleTones[safetyRoles[state]]} icon={<Icon aria-hidden="true" />}>
      {word}
    </Badge>
  )
}
