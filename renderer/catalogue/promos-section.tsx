import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { AdministeredPromo } from '#domain/catalogue/administered-catalogue.ts'
import { formatDate } from '#domain/format/format-date.ts'
import type { Location } from '#domain/locations/location.ts'
import { describePromo, isPromoExpired } from '#domain/payments/promo.ts'
import { toEpochMs } from '#domain/values/instant.ts'
import type { WithClock } from '../kit/clock-store.ts'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import type { TableColumn } from '../kit/controls/table.tsx'
import { nameOrElse } from '../kit/name-or-else.ts'
import { chosenLocation, type WithLocations } from '../locations/locations-store.ts'
import { RecordDialog } from '../records/record-dialog.tsx'
import { actsColumn, RecordsSection, stateColumn } from '../records/records-section.tsx'
import type { WithConnectivity } from '../session/connectivity-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import type { CatalogueFactories, PromoRecords } from './catalogue-factories.ts'
import { promoSectionWords as words } from './catalogue-section-words.ts'
import { parsePromoForm, promoDay, promoFormFields, readCurrentPromo, toPromoValues } from './promo-form.ts'

type Stores = CatalogueFactories & WithClock & WithConnectivity & WithLocations

/** Shows the promo codes, with forms to add and change them. Days are in the time zone of the chosen location. */
export function PromosSection(props: ScreenProps<Stores>) {
  const location = useStore(props.stores.locations, chosenLocation)
  if (location === undefined) return <EmptyState title={words.noLocationTitle}>{words.noLocation}</EmptyState>
  return <Promos {...props} location={location} />
}

const columnsOf = (
  { catalogue }: PromoRecords,
  { timezone }: Location,
  now: number,
  onEdit: (promo: AdministeredPromo) => void,
): TableColumn<AdministeredPromo>[] => [
  { id: 'code', header: words.code, isRowHeader: true, cell: ({ promoID }) => promoID },
  { id: 'discount', header: words.discount, cell: (promo) => describePromo(promo) },
  { id: 'category', header: words.category, cell: ({ category }) => words.categories[category] },
  {
    id: 'skus',
    header: words.skus,
    cell: ({ skuIDs }) =>
      catalogue.skus
        .filter(({ skuID }) => skuIDs.includes(skuID))
        .map(({ shortName }) => shortName)
        .join(', '),
  },
  {
    id: 'valid',
    header: words.validity,
    cell: ({ validFrom, validTo }) =>
      words.range(formatDate(promoDay(validFrom, timezone)), formatDate(promoDay(validTo, timezone))),
  },
  stateColumn((promo) => isPromoExpired(promo, now)),
  actsColumn(({ promoID }) => promoID, onEdit),
]

function Promos({ bridge, stores, notices, location }: ScreenProps<Stores> & { readonly location: Location }) {
  const store = useMemo(() => stores.newPromoRecords(), [stores])
  const [edited, setEdited] = useState<AdministeredPromo | 'new' | null>(null)
  const { save } = store.getState()
  const zone = location.timezone
  const now = useStore(stores.clock, ({ minute }) => toEpochMs(minute) / 1000)
  return (
    <RecordsSection
      store={store}
      connectivity={stores.connectivity}
      words={words.section}
      rowsOf={({ promos }) => promos}
      keyOf={({ promoID }) => promoID}
      textOf={({ promoID, name, category }) => `${promoID} ${name} ${category}`}
      columnsOf={(value) => columnsOf(value, location, now, setEdited)}
      onAdd={() => setEdited('new')}
    >
      {({ catalogue }, offlineReason) =>
        edited === null ? null : (
          <RecordDialog
            title={edited === 'new' ? words.addTitle : words.editTitle(edited.promoID)}
            saveLabel={words.save}
            who={({ promoID }) => (edited === 'new' ? nameOrElse(promoID, words.unnamed) : edited.promoID)}
            fields={promoFormFields(edited === 'new', catalogue, location)}
            initial={edited === 'new' ? { type: 'fixed', category: 'all' } : toPromoValues(edited, zone)}
            version={edited === 'new' ? null : edited.version}
            parse={(values) => parsePromoForm(values, catalogue.skus, zone)}
            send={({ promoID, active, ...fields }, version) =>
              edited === 'new'
                ? save('new', (idempotencyKey) => bridge.catalogue.createPromo({ promoID, ...fields, idempotencyKey }))
                : save(promoID, () => bridge.catalogue.changePromo({ promoID, ...fields, active, version }))
            }
            readCurrent={(current) => readCurrentPromo(current, zone)}
            offlineReason={offlineReason}
            onSaved={({ promoID = '' }) => notices.success(words.saved(promoID))}
            onClose={() => setEdited(null)}
          />
        )
      }
    </RecordsSection>
  )
}
