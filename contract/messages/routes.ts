import { z } from 'zod'
import { administeredMessageSettingsSchema } from '#domain/messages/message-settings.ts'
import { messageViewSchema } from '#domain/messages/message-view.ts'
import { messageRoles, openMessageCountsSchema, openMessagesSchema } from '#domain/messages/open-messages.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { studyIDSchema } from '#domain/values/study-id.ts'
import { administrators, bare, queryNumber, type Route, staffAtStudy, studyPath } from '../route.ts'
import {
  messageDecisionFields,
  messageIDSchema,
  messageSettingsFields,
  openMessagesFields,
  openRowsField,
} from './fields.ts'

/** The messages to a member that the server sends automatically or for staff. */
export const messagesRoutes = {
  /** The messages of a study, in the order of planning. */
  readMessages: {
    ...bare,
    method: 'GET',
    path: '/study/:studyId/messages',
    access: staffAtStudy,
    audit: 'study.messages-viewed',
    params: studyPath,
    answer: z.array(messageViewSchema),
  },
  /**
   * Records that an uncertain message arrived, plans a failed or uncertain message again, or dismisses a message. 404
   * for a message of another study; 409 `stale` if the message has changed in the meantime.
   */
  decideMessage: {
    ...bare,
    method: 'POST',
    path: '/study/:studyId/messages/:messageId/decision',
    access: staffAtStudy,
    audit: 'study.message-decided',
    params: z.object({ studyId: studyIDSchema, messageId: messageIDSchema }),
    body: z.strictObject(messageDecisionFields),
    answer: z.array(messageViewSchema),
  },
  /**
   * Returns the messages that wait for a decision by staff at all or one of the caller's locations, longest waiting
   * first.
   */
  readOpenMessages: {
    ...bare,
    method: 'GET',
    path: '/api/v1/messages/open',
    access: { session: 'staff', location: 'locationID', roles: messageRoles },
    audit: 'messages.viewed',
    query: z.object({ ...openMessagesFields, rows: queryNumber.pipe(openRowsField).optional() }),
    answer: openMessagesSchema,
  },
  /** Returns the number of messages that wait at all the caller's locations, without health data. */
  countOpenMessages: {
    ...bare,
    method: 'GET',
    path: '/api/v1/messages/open/count',
    access: { session: 'staff', location: 'none', roles: messageRoles },
    audit: null,
    answer: openMessageCountsSchema,
  },
  /** Returns the settings of the automatic messages of each active location. */
  readMessageSettings: {
    ...bare,
    method: 'GET',
    path: '/api/v1/administration/message-settings',
    access: administrators,
    audit: null,
    answer: z.array(administeredMessageSettingsSchema),
  },
  /** 404 for an unknown location; 409 `stale` with the current settings. */
  changeMessageSettings: {
    ...bare,
    method: 'PATCH',
    path: '/api/v1/administration/message-settings/:locationID',
    access: administrators,
    audit: 'message-settings.changed',
    params: z.object({ locationID: locationIDSchema }),
    body: z.strictObject(messageSettingsFields),
    answer: administeredMessageSettingsSchema,
  },
} as const satisfies Record<string, Route>
