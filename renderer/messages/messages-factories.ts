import type { StoreParts } from '../session/store-parts.ts'
import { createOpenMessagesStore, type OpenMessagesStore } from './open-messages-store.ts'

/** Builds the store of the messages that wait for staff. */
export type MessagesFactories = { readonly newOpenMessages: () => OpenMessagesStore }

export const createMessagesFactories = ({ bridge }: Pick<StoreParts, 'bridge'>): MessagesFactories => ({
  newOpenMessages: () => createOpenMessagesStore({ bridge }),
})
