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

/** The messages to a member that the server sends by itself or for staff. */
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
   * Records that an uncertain message arrived, plans a failed or uncertain one again, or dismisses it. 404 for a
   * message of another study; 409 `stale` if the message changed meanwhile.
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
   * The messages that wait for a decision of staff at the caller's locations, or at one of them, the longest waiting
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
  /** How many messages wait at all locations of the caller: numbers, without health data. */
  countOpenMessages: {
    ...bare,
    method: 'GET',
    path: '/api/v1/messages/open/count',
    access: { session: 'staff', location: 'none', roles: messageRoles },
    audit: null,
    answer: openMessageCountsSchema,
  },
  /** What each active location sends by itself. */
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
