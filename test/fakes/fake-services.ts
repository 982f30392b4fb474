import type { BridgeCommands, CommandName } from '#contract/bridge.ts'
import { bridgeSchemas } from '#contract/bridge-schemas.ts'
import { ok, type Reply } from '#contract/reply.ts'

export type FakeAnswers = Partial<Record<CommandName, (input: never) => Promise<Reply<unknown>>>>

/**
 * Services that answer every command with `{ command, input }` unless `answers` has another answer; for tests of the
 * bridge.
 */
export const createFakeServices = (answers: FakeAnswers = {}): BridgeCommands =>
  Object.fromEntries(
    Object.entries(bridgeSchemas).map(([subject, commands]) => [
      subject,
      Object.fromEntries(
        Object.keys(commands).map((method) => {
          const command = `${subject}.${method}` as CommandName
          return [method, answers[command] ?? (async (input: unknown) => ok({ command, input }))]
        }),
      ),
    ]),
  ) as unknown as BridgeCommands
