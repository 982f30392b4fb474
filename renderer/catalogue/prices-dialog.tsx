import type { Reply } from '#contract/reply.ts'
import type {
  AdministeredCatalogue,
  AdministeredSku,
  LocationPrice,
  PriceLocation,
} from '#domain/catalogue/administered-catalogue.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { formatAmount } from '#domain/format/format-money.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import { type PlainDate, parsePlainDate } from '#domain/values/plain-date.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { Table } from '../kit/controls/table.tsx'
import { type ParsedRecord, RecordDialog } from '../records/record-dialog.tsx'
import { choicesOf, type RecordFieldSpec, type RecordValues } from '../records/record-field.tsx'
import { recordsWords } from '../records/records-words.ts'
import { parsedOrErrors, typedAmount } from '../records/typed-fields.ts'
import { catalogueSectionWords as words } from './catalogue-section-words.ts'

type PriceInput = {
  readonly locationIDs: readonly LocationID[]
  readonly price: number | null
  readonly firstDay: PlainDate
  readonly isAdminOnly: boolean
}

type Props = {
  readonly sku: AdministeredSku
  readonly catalogue: AdministeredCatalogue
  readonly offlineReason: string | null
  readonly send: (input: PriceInput) => Promise<Reply<unknown>>
  readonly onSaved: () => void
  readonly onClose: () => void
}

const fieldsOf = (locations: readonly PriceLocation[]): readonly RecordFieldSpec[] => [
  {
    name: 'locationIDs',
    label: words.locations,
    kind: 'choices',
    options: locations.map(({ locationID, name, currency }) => ({ value: locationID, label: `${name} (${currency})` })),
  },
  { name: 'price', label: words.newPrice, kind: 'number', description: words.newPriceHint },
  { name: 'firstDay', label: words.firstDay, kind: 'date', isRequired: true, description: words.firstDayHint },
  { name: 'isAdminOnly', label: words.staffOnly, kind: 'check' },
  { name: 'endSale', label: words.endSale, kind: 'check', description: words.endSaleHint },
]

const parse = (values: RecordValues, locations: readonly PriceLocation[]): ParsedRecord<PriceInput> => {
  const chosen = choicesOf(values.locationIDs)
  const locationIDs = locations.map(({ locationID }) => locationID).filter((id) => chosen.includes(id))
  const price = typedAmount(values.price)
  const isEnd = values.endSale === 'yes'
  const firstDay = parsePlainDate(values.firstDay)
  const errors = {
    locationIDs: locationIDs.length === 0 && words.chooseLocation,
    price: !isEnd && price === null && words.amountInvalid,
    firstDay: firstDay === undefined && recordsWords.required,
  }
  return parsedOrErrors(errors, () => ({
    locationIDs,
    price: isEnd ? null : price,
    firstDay: firstDay as PlainDate,
    isAdminOnly: values.isAdminOnly === 'yes',
  }))
}

/** Shows the price history of one scan type. Adds a price, or ends the sale, at the chosen locations from a day on. */
export function PricesDialog({ sku, catalogue, offlineReason, send, onSaved, onClose }: Props) {
  const { locations } = catalogue
  // The initial first day is the latest of the locations' current dates, so that it is not in the past at any location.
  // No location is chosen at first, so that a save by mistake does not change prices everywhere.
  const initial = {
    firstDay:
      locations
        .map(({ today }) => today)
        .toSorted()
        .at(-1) ?? '',
  }
  return (
    <RecordDialog
      title={words.priceTitle(sku.name)}
      subtitle={words.priceIntro}
      saveLabel={words.savePrice}
      who={({ locationIDs }) => {
        const chosen = choicesOf(locationIDs)
        const places = locations.filter(({ locationID }) => chosen.includes(locationID))
        return words.priceWho(
          sku.name,
          places.map(({ name }) => name),
        )
      }}
      fields={fieldsOf(locations)}
      initial={initial}
      version={null}
      parse={(values) => parse(values, locations)}
      send={send}
      readCurrent={() => null}
      offlineReason={offlineReason}
      onSaved={onSaved}
      onClose={onClose}
    >
      <History sku={sku} catalogue={catalogue} />
    </RecordDialog>
  )
}

type HistoryRow = Pick<LocationPrice, 'priceID' | 'locationID' | 'price' | 'isInEffect' | 'by'> & {
  readonly firstDay: PlainDate | null
}

function History({ sku, catalogue }: Pick<Props, 'sku' | 'catalogue'>) {
  const { prices, locations } = catalogue
  const rows: readonly HistoryRow[] = prices.filter(({ skuID }) => skuID === sku.skuID)
  // A price that is stored only in a location's own record has no price row, so a row is added for it.
  const own = locations.flatMap(({ locationID, sold }): readonly HistoryRow[] => {
    const price = sold.find(({ skuID }) => skuID === sku.skuID)?.price
    const isRow = rows.some((row) => row.locationID === locationID && row.isInEffect)
    return price === undefined || isRow
      ? []
      : [{ priceID: `own ${locationID}`, locationID, price, firstDay: null, isInEffect: true, by: '' }]
  })
  const placeOf = (locationID: LocationID) => locations.find((place) => place.locationID === locationID)
  return (
    <div className="s-records__history">
      <Table
        caption={words.history}
        isCaptionHidden={false}
        density="small"
        rows={[...rows, ...own]}
        rowKey={({ priceID }) => priceID}
        empty={words.noHistory}
        columns={[
          {
            id: 'location',
            header: words.historyLocation,
            isRowHeader: true,
            cell: ({ locationID }) => placeOf(locationID)?.name ?? locationID,
          },
          {
            id: 'price',
            header: words.historyPrice,
            isNumeric: true,
            cell: ({ price, locationID }) =>
              price === null ? words.saleEnded : formatAmount(price, placeOf(locationID)?.currency ?? 'CAD'),
          },
          {
            id: 'from',
            header: words.historyFrom,
            cell: ({ firstDay }) => (firstDay === null ? words.own : formatDate(firstDay)),
          },
          { id: 'by', header: words.historyBy, cell: ({ by }) => by },
          {
            id: 'state',
            header: words.historyState,
            cell: ({ isInEffect }) => (
              <Badge tone={isInEffect ? 'success' : 'neutral'}>{isInEffect ? words.counts : words.waits}</Badge>
            ),
          },
        ]}
      />
    </div>
  )
}
