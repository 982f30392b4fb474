import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { HoldAnswer, HoldOrder, HoldSetup } from './hold-messages.ts'

export type HoldDesk = {
  readonly ready: Promise<void>
  ask(order: HoldOrder): Promise<Extract<HoldAnswer, { kind: 'done' }>>
  stop(): Promise<void>
}

/** Starts one desk in its own process. A reported failure or an early end rejects the pending call. */
export const startHoldDesk = (setup: HoldSetup): HoldDesk => {
  const child = fork(join(import.meta.dirname, 'hold-process.ts'), [JSON.stringify(setup)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  let settle: (answer: HoldAnswer) => void = () => {}
  const next = (): Promise<HoldAnswer> =>
    new Promise((resolve) => {
      settle = resolve
    })
  const ended = new Promise<void>((resolve) =>
    child.once('exit', (code) => {
      settle({ kind: 'failed', problem: `desk ${setup.number} ended with code ${code}` })
      resolve()
    }),
  )
  const first = next()
  child.on('message', (answer: HoldAnswer) => settle(answer))
  const check = (answer: HoldAnswer): HoldAnswer => {
    if (answer.kind === 'failed') throw new Error(answer.problem)
    return answer
  }
  return {
    ready: first.then(check).then(() => undefined),
    ask: async (order) => {
      const answered = next()
      child.send(order)
      const answer = check(await answered)
      if (answer.kind !== 'done') throw new Error('A desk is out of step')
      return answer
    },
    stop: async () => {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
