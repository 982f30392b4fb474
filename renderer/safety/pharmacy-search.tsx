import { Eraser, Search, Undo2 } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type StoreApi, useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { findPharmacies } from '#domain/people/find-pharmacies.ts'
import { type DirectoryPharmacy, pharmacyFieldNames } from '#domain/people/pharmacy.ts'
import { isNoPharmacy, noPharmacy, toPharmacyAnswers, toPharmacyFields } from '#domain/study/pharmacy-answers.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import { Button } from '../kit/controls/button.tsx'
import { ComboBox } from '../kit/controls/combo-box.tsx'
import type { SelectOption } from '../kit/controls/options.tsx'
import type { SafetyFormState } from './safety-form-store.ts'
import { useSafetyLanguage } from './safety-language.tsx'
import { type PharmacyReader, usePharmacies } from './use-pharmacies.ts'
import './pharmacy-search.css'

/** Maximum number of options in the list. The user types more text to find the others. */
const maxShown = 50

type Fields = typeof noPharmacy

const isSame = (one: Fields, other: Fields): boolean => pharmacyFieldNames.every((name) => one[name] === other[name])

type Props = {
  readonly store: StoreApi<SafetyFormState>
  readonly bridge: PharmacyReader
  /** The study's location, whose pharmacies are first; null if it is unknown. */
  readonly locationID: LocationID | null
  readonly isDisabled: boolean
}

/**
 * Shows a search of the pharmacy directory, above the questions about the pharmacy. A choice answers all these
 * questions, and each answer can be changed by hand afterwards. Shows nothing while the directory is empty.
 */
export function PharmacySearch({ bridge, ...props }: Props) {
  const directory = usePharmacies(bridge)
  const { pharmacy: words } = useSafetyLanguage().words
  // A member's own page has no session, so the directory may be unavailable. The member then types into the fields.
  if (directory.kind === 'failed' && directory.failure.code !== 'signed-out') {
    return (
      <li className="sq sq-pharmacy">
        <span className="sq__hint">{words.unread}</span>
      </li>
    )
  }
  if (directory.kind !== 'ready' || directory.value.length === 0) return null
  return <KnownPharmacies {...props} pharmacies={directory.value} />
}

/** The choice or the removal of a pharmacy, with the fields before and after it. */
type Change = { readonly text: string; readonly before: Fields; readonly after: Fields }

type KnownProps = Omit<Props, 'bridge'> & { readonly pharmacies: readonly DirectoryPharmacy[] }

function KnownPharmacies({ store, pharmacies, locationID, isDisabled }: KnownProps) {
  const { language, words: all } = useSafetyLanguage()
  const words = all.pharmacy
  const fields = useStore(
    store,
    useShallow(({ answers }) => toPharmacyFields(answers)),
  )
  const chosen = pharmacies.find((pharmacy) => isSame(pharmacy, fields))
  const [typed, setTyped] = useState('')
  const [change, setChange] = useState<Change | null>(null)
  const root = useRef<HTMLLIElement>(null)
  // Each key press in a pharmacy field renders this component again, and a directory can have thousands of entries.
  const options = useMemo(
    () => toOptions(pharmacies, { typed, chosen, locationID }, words),
    [pharmacies, typed, chosen, locationID, words],
  )

  const fill = (after: Fields, text: string): void => {
    const before = toPharmacyFields(store.getState().answers)
    store.getState().answerAll(toPharmacyAnswers(after))
    setChange({ text, before, after: toPharmacyFields(toPharmacyAnswers(after)) })
  }
  const choose = (id: string | null): void => {
    const pharmacy = pharmacies.find(({ pharmacyID }) => pharmacyID === id)
    // An emptied box changes no field, because the user is starting another search.
    if (pharmacy !== undefined && pharmacy !== chosen) fill(pharmacy, words.filled(pharmacy.name))
  }
  /** Makes a change by a button that then disappears, and moves the focus to the search box. */
  const changeBy = (work: () => void): void => {
    flushSync(work)
    root.current?.querySelector('input')?.focus()
  }
  const undone = change !== null && isSame(change.after, fields) ? change : null

  return (
    <li className="sq sq-pharmacy" ref={root}>
      <ComboBox
        label={words.label}
        description={words.hint}
        placeholder={words.placeholder}
        emptyText={words.noMatch}
        icon={<Search aria-hidden="true" size={16} />}
        locale={language}
        options={options}
        value={chosen?.pharmacyID ?? null}
        onInputChange={setTyped}
        // `toOptions` has already searched, by more than the name, so each option in the list matches.
        matches={() => true}
        isDisabled={isDisabled}
        onChange={choose}
      />
      <div className="sq-pharmacy__after">
        <span role="status" className="sq__hint">
          {undone?.text}
        </span>
        {undone === null ? null : (
          <Button
            size="small"
            icon={<Undo2 aria-hidden="true" />}
            aria-label={words.undoLabel}
            isDisabled={isDisabled}
            onPress={() =>
              changeBy(() => {
                store.getState().answerAll(toPharmacyAnswers(undone.before))
                setChange(null)
              })
            }
          >
            {words.undo}
          </Button>
        )}
        {isNoPharmacy(fields) ? null : (
          <Button
            size="small"
            icon={<Eraser aria-hidden="true" />}
            isDisabled={isDisabled}
            onPress={() => changeBy(() => fill(noPharmacy, words.cleared))}
          >
            {words.clear}
          </Button>
        )}
      </div>
    </li>
  )
}

type Words = ReturnType<typeof useSafetyLanguage>['words']['pharmacy']

type Wanted = {
  readonly typed: string
  readonly chosen: DirectoryPharmacy | undefined
  readonly locationID: LocationID | null
}

/**
 * Returns the options for the typed text; all of them while the text is the name of the chosen pharmacy. Address and
 * phone number distinguish two shops of the same name.
 */
const toOptions = (
  pharmacies: readonly DirectoryPharmacy[],
  { typed, chosen, locationID }: Wanted,
  words: Pick<Words, 'near' | 'others'>,
): readonly SelectOption[] => {
  const isAll = typed === '' || typed === chosen?.name
  const found = findPharmacies(pharmacies, isAll ? '' : typed, locationID).slice(0, maxShown)
  // The box finds the name of the chosen pharmacy in its options, so the list must contain that pharmacy.
  const listed = !isAll || chosen === undefined || found.includes(chosen) ? found : [chosen, ...found]
  return listed.map(({ pharmacyID, name, address, address2, city, postalCode, phone_number, locationIDs }) => {
    const place = [address, address2, city, postalCode].filter(Boolean).join(', ')
    const isNear = locationIDs.length === 0 || (locationID !== null && locationIDs.includes(locationID))
    return {
      value: pharmacyID,
      label: name,
      description: [place, phone_number].filter(Boolean).join(' · '),
      group: locationID === null ? undefined : isNear ? words.near : words.others,
    }
  })
}
