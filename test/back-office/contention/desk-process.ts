import { openDatabase } from '#back-office/database/open-database.ts'
import { Refusal } from '#back-office/kernel/refusal.ts'
import { aCaller, BookingDesk } from '../booking/booking-desk.ts'
import type { DeskAnswer, DeskOrder, DeskSetup } from './desk-messages.ts'

/** One workstation as a process: it opens the database itself or calls a back office, and sends a request per order. */
const setup = JSON.parse(process.argv[2] ?? '') as DeskSetup

type Ask = (order: DeskOrder) => Promise<string>

const askByOperation = async (): Promise<Ask> => {
  if (setup.source === null) throw new Error('no database')
  const desk = new BookingDesk(await openDatabase(setup.source))
  const caller = aCaller(`Desk ${setup.number}`)
  return async (order) => {
    desk.now = order.now
    try {
      if (order.kind === 'hold') await desk.call('createHoldAssisted', { body: order.body }, caller)
      else await desk.call('createBooking', { body: order.body }, caller)
      return 'won'
    } catch (error) {
      if (error instanceof Refusal) return error.code
      return error instanceof Error ? error.message : String(error)
    }
  }
}

const askByHttp = async (): Promise<Ask> => async (order) => {
  const path = order.kind === 'hold' ? '/calendar/createHoldAssisted' : '/booking/create'
  try {
    const response = await fetch(`${setup.url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${setup.token}`,
        'idempotency-key': `${setup.number}-${order.round}`,
      },
      body: JSON.stringify(order.body),
    })
    const answer = (await response.json()) as { code?: string }
    return response.ok ? 'won' : (answer.code ?? `status ${response.status}`)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const sendToParent = (answer: DeskAnswer): void => {
  process.send?.(answer)
}

const ask = await (setup.url === null ? askByOperation() : askByHttp())
process.on('message', (order: DeskOrder) => {
  // The delay until `atMs` lets every workstation receive its order before any of them sends a request.
  setTimeout(
    async () => sendToParent({ kind: 'answer', round: order.round, outcome: await ask(order) }),
    Math.max(0, order.atMs - Date.now()),
  )
})
process.on('disconnect', () => process.exit(0))
sendToParent({ kind: 'ready' })
