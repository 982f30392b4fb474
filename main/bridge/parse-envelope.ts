import { z } from 'zod'
import type { CallEnvelope, ResumeEnvelope } from '#contract/envelope.ts'

const callSchema = z.strictObject({
  kind: z.literal('call'),
  id: z.number().int().min(0),
  command: z.string().max(100),
  input: z.unknown(),
})

const resumeSchema = z.strictObject({
  kind: z.literal('resume'),
  start: z.string().max(100).nullable(),
  sequence: z.number().int().min(0),
})

/** Parses a message from a transport as a call; returns null when it is not one. */
export const parseCall = (message: unknown): CallEnvelope | null => {
  const parsed = callSchema.safeParse(message)
  return parsed.success ? { ...parsed.data, input: parsed.data.input } : null
}

/** Parses a message from a transport as a resume; returns null when it is not one. */
export const parseResume = (message: unknown): ResumeEnvelope | null => {
  const parsed = resumeSchema.safeParse(message)
  return parsed.success ? parsed.data : null
}

/**
 * Returns the id for the reply to a malformed call: the call's own id if it is valid, else -1, which no client waits
 * for.
 */
export const replyIdOf = (message: unknown): number => {
  if (typeof message !== 'object' || message === null || !Object.hasOwn(message, 'id')) return -1
  const { id } = message as { id: unknown }
  return Number.isSafeInteger(id) && (id as number) >= 0 ? (id as number) : -1
}
