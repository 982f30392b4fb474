import type { BridgeCommands, CommandName } from '#contract/bridge.ts'
import { bridgeCommandNames } from '#contract/bridge-commands.ts'
import { ok, type Reply } from '#contract/reply.ts'

export type FakeAnswers = Partial<Record<CommandName, (input: never) => Promise<Reply<unknown>>>>

/** Services that answer every command with `{ command, input }` unless `answers` says otherwise; for tests of the bridge. */
export const createFakeServices = (answers: FakeAnswers = {}): BridgeCommands =>
  Object.fromEntries(
    Object.entries(bridgeCommandNames).map(([subject, methods]) => [
      subject,
      Object.fromEntries(
        methods.map((method) => {
          const command = `${subject}.${method}` as CommandName
          return [method, answers[command] ?? (async (input: unknown) => ok({ command, input }))]
        }),
      ),
    ]),
  ) as unknown as BridgeCommands
