import type { MessagesBridge } from '#contract/messages/bridge.ts'
import { fail, ok } from '#contract/reply.ts'
import { type AdministeredMessageSettings, standardMessageSettings } from '#domain/messages/message-settings.ts'
import { decideMessage } from '#domain/messages/message-state.ts'
import type { MessageView } from '#domain/messages/message-view.ts'
import { createFakeRecords, fakeOffline } from './fake-catalogue.ts'
import type { FakeWorld } from './fake-members.ts'

export type FakeMessages = {
  readonly messages: MessagesBridge
  /** Replaces the messages of a study. */
  readonly set: (studyID: string, messages: readonly MessageView[]) => void
}

/** The messages of studies, in memory: staff decide by the domain's rules, and none is sent by itself. */
export const createFakeMessages = (world: FakeWorld): FakeMessages => {
  const lists = new Map<string, readonly MessageView[]>()
  const settings = createFakeRecords<AdministeredMessageSettings>(world, ({ locationID }) => locationID)
  for (const { locationID, address } of world.clinic.locations) {
    settings.records.set(locationID, { locationID, name: address.name, settings: standardMessageSettings, version: 0 })
  }
  const listOf = (studyID: string): readonly MessageView[] => lists.get(studyID) ?? []
  return {
    set: (studyID, messages) => lists.set(studyID, messages),
    messages: {
      read: async ({ studyID }) => (world.isOnline() ? ok(listOf(studyID)) : fakeOffline()),
      decide: async ({ studyID, messageID, decision, attempts }) => {
        if (!world.isOnline()) return fakeOffline()
        const found = listOf(studyID).find((message) => message.messageID === messageID)
        if (found === undefined) return fail('not-found', 'This message does not exist.')
        const state = decideMessage(found.state, { kind: decision === 'arrived' ? 'confirm-arrived' : 'send-again' })
        if (state === null || found.attempts !== attempts) return fail('stale', 'This message changed meanwhile.')
        const decided = {
          ...found,
          state,
          stateAt: world.now(),
          failure: null,
          decidedBy: world.user()?.fullname ?? '',
        }
        lists.set(
          studyID,
          listOf(studyID).map((message) => (message === found ? decided : message)),
        )
        return ok(listOf(studyID))
      },
      readSettings: settings.list,
      changeSettings: ({ locationID, version, ...change }) => settings.change(locationID, version, change),
    },
  }
}
