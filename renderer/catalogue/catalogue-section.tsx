import { useMemo, useState } from 'react'
import type { AdministeredCatalogue, AdministeredSku } from '#domain/catalogue/administered-catalogue.ts'
import { formatTableAmount } from '#domain/format/format-money.ts'
import { roundToMoney } from '#domain/values/money.ts'
import { Button } from '../kit/controls/button.tsx'
import type { TableColumn } from '../kit/controls/table.tsx'
import { nameOrElse } from '../kit/name-or-else.ts'
import { RecordDialog } from '../records/record-dialog.tsx'
import { actsColumn, RecordsSection, stateColumn } from '../records/records-section.tsx'
import type { WithConnectivity } from '../session/connectivity-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import type { CatalogueFactories } from './catalogue-factories.ts'
import { catalogueSectionWords as words } from './catalogue-section-words.ts'
import { PricesDialog } from './prices-dialog.tsx'
import { newSkuValues, parseSkuForm, readCurrentSku, skuFormFields, toSkuValues } from './sku-form.ts'

type Stores = CatalogueFactories & WithConnectivity

type Open =
  | { readonly kind: 'new' }
  | { readonly kind: 'sku'; readonly sku: AdministeredSku }
  | { readonly kind: 'prices'; readonly sku: AdministeredSku }

const columnsOf = (
  { locations }: AdministeredCatalogue,
  open: (what: Open) => void,
): TableColumn<AdministeredSku>[] => [
  { id: 'number', header: words.number, cell: ({ skuID }) => skuID },
  { id: 'name', header: words.name, isRowHeader: true, cell: ({ name }) => name },
  { id: 'kind', header: words.kind, cell: ({ type }) => <span className="s-records__whole">{words.kinds[type]}</span> },
  {
    id: 'price',
    header: words.priceIn([...new Set(locations.map(({ currency }) => currency))].toSorted()),
    isNumeric: true,
    cell: ({ price }) => formatTableAmount(roundToMoney(price)),
  },
  {
    id: 'sold',
    header: words.soldAt,
    cell: ({ skuID }) => (
      <span className="s-records__whole">
        {words.soldAtCount(locations.filter(({ sold }) => sold.some((each) => each.skuID === skuID)).length)}
      </span>
    ),
  },
  stateColumn(),
  actsColumn(
    ({ name }) => name,
    (sku) => open({ kind: 'sku', sku }),
    (sku) => (
      <Button size="small" aria-label={words.pricesOf(sku.name)} onPress={() => open({ kind: 'prices', sku })}>
        {words.prices}
      </Button>
    ),
  ),
]

/** Shows scan types and add-ons, with forms to add and change them, and their prices at each location. */
export function CatalogueSection({ bridge, stores, notices }: ScreenProps<Stores>) {
  const store = useMemo(() => stores.newCatalogueRecords(), [stores])
  const [open, setOpen] = useState<Open | null>(null)
  const { save } = store.getState()
  const close = (): void => setOpen(null)
  return (
    <RecordsSection
      store={store}
      connectivity={stores.connectivity}
      words={words.section}
      rowsOf={({ skus }) => skus}
      keyOf={({ skuID }) => String(skuID)}
      textOf={({ skuID, name, shortName, category }) => `${skuID} ${name} ${shortName} ${category}`}
      columnsOf={(catalogue) => columnsOf(catalogue, setOpen)}
      onAdd={() => setOpen({ kind: 'new' })}
    >
      {(catalogue, offlineReason) => {
        if (open === null) return null
        if (open.kind === 'prices') {
          return (
            <PricesDialog
              sku={open.sku}
              catalogue={catalogue}
              offlineReason={offlineReason}
              send={(input) =>
                save(`prices ${open.sku.skuID}`, (idempotencyKey) =>
                  bridge.catalogue.addPrices({ skuID: open.sku.skuID, ...input, idempotencyKey }),
                )
              }
              onSaved={() => notices.success(words.pricesSaved(open.sku.name))}
              onClose={close}
            />
          )
        }
        const sku = open.kind === 'sku' ? open.sku : null
        return (
          <RecordDialog
            title={sku === null ? words.addTitle : words.editTitle(sku.name)}
            saveLabel={words.save}
            who={({ name, skuID = '' }) =>
              sku === null ? words.who(nameOrElse(name, words.unnamed), skuID) : words.who(sku.name, String(sku.skuID))
            }
            fields={skuFormFields(sku === null)}
            initial={sku === null ? newSkuValues : toSkuValues(sku)}
            version={sku?.version ?? null}
            parse={parseSkuForm}
            send={({ skuID, type, active, ...fields }, version) =>
              sku === null
                ? save('new', (idempotencyKey) =>
                    bridge.catalogue.createSku({ skuID, type, ...fields, idempotencyKey }),
                  )
                : save(String(skuID), () => bridge.catalogue.changeSku({ skuID, ...fields, active, version }))
            }
            readCurrent={readCurrentSku}
            offlineReason={offlineReason}
            onSaved={({ name = '' }) => notices.success(words.saved(name))}
            onClose={close}
          />
        )
      }}
    </RecordsSection>
  )
}
