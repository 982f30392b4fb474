import type { z } from 'zod'
import type { BridgeCommands, BridgeEvents, EventName } from '#contract/bridge.ts'
import { commandLimitMs } from '#contract/bridge-names.ts'
import { bridgeSchemas } from '#contract/bridge-schemas.ts'
import type { SessionNeed } from '#contract/command.ts'
import type { CallEnvelope, ReplyEnvelope, ResumeEnvelope } from '#contract/envelope.ts'
import { isNotSent } from '#contract/failures.ts'
import { fail, type Reply } from '#contract/reply.ts'
import type { SessionState } from '#contract/session/bridge.ts'
import { redactError } from '#domain/support/redact-error.ts'
import type { Log, LogDetails } from '#runtime/log.ts'
import { createOwnFiles } from '#runtime/own-files.ts'
import { type CallRefusal, checkSession, parseCallInput, refuseSignedOut } from './check-call.ts'
import { createEventStream, type EventSink, type SessionGate } from './event-stream.ts'
import { parseCall, replyIdOf } from './parse-envelope.ts'

/**
 * The source of a call, as its transport saw it. Only the transport sees frame, origin and cookie, so it decides
 * `trusted`; the dispatcher refuses a call that is not trusted. `origin` is for the log.
 */
export type Sender = { readonly origin: string; readonly trusted: boolean }

type DispatcherParts = {
  readonly services: BridgeCommands
  readonly sessionGate: SessionGate
  readonly log: Log
  readonly newId: () => string
  /** Called with the name of each command that a window of the app sent. */
  readonly onCall?: (command: string) => void
  /**
   * How long a service may take before the window receives `timed-out`; {@link commandLimitMs} unless a test sets it.
   */
  readonly timeLimitMs?: number
}

export type Dispatcher = {
  /** Answers one call. Never rejects: `call` comes unchecked from a transport and may be any value. */
  dispatch(call: CallEnvelope | unknown, sender: Sender): Promise<ReplyEnvelope>
  /** Sends an event to every attached window that may receive it. */
  publish<Name extends EventName>(name: Name, payload: BridgeEvents[Name]): void
  /** Sends events to `sink` from now on, until the caller calls the returned function. */
  attach(sink: EventSink): () => void
  /**
   * Sends the events that a window missed while its connection was down, and `bridge.gap` if it cannot send them all.
   */
  resume(envelope: ResumeEnvelope, sink: EventSink): void
}

type Command = {
  readonly need: SessionNeed
  readonly input: z.ZodType
  readonly run: (input: never) => Promise<Reply<unknown>>
}

/**
 * Returns every command by its full name. A Map, because a look-up in an object would also find inherited properties.
 */
const collectCommands = (services: BridgeCommands): ReadonlyMap<string, Command> => {
  const commands = new Map<string, Command>()
  for (const [subject, methods] of Object.entries(bridgeSchemas)) {
    const service = services[subject as keyof BridgeCommands] as unknown as
      | Record<string, Command['run'] | undefined>
      | undefined
    for (const [method, entry] of Object.entries(methods) as [string, { session: SessionNeed; input: z.ZodType }][]) {
      const run = service?.[method]
      if (typeof run !== 'function') throw new Error(`No service answers ${subject}.${method}`)
      commands.set(`${subject}.${method}`, { need: entry.session, input: entry.input, run: run.bind(service) })
    }
  }
  return commands
}

/**
 * Returns the refusal that replaces an answer. `locked` and `signed-out` mean that nothing was done, so they replace
 * only a reply that means the same. `answer-withheld` replaces every other reply.
 */
const withhold = (reply: Reply<unknown>, ended: CallRefusal): CallRefusal =>
  !reply.ok && isNotSent('bridge', reply.failure) ? ended : fail('answer-withheld', ended.failure.message)

const toOwnFile = createOwnFiles()

