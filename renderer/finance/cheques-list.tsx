import type { ComponentProps } from 'react'
import { useStore } from 'zustand'
import { maxChequesOfDeposit } from '#domain/finance/cheque-deposit.ts'
import { formatAmount } from '#domain/format/format-money.ts'
import type { Currency } from '#domain/values/money.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { Button } from '../kit/controls/button.tsx'
import { Checkbox } from '../kit/controls/checkbox.tsx'
import { CommitBar } from '../kit/controls/commit-bar.tsx'
import { VisuallyHidden } from '../kit/controls/visually-hidden.tsx'
import { chequeDepositWords, describeChequeSums } from './cheque-deposit-words.ts'
import { type ChequeDepositsStore, chosenCheques, type OpenCheque, sumOpenCheques } from './cheque-deposits-store.ts'
import { type OpenItem, OpenItemsList } from './open-items-list.tsx'

const words = chequeDepositWords.select

/** What the list needs to deposit cheques. */
export type DepositParts = {
  readonly depositsStore: ChequeDepositsStore
  /** Today at the location. */
  readonly today: PlainDate
  /** Why nothing can be deposited now; null if cheques can be deposited. */
  readonly depositReason: string | null
}

type Props = DepositParts &
  Omit<ComponentProps<typeof OpenItemsList>, 'choice' | 'children' | 'currency'> & {
    readonly currency: Currency
    readonly cheques: readonly OpenCheque[]
  }

/**
 * Lists the cheques that are not deposited, with a checkbox for each, and the count and total of the chosen ones. A
 * cheque whose amount is hidden cannot be chosen, because the total would reveal it.
 */
export function ChequesList({ depositsStore, today, depositReason, cheques, currency, ...list }: Props) {
  const { chosen, choose, begin } = useStore(depositsStore)
  const offered = cheques.filter(({ amount }) => amount !== null)
  const own = chosenCheques(cheques, chosen)
  const sums = describeChequeSums(sumOpenCheques(own, currency))
  const isAll = offered.length > 0 && own.length === offered.length
  const wrong =
    own.length === 0 ? words.nothing : own.length > maxChequesOfDeposit ? words.tooMany(maxChequesOfDeposit) : null
  const boxOf = ({ key, amount, studyID, currency: other }: OpenItem, member: string | undefined) => {
    const name = cheques.find(({ transactionID }) => transactionID === key)?.referenceID ?? ''
    const who = member ?? studyID
    if (amount === null) {
      return (
        <Checkbox isDisabled isSelected={false}>
          <VisuallyHidden>{words.hidden(name, who)}</VisuallyHidden>
        </Checkbox>
      )
    }
    return (
      <Checkbox isSelected={chosen.has(key)} onChange={(isChosen) => choose([key], isChosen)}>
        <VisuallyHidden>{words.one(name, `${who}, ${formatAmount(amount, other ?? currency)}`)}</VisuallyHidden>
      </Checkbox>
    )
  }
  return (
    <OpenItemsList
      {...list}
      currency={currency}
      choice={{
        header: (
          <Checkbox
            isSelected={isAll}
            isIndeterminate={own.length > 0 && !isAll}
            isDisabled={offered.length === 0}
            onChange={(isChosen) =>
              choose(
                offered.map(({ transactionID }) => transactionID),
                isChosen,
              )
            }
          >
            <VisuallyHidden>{words.all}</VisuallyHidden>
          </Checkbox>
        ),
        cell: boxOf,
      }}
    >
      <div className="s-finance__bar">
        <p className="s-finance__quiet">{words.hint}</p>
        <CommitBar who={<span role="status">{own.length === 0 ? words.none : words.selected(sums)}</span>} align="end">
          <Button
            variant="primary"
            size="small"
            disabledReason={wrong ?? depositReason}
            aria-label={own.length === 0 ? undefined : words.openOf(sums)}
            onPress={() => begin(own, today)}
          >
            {words.open}
          </Button>
        </CommitBar>
      </div>
    </OpenItemsList>
  )
}
