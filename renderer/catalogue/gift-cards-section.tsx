import { useMemo, useState } from 'react'
import { type AdministeredGiftCard, administeredGiftCardSchema } from '#domain/catalogue/administered-catalogue.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { formatAmount } from '#domain/format/format-money.ts'
import { type Currency, currencies } from '#domain/values/money.ts'
import { parsePlainDate } from '#domain/values/plain-date.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Dialog } from '../kit/controls/dialog.tsx'
import { createCurrentReader, RecordDialog } from '../records/record-dialog.tsx'
import type { RecordFieldSpec, RecordValues } from '../records/record-field.tsx'
import { actsColumn, RecordsSection, stateColumn } from '../records/records-section.tsx'
import { recordsWords } from '../records/records-words.ts'
import { parsedOrErrors, typedAmount } from '../records/typed-fields.ts'
import type { WithConnectivity } from '../session/connectivity-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import type { CatalogueFactories } from './catalogue-factories.ts'
import { giftCardSectionWords as words } from './catalogue-section-words.ts'

type Stores = CatalogueFactories & WithConnectivity

const issueFields: readonly RecordFieldSpec[] = [
  { name: 'amount', label: words.amount, kind: 'number', isRequired: true },
  {
    name: 'currency',
    label: words.currency,
    kind: 'choice',
    isRequired: true,
    options: currencies.map((currency) => ({ value: currency, label: currency })),
  },
]

const stateFields: readonly RecordFieldSpec[] = [
  { name: 'active', label: recordsWords.active, kind: 'check', description: recordsWords.activeHint },
]

const currencyOf = (chosen: string | undefined): Currency => currencies.find((each) => each === chosen) ?? currencies[0]

const toValues = ({ active }: AdministeredGiftCard): RecordValues => ({ active: active ? 'yes' : '' })

const readCurrent = createCurrentReader(administeredGiftCardSchema, toValues)

/** Shows the gift cards with their balances. Issues cards, showing each number once, and deactivates cards. */
export function GiftCardsSection({ bridge, stores, notices }: ScreenProps<Stores>) {
  const store = useMemo(() => stores.newGiftCardRecords(), [stores])
  const [edited, setEdited] = useState<AdministeredGiftCard | 'new' | null>(null)
  const [issued, setIssued] = useState<string | null>(null)
  const { save } = store.getState()
  return (
    <RecordsSection
      store={store}
      connectivity={stores.connectivity}
      words={words.section}
      rowsOf={(cards) => cards}
      keyOf={({ giftCardID }) => giftCardID}
      textOf={({ lastCharacters, currency }) => `${lastCharacters} ${currency}`}
      columnsOf={() => [
        { id: 'card', header: words.card, isRowHeader: true, cell: ({ lastCharacters }) => lastCharacters },
        {
          id: 'balance',
          header: words.balance,
          isNumeric: true,
          cell: ({ balance, currency }) => formatAmount(balance, currency),
        },
        {
          id: 'issued',
          header: words.issued,
          cell: ({ issuedAt }) => {
            const date = parsePlainDate(issuedAt.slice(0, 10))
            return date === undefined ? null : formatDate(date)
          },
        },
        stateColumn<AdministeredGiftCard>(),
        actsColumn<AdministeredGiftCard>(({ lastCharacters }) => lastCharacters, setEdited),
      ]}
      onAdd={() => setEdited('new')}
    >
      {(_cards, offlineReason) => (
        <>
          {edited === 'new' ? (
            <RecordDialog
              title={words.issueTitle}
              saveLabel={words.issue}
              who={({ amount, currency }) => {
                const typed = typedAmount(amount, 'above-zero')
                return words.issueWho(typed === null ? null : formatAmount(typed, currencyOf(currency)))
              }}
              fields={issueFields}
              initial={{ currency: currencies[0] }}
              version={null}
              parse={({ amount, currency }) => {
                const typed = typedAmount(amount, 'above-zero')
                return parsedOrErrors({ amount: typed === null && words.amountInvalid }, () => ({
                  amount: typed ?? 0,
                  currency: currencyOf(currency),
                }))
              }}
              send={async (input) => {
                const reply = await save('new', (idempotencyKey) =>
                  bridge.catalogue.issueGiftCard({ ...input, idempotencyKey }),
                )
                if (reply.ok) setIssued(reply.value.number)
                return reply
              }}
              readCurrent={() => null}
              offlineReason={offlineReason}
              onSaved={() => undefined}
              onClose={() => setEdited(null)}
            />
          ) : edited === null ? null : (
            <RecordDialog
              title={words.editTitle(edited.lastCharacters)}
              saveLabel={words.save}
              who={() => words.who(edited.lastCharacters, formatAmount(edited.balance, edited.currency))}
              fields={stateFields}
              initial={toValues(edited)}
              version={edited.version}
              parse={({ active }) => parsedOrErrors({}, () => ({ active: active === 'yes' }))}
              send={({ active }, version) =>
                save(edited.giftCardID, () =>
                  bridge.catalogue.changeGiftCard({ giftCardID: edited.giftCardID, active, version }),
                )
              }
              readCurrent={readCurrent}
              offlineReason={offlineReason}
              onSaved={() => notices.success(words.saved(edited.lastCharacters))}
              onClose={() => setEdited(null)}
            />
          )}
          {issued === null ? null : <IssuedNumber number={issued} onDone={() => setIssued(null)} />}
        </>
      )}
    </RecordsSection>
  )
}

function IssuedNumber({ number, onDone }: { readonly number: string; readonly onDone: () => void }) {
  return (
    <Dialog
      isOpen
      width="narrow"
      isDismissable={false}
      title={words.issuedTitle}
      onClose={onDone}
      footer={
        <Button variant="primary" onPress={onDone}>
          {words.done}
        </Button>
      }
    >
      <div className="s-records__form">
        <p>
          <span>{words.numberLabel}: </span>
          <output className="s-records__number">{number}</output>
        </p>
        <Banner tone="warning" title={words.issuedText} />
      </div>
    </Dialog>
  )
}
