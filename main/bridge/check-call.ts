import type { z } from 'zod'
import type { SessionNeed } from '#contract/command.ts'
import { fail, type Reply } from '#contract/reply.ts'
import type { SessionGate } from './event-stream.ts'

/** A failed reply that says why nothing was done. */
export type CallRefusal = Extract<Reply<never>, { readonly ok: false }>

const MAX_REPORTED_FIELDS = 20

export const refuseSignedOut = (): CallRefusal => fail('signed-out', 'Sign in first.')

/** Returns the failure when the session does not allow a command, or null when it does. */
export const checkSession = (need: SessionNeed, gate: ReturnType<SessionGate>): CallRefusal | null => {
  if (need === 'anyone') return null
  if (gate === 'signed-out') return refuseSignedOut()
  if (need === 'staff' && gate === 'locked') return fail('locked', 'Atrium is locked. Unlock it to continue.')
  return null
}

/** Returns the message about each refused field, by the field's dotted path. */
const refusedFields = (error: z.ZodError): Record<string, string> =>
  Object.fromEntries(
    error.issues
      .slice(0, MAX_REPORTED_FIELDS)
      .map((issue) => [issue.path.map(String).join('.').slice(0, 200) || 'input', issue.message.slice(0, 200)]),
  )

/** Returns the input as the schema parsed it, or `invalid-input` with the refused fields. */
export const parseCallInput = (schema: z.ZodType, input: unknown): Reply<unknown> => {
  const parsed = schema.safeParse(input)
  if (parsed.success) return { ok: true, value: parsed.data }
  return fail('invalid-input', 'Check what you entered.', { fields: refusedFields(parsed.error) })
}