/** Returns the loggable details of a thrown value. The message is omitted, because it may quote what a user typed. */
const describeThrown = (thrown: unknown): LogDetails => {
  const { error, code, at } = redactError(thrown, toOwnFile)
  return { error, ...(code !== null && { code }), at }
}

/**
 * Creates the dispatcher, which passes envelopes from either transport to the services. It checks, in this order: the
 * envelope, the command, the sender, the session, the input. Then it calls the service, and for staff commands checks
 * the session again.
 * The dispatcher throws nothing to the transport: each failed check is a typed failure, and a throw in a service is
 * logged under an id and answered as `unexpected` with that id. Creating it throws if a command of the contract has no
 * service.
 */
export const createDispatcher = (parts: DispatcherParts): Dispatcher => {
  const { services, sessionGate, log, newId } = parts
  const commands = collectCommands(services)
  const events = createEventStream({
    start: newId(),
    sessionGate,
    onSinkFailure: (cause) => log('warning', 'bridge.sink-failed', describeThrown(cause)),
  })

  /** User id of the signed-in user, locked or not, from the last published change of the session. */
  let holder: string | null = null

  const failUnexpectedly = (thrown: unknown, command: string): Reply<never> => {
    const errorID = newId()
    log('error', 'bridge.unexpected', { errorID, command, ...describeThrown(thrown) })
    return fail(
      'unexpected',
      `Something went wrong in Atrium. Try again. If it happens again, report error ${errorID}.`,
      { errorID },
    )
  }

  const withTimeLimit = async (command: string, work: Promise<Reply<unknown>>): Promise<Reply<unknown>> => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const timeLimitMs = parts.timeLimitMs ?? commandLimitMs(command)
    const limit = new Promise<Reply<never>>((resolve) => {
      timer = setTimeout(() => {
        log('warning', 'bridge.timed-out', { command, timeLimitMs })
        work.catch((thrown) => failUnexpectedly(thrown, command))
        resolve(fail('timed-out', 'This took too long. It may already be done, so check before you try again.'))
      }, timeLimitMs)
    })
    try {
      return await Promise.race([work, limit])
    } finally {
      clearTimeout(timer)
    }
  }

  const answer = async (call: CallEnvelope, sender: Sender): Promise<Reply<unknown>> => {
    const command = commands.get(call.command)
    if (!command) return fail('unknown-command', "Atrium doesn't know this command.")
    if (!sender.trusted) {
      log('warning', 'bridge.wrong-sender', { command: call.command, origin: sender.origin.slice(0, 200) })
      return fail('wrong-sender', 'This page is not allowed to use Atrium.')
    }
    parts.onCall?.(call.command)
    const refusal = checkSession(command.need, sessionGate())
    if (refusal) return refusal
    try {
      const input = parseCallInput(command.input, call.input)
      if (!input.ok) return input
      // The async function also catches a service that throws before its first await.
      const askedBy = holder
      const work = (async () => command.run(input.value as never))()
      const reply = await withTimeLimit(call.command, work)
      if (command.need !== 'staff') return reply
      // The session may have ended meanwhile. A reply to the earlier session is not shown on a locked screen or to
      // another user.
      const ended = checkSession(command.need, sessionGate()) ?? (holder === askedBy ? null : refuseSignedOut())
      return ended === null ? reply : withhold(reply, ended)
    } catch (thrown) {
      return failUnexpectedly(thrown, call.command)
    }
  }

  return {
    dispatch: async (message, sender) => {
      const call = parseCall(message)
      const reply = call ? await answer(call, sender) : fail('invalid-input', "Atrium doesn't understand this call.")
      return { kind: 'reply', id: call?.id ?? replyIdOf(message), reply }
    },
    publish: (name, payload) => {
      if (name === 'session.changed') {
        const session = payload as SessionState
        holder = session.kind === 'signed-out' ? null : session.user.user_id
      }
      events.publish(name, payload)
    },
    attach: events.attach,
    resume: events.resume,
  }
}
