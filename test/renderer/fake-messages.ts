import type { MessagesBridge } from '#contract/messages/bridge.ts'
import { fail, ok } from '#contract/reply.ts'
import { isLocationAllowed } from '#domain/locations/location-rules.ts'
import { fullName } from '#domain/members/member.ts'
import { type AdministeredMessageSettings, standardMessageSettings } from '#domain/messages/message-settings.ts'
import { decideMessage } from '#domain/messages/message-state.ts'
import { isDecisionFor, type MessageView } from '#domain/messages/message-view.ts'
import { messageRoles, type OpenMessage } from '#domain/messages/open-messages.ts'
import { hasRole } from '#domain/session/role.ts'
import type { StaffUser } from '#domain/session/staff-user.ts'
import { createFakeRecords, fakeOffline } from './fake-catalogue.ts'
import type { FakeWorld } from './fake-members.ts'

export type FakeMessages = {
  readonly messages: MessagesBridge
  /** Replaces the messages of a study. */
  readonly set: (studyID: string, messages: readonly MessageView[]) => void
}

const fakeFailures: { readonly [Decision in string]?: string } = {
  dismiss: 'dismissed',
  bounced: 'bounced',
  'opt-out': 'opted-out',
}

/** Creates the messages of studies, in memory. Staff decide by the domain's rules, and no message is sent by itself. */
export const createFakeMessages = (world: FakeWorld): FakeMessages => {
  const lists = new Map<string, readonly MessageView[]>()
  const settings = createFakeRecords<AdministeredMessageSettings>(world, ({ locationID }) => locationID)
  for (const { locationID, address } of world.clinic.locations) {
    settings.records.set(locationID, { locationID, name: address.name, settings: standardMessageSettings, version: 0 })
  }
  const listOf = (studyID: string): readonly MessageView[] => lists.get(studyID) ?? []
  const mayHandle = (held: readonly string[]): boolean => messageRoles.some((role) => hasRole(held, role))
  const notForYou = () => fail('insufficient-permissions', 'Your role does not permit this.')
  /** Returns the messages that wait for this user, the longest waiting first. */
  const openOf = (user: StaffUser): OpenMessage[] =>
    [...lists]
      .flatMap(([id, messages]) => messages.map((message) => ({ id, message })))
      .flatMap(({ id, message }): OpenMessage[] => {
        const study = world.clinic.studies.find(({ studyID }) => studyID === id)
        const member = world.clinic.members.find(({ patientID }) => patientID === study?.patientID)
        const location = world.clinic.locations.find((one) => one.locationID === study?.locationID)
        const isOpen = message.state === 'failed' || message.state === 'uncertain'
        if (!isOpen || study === undefined || member === undefined || location === undefined) return []
        if (message.appointment !== null && message.appointment <= world.now()) return []
        if (!isLocationAllowed(user, study.locationID)) return []
        const { locationID, timezone, address } = location
        const whose = { studyID: study.studyID, member: fullName(member), dob: member.dob }
        return [{ ...message, ...whose, locationID, location: address.name, timezone }]
      })
      .toSorted((one, other) => one.stateAt.localeCompare(other.stateAt))
  return {
    set: (studyID, messages) => lists.set(studyID, messages),
    messages: {
      read: async ({ studyID }) => (world.isOnline() ? ok(listOf(studyID)) : fakeOffline()),
      decide: async ({ studyID, messageID, decision, attempts }) => {
        if (!world.isOnline()) return fakeOffline()
        const found = listOf(studyID).find((message) => message.messageID === messageID)
        if (found === undefined) return fail('not-found', 'This message does not exist.')
        const state = decideMessage(found.state, { kind: decision === 'arrived' ? 'confirm-arrived' : decision })
        const isPossible = state !== null && isDecisionFor(decision, found)
        if (!isPossible || found.attempts !== attempts) return fail('stale', 'This message changed meanwhile.')
        const decided = {
          ...found,
          state,
          stateAt: world.now(),
          failure: fakeFailures[decision] ?? null,
          decidedBy: world.user()?.fullname ?? '',
        }
        lists.set(
          studyID,
          listOf(studyID).map((message) => (message === found ? decided : message)),
        )
        return ok(listOf(studyID))
      },
      readOpen: async ({ locationID, state, rows }) => {
        const user = world.user()
        if (user === null || !mayHandle(user.roles)) return notForYou()
        if (locationID !== undefined && !isLocationAllowed(user, locationID)) {
          return fail('location-forbidden', 'This location is not yours.')
        }
        if (!world.isOnline()) return fakeOffline()
        const open = openOf(user).filter(
          (row) =>
            (state === 'all' || row.state === state) && (locationID === undefined || row.locationID === locationID),
        )
        return ok({ asOf: world.now(), rows: open.slice(0, rows), total: open.length })
      },
      countOpen: async () => {
        const user = world.user()
        if (user === null || !mayHandle(user.roles)) return notForYou()
        if (!world.isOnline()) return fakeOffline()
        const open = openOf(user)
        const count = (state: 'failed' | 'uncertain') => open.filter((row) => row.state === state).length
        return ok({ failed: count('failed'), uncertain: count('uncertain') })
      },
      readSettings: settings.list,
      changeSettings: ({ locationID, version, ...change }) => settings.change(locationID, version, change),
    },
  }
}
