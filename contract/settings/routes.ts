import { z } from 'zod'
import { configurationItemSchema } from '#domain/settings/configuration.ts'
import { instantSchema } from '#domain/values/time-schemas.ts'
import { bare, type Route, staffAnywhere } from '../route.ts'

/** A message the demo's mail sink received. */
const sentMailSchema = z.object({
  mailID: z.string(),
  at: instantSchema,
  from: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  attachments: z.array(z.object({ fileName: z.string(), contentType: z.string(), sizeBytes: z.number().int() })),
})

export type SentMail = z.infer<typeof sentMailSchema>

/** The mail that the demo sent. */
export const settingsRoutes = {
  /** The messages in the demo's own mail sink, newest first; 404 if mail goes to a real server. */
  readSentMail: {
    ...bare,
    method: 'GET',
    path: '/api/v1/sent-mail',
    access: staffAnywhere,
    audit: 'mail.viewed',
    answer: z.array(sentMailSchema),
  },
  /** Which parts of the back office are configured and which are missing. */
  readConfiguration: {
    ...bare,
    method: 'GET',
    path: '/api/v1/configuration',
    access: { session: 'staff', roles: ['admin'], location: 'none' },
    audit: null,
    answer: z.array(configurationItemSchema),
  },
} as const satisfies Record<string, Route>
