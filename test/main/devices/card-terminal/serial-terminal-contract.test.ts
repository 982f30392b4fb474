import { currencies, toMoney } from '#domain/values/money.ts'
import { toEcrReference } from '#main/devices/card-terminal/ecr-messages.ts'
import { describeCardTerminal } from '../../../contract/card-terminal-suite.ts'
import { locationID, missing, setUpSerialDesk } from './serial-desk.ts'

describeCardTerminal(
  'serial, with a pad on a pseudo-terminal',
  async () => {
    const { pad, terminal, stop } = await setUpSerialDesk()
    return {
      terminal,
      locationID,
      nextCard: (does) => {
        pad.nextCards(does === 'lose-reader' ? 'approve' : does)
        if (does === 'lose-reader') pad.whenWorking(() => void pad.unplug())
      },
      request: async (attemptID) => ({
        attemptID,
        kind: 'payment',
        amount: toMoney(125_000),
        currency: currencies[0],
        clientSecret: '',
        refund: null,
      }),
      charges: async (attemptID) => pad.charges(toEcrReference(attemptID)),
      stop,
    }
  },
  missing,
)
