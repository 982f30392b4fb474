import { useState } from 'react'
import { useStore } from 'zustand'
import type { ChequeDeposit, ChequeSum } from '#domain/finance/cheque-deposit.ts'
import { chequeProblemWords, nameCheque } from '#domain/finance/cheque-deposit-words.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { formatMoney } from '#domain/format/format-money.ts'
import { toWallTime, type ZoneId } from '#domain/values/location-clock.ts'
import type { Currency } from '#domain/values/money.ts'
import { type PlainDate, parsePlainDate } from '#domain/values/plain-date.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { CommitBar } from '../kit/controls/commit-bar.tsx'
import { DatePicker } from '../kit/controls/date-picker.tsx'
import { Dialog } from '../kit/controls/dialog.tsx'
import { Table } from '../kit/controls/table.tsx'
import { TextField } from '../kit/controls/text-field.tsx'
import { describeBookingFailure } from '../study/booking-failures.ts'
import { chequeDepositWords, describeChequeSums } from './cheque-deposit-words.ts'
import { type ChequeDepositsStore, type OpenCheque, sumOpenCheques } from './cheque-deposits-store.ts'
import { isLost } from './finance-state.ts'
import { failureTitle, financeWords } from './finance-words.ts'

const words = chequeDepositWords.dialog

type Props = {
  readonly store: ChequeDepositsStore
  readonly locationName: string
  readonly timezone: ZoneId
  readonly currency: Currency
  /** Today at the location, the last day that can be chosen. */
  readonly today: PlainDate
  /** Why nothing can be deposited now; null if cheques can be deposited. */
  readonly reason: string | null
  /** Called after each try, because the list of cheques may have changed. */
  readonly onTried: (deposit: ChequeDeposit | null) => void
}

/** Returns the day on which the last of the cheques was received. */
const newestDay = (cheques: readonly OpenCheque[], timezone: ZoneId): string | undefined =>
  cheques
    .map(({ date }) => toWallTime(date, timezone).date)
    .toSorted()
    .at(-1)

/** Asks for the day and the bank's reference of a deposit, and shows its count and total by currency. */
export function DepositDialog({ store, locationName, timezone, currency, today, reason, onTried }: Props) {
  const { form, sending, refused, change, leave, send } = useStore(store)
  const [isAsked, setIsAsked] = useState(false)
  if (form === null) return null
  const isPending = sending.kind === 'pending'
  const frozen = isLost(sending) ? words.frozen : null
  const sums = sumOpenCheques(form.cheques, currency)
  const day = parsePlainDate(form.date)
  const fields = sending.kind === 'failed' ? sending.failure.details?.fields : undefined
  const about = [describeChequeSums(sums), ...(day === undefined ? [] : [formatDate(day)]), locationName].join(' · ')
  const confirm = async (): Promise<void> => {
    setIsAsked(true)
    if (day === undefined) return
    const deposit = await send()
    if (deposit !== null) setIsAsked(false)
    onTried(deposit)
  }
  return (
    <Dialog
      isOpen
      onClose={leave}
      isDismissable={!isPending}
      width="narrow"
      title={words.title}
      subtitle={locationName}
      footer={
        <CommitBar who={about}>
          <Button onPress={leave} isDisabled={isPending}>
            {financeWords.cancel}
          </Button>
          <Button
            variant="primary"
            isPending={isPending}
            disabledReason={form.cheques.length === 0 ? words.noneLeft : reason}
            aria-label={words.confirmOf(form.cheques.length, about)}
            onPress={() => void confirm()}
          >
            {words.confirm(form.cheques.length)}
          </Button>
        </CommitBar>
      }
    >
      <p>{words.hint}</p>
      {refused.length === 0 ? null : (
        <Banner tone="error" title={words.changed}>
          <ul className="s-finance__refused">
            {refused.map((cheque) => (
              <li key={cheque.transactionID}>
                {nameCheque(cheque)}: {chequeProblemWords[cheque.problem]}
              </li>
            ))}
          </ul>
          <p>{words.changedHint}</p>
        </Banner>
      )}
      {sums.length === 0 ? null : (
        <Table<ChequeSum>
          caption={words.caption}
          density="small"
          rows={sums}
          rowKey={(sum) => sum.currency}
          columns={[
            { id: 'count', header: words.count, isRowHeader: true, cell: ({ count }) => count },
            {
              id: 'total',
              header: words.total,
              isNumeric: true,
              cell: (sum) => (sum.total === null ? financeWords.noFigure : formatMoney(sum.total, sum.currency)),
            },
          ]}
        />
      )}
      <DatePicker
        label={words.date}
        isRequired
        value={form.date}
        minValue={newestDay(form.cheques, timezone)}
        maxValue={today}
        disabledReason={frozen}
        onChange={(date) => change({ date })}
        errorMessage={fields?.date ?? (isAsked && day === undefined ? words.dateMissing : undefined)}
      />
      <TextField
        label={words.bankReference}
        maxLength={60}
        value={form.bankReference}
        disabledReason={frozen}
        onChange={(bankReference) => change({ bankReference })}
        errorMessage={fields?.bankReference}
      />
      {sending.kind === 'failed' && fields === undefined && refused.length === 0 ? (
        <Banner tone="error" title={failureTitle(sending.failure, words.refused, words.unknown)}>
          {describeBookingFailure(sending.failure).text}
        </Banner>
      ) : null}
    </Dialog>
  )
}
