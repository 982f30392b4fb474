import type { BridgeCommands, BridgeEvents, EventName, InputOf, MethodOf, Subject } from '#contract/bridge.ts'
import { createApp } from '#main/app.ts'
import type { RunningApp } from '#main/app-options.ts'
import type { PolicyState } from '#main/policy/read-policy.ts'
import { createFakePlatform, type FakePlatform } from '#test/fakes/fake-platform.ts'

type AnswerOf<S extends Subject, M extends MethodOf<S>> = BridgeCommands[S][M] extends (
  input: never,
) => Promise<infer Answer>
  ? Answer
  : never

type ValueOf<Answer> = Answer extends { readonly ok: true; readonly value: infer Value } ? Value : never

export type AppUnderTest = {
  readonly app: RunningApp
  readonly platform: FakePlatform
  /** Calls a command as the window does, through the dispatcher. */
  ask<S extends Subject, M extends MethodOf<S>>(subject: S, method: M, input: InputOf<S, M>): Promise<AnswerOf<S, M>>
  /** Calls a command that must succeed, and returns the value of its reply. Throws an error with the failure. */
  get<S extends Subject, M extends MethodOf<S>>(
    subject: S,
    method: M,
    input: InputOf<S, M>,
  ): Promise<ValueOf<AnswerOf<S, M>>>
  /** The payloads of all events of this name so far. */
  eventsOf<Name extends EventName>(name: Name): readonly BridgeEvents[Name][]
  /** Waits until `check` returns anything but null, undefined or false. Rejects after about 20 seconds. */
  until<Value>(what: string, check: () => Promise<Value> | Value): Promise<NonNullable<Value>>
  signIn(who?: string): Promise<void>
  stop(): Promise<void>
}

const fastReader = { connectMs: 1, presentMs: 20, processMs: 10, slowProcessMs: 100 }
const patienceMs = 20_000
const stepMs = 15

/** Repeats `check` until it returns a value. Rejects after about 20 seconds, so that a failing test ends. */
export const waitUntil = async <Value>(what: string, check: () => Promise<Value> | Value) => {
  const steps = patienceMs / stepMs
  for (let step = 0; step < steps; step += 1) {
    const value = await check()
    if (value !== null && value !== undefined && value !== false) return value as NonNullable<Value>
    await new Promise((resolve) => setTimeout(resolve, stepMs))
  }
  throw new Error(`Timed out before ${what}`)
}

/** Starts the whole app except its windows, against a back office and with short intervals. */
export const startApp = async (options: {
  readonly backOfficeUrl: string
  readonly platform?: FakePlatform
  readonly policy?: PolicyState
  readonly sessionEveryMs?: number
}): Promise<AppUnderTest> => {
  const platform = options.platform ?? createFakePlatform()
  const app = await createApp(platform, {
    backOfficeUrl: options.backOfficeUrl,
    ...(options.policy && { policy: options.policy }),
    pace: {
      ...(options.sessionEveryMs && { sessionEveryMs: options.sessionEveryMs }),
      healthEveryMs: 200,
      viewedEveryMs: 150,
      othersEveryMs: 4000,
      noticeAfterMs: 50,
      catchUpAgainMs: 60,
      passwordWork: 256,
      undoMs: 50,
      simulatedReader: fastReader,
    },
  })
  const events: { name: string; payload: unknown }[] = []
  const detach = app.dispatcher.attach(({ name, payload }) => events.push({ name, payload }))
  let nextId = 1
  const ask = async (subject: string, method: string, input: unknown): Promise<never> => {
    const id = nextId++
    const envelope = { kind: 'call', id, command: `${subject}.${method}`, input }
    const { reply } = await app.dispatcher.dispatch(envelope, { origin: 'test', trusted: true })
    return reply as never
  }
  const get = async (subject: string, method: string, input: unknown): Promise<never> => {
    const reply = (await ask(subject, method, input)) as { ok: boolean; value?: unknown; failure?: unknown }
    if (!reply.ok) throw new Error(`${subject}.${method}: ${JSON.stringify(reply.failure)}`)
    return reply.value as never
  }
  return {
    app,
    platform,
    ask,
    get,
    eventsOf: (name) => events.filter((event) => event.name === name).map((event) => event.payload) as never,
    until: waitUntil,
    signIn: async (who = 'frontdesk@demo.atrium') => {
      await get('session', 'signIn', { email: who, password: 'atrium-demo' })
    },
    stop: async () => {
      detach()
      await app.stop()
    },
  }
}
