import { randomUUID } from 'node:crypto'
import { createSimulatedProcessor } from '#back-office/demo/card-processor/simulated-processor.ts'
import type { AttemptID } from '#domain/payments/transaction.ts'
import { toMoney } from '#domain/values/money.ts'

/** Charges one attempt after another and prints the id of each, until the process is killed. */
const [dataFolder = '', name = ''] = process.argv.slice(2)
const processor = createSimulatedProcessor({ dataFolder, now: () => 1, newId: randomUUID })
for (let n = 0; ; n += 1) {
  const attemptID = `${name}-${String(n).padStart(6, '0')}` as AttemptID
  const made = await processor.createIntent({
    attemptID,
    amount: toMoney(10_000),
    currency: 'CAD',
    kind: 'card_present',
    metadata: {},
  })
  if (!made.ok) throw new Error(made.message)
  await processor.confirmSimulated?.(made.value.clientSecret, 'pm_card_visa')
  process.stdout.write(`${attemptID}\n`)
}
