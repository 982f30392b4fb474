import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { AdministeredPharmacy } from '#domain/people/pharmacy.ts'
import type { TableColumn } from '../kit/controls/table.tsx'
import { nameOrElse } from '../kit/name-or-else.ts'
import { chosenLocation, type WithLocations } from '../locations/locations-store.ts'
import { RecordDialog } from '../records/record-dialog.tsx'
import { actsColumn, RecordsSection, stateColumn } from '../records/records-section.tsx'
import type { WithConnectivity } from '../session/connectivity-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import type { PeopleFactories, PharmacyRecords } from './people-factories.ts'
import { pharmaciesSectionWords as words } from './pharmacies-section-words.ts'
import {
  newPharmacyValues,
  parsePharmacyForm,
  pharmacyFormFields,
  readCurrentPharmacy,
  toPharmacyValues,
} from './pharmacy-form.ts'

type Stores = PeopleFactories & WithConnectivity & WithLocations

/** Returns a postal code that stays on one line in a narrow column. */
const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0')

const placeOf = ({ address, address2, city, state, postalCode }: AdministeredPharmacy): string =>
  [address, address2, [city, state, unbroken(postalCode)].filter(Boolean).join(' ')].filter(Boolean).join(', ')

const columnsOf = (
  { locations }: PharmacyRecords,
  onEdit: (pharmacy: AdministeredPharmacy) => void,
): TableColumn<AdministeredPharmacy>[] => [
  { id: 'name', header: words.name, isRowHeader: true, cell: ({ name }) => name },
  { id: 'place', header: words.place, cell: placeOf },
  {
    id: 'numbers',
    header: words.numbers,
    cell: ({ phone_number, fax_number }) => (
      <>
        <div className="s-records__whole tabular">{phone_number}</div>
        {fax_number === '' ? null : <div className="s-records__whole tabular">{words.faxOf(fax_number)}</div>}
      </>
    ),
  },
  {
    id: 'near',
    header: words.near,
    cell: ({ locationIDs }) =>
      locationIDs.length === 0
        ? words.allLocations
        : locations
            .filter(({ locationID }) => locationIDs.includes(locationID))
            .map(({ address }) => address.name)
            .join(', '),
  },
  stateColumn(),
  actsColumn(({ name }) => name, onEdit),
]

/** Shows the directory of pharmacies, with forms to add and change them. */
export function PharmaciesSection({ bridge, stores, notices }: ScreenProps<Stores>) {
  const store = useMemo(() => stores.newPharmacyRecords(), [stores])
  const location = useStore(stores.locations, chosenLocation)
  const [edited, setEdited] = useState<AdministeredPharmacy | 'new' | null>(null)
  const { save } = store.getState()
  return (
    <RecordsSection
      store={store}
      connectivity={stores.connectivity}
      words={words.section}
      rowsOf={({ pharmacies }) => pharmacies}
      keyOf={({ pharmacyID }) => pharmacyID}
      textOf={(pharmacy) => `${pharmacy.name} ${placeOf(pharmacy)} ${pharmacy.phone_number} ${pharmacy.fax_number}`}
      columnsOf={(records) => columnsOf(records, setEdited)}
      onAdd={() => setEdited('new')}
    >
      {({ locations }, offlineReason) =>
        edited === null ? null : (
          <RecordDialog
            title={edited === 'new' ? words.addTitle : words.editTitle(edited.name)}
            saveLabel={words.save}
            who={({ name, city = '' }) =>
              edited === 'new' ? words.who(nameOrElse(name, words.unnamed), city) : words.who(edited.name, edited.city)
            }
            fields={pharmacyFormFields(edited === 'new', locations)}
            initial={edited === 'new' ? newPharmacyValues(location) : toPharmacyValues(edited)}
            version={edited === 'new' ? null : edited.version}
            parse={parsePharmacyForm}
            send={({ active, ...fields }, version) =>
              edited === 'new'
                ? save('new', (idempotencyKey) => bridge.pharmacies.create({ ...fields, idempotencyKey }))
                : save(edited.pharmacyID, () =>
                    bridge.pharmacies.change({ pharmacyID: edited.pharmacyID, ...fields, active, version }),
                  )
            }
            readCurrent={readCurrentPharmacy}
            offlineReason={offlineReason}
            onSaved={({ name = '' }) => notices.success(words.saved(name))}
            onClose={() => setEdited(null)}
          />
        )
      }
    </RecordsSection>
  )
}
