import type { Machine } from '#domain/locations/location.ts'
import { type MachineFields, machineFieldsSchema } from '#domain/locations/location-draft.ts'
import { locationFormWords } from './location-form-words.ts'
import { machineWords as words } from './machine-words.ts'

type Part = 'clean' | 'scan' | 'block'
export const machineParts = ['clean', 'scan', 'block'] as const satisfies readonly Part[]
export type ScanForm = Readonly<Record<Part, string>> & { readonly isOn: boolean }
/** The form of a machine: the typed text, before validation. */
export type MachineForm = {
  readonly name: string
  readonly active: boolean
  readonly scans: ReadonlyMap<number, ScanForm>
}

const noMinutes: ScanForm = { clean: '', scan: '', block: '', isOn: false }

/** Returns the form of a saved machine, or an empty one for null, with a line for each of the scan types. */
export const toMachineForm = (machine: Machine | null, skus: Iterable<number>): MachineForm => {
  const scans = new Map<number, ScanForm>()
  for (const skuID of [...skus, ...(machine?.availableSKUs ?? [])]) {
    const own = machine?.defaultTimes[String(skuID)]
    const isOn = machine?.availableSKUs.some((each) => each === skuID) ?? false
    scans.set(
      skuID,
      own === undefined
        ? { ...noMinutes, isOn }
        : { clean: String(own.clean), scan: String(own.scan), block: String(own.block), isOn },
    )
  }
  return { name: machine?.name ?? '', active: machine?.active !== false, scans }
}

/**
 * Returns the fields of the form. Returns null when a field is invalid: for example, if the minutes of a scan type are
 * not whole numbers, or if only one or two of the scan type's three boxes are filled in.
 */
export const parseMachineForm = ({ name, active, scans }: MachineForm): MachineFields | null => {
  const parsed = machineFieldsSchema.safeParse({
    name,
    active,
    scans: [...scans]
      .filter(([, { isOn }]) => isOn)
      .map(([skuID, form]) => {
        const isEmpty = machineParts.every((part) => form[part].trim() === '')
        const minute = (part: Part): number => (form[part].trim() === '' ? Number.NaN : Number(form[part]))
        return {
          skuID,
          minutes: isEmpty ? null : { clean: minute('clean'), scan: minute('scan'), block: minute('block') },
        }
      }),
  })
  return parsed.success ? parsed.data : null
}

/** Returns the values that differ between two forms of a machine, as the conflict shows them. */
export const machineDifferences = (
  mine: MachineForm,
  saved: MachineForm,
  skuNames: ReadonlyMap<number, string>,
): readonly { readonly field: string; readonly mine: string; readonly saved: string }[] => {
  const skuIDs = new Set([...mine.scans.keys(), ...saved.scans.keys()])
  const scanOf = ({ scans }: MachineForm, skuID: number): string => words.scanOf(scans.get(skuID) ?? noMinutes)
  return [
    { field: words.name, mine: mine.name, saved: saved.name },
    {
      field: words.active,
      mine: locationFormWords.isSet(mine.active),
      saved: locationFormWords.isSet(saved.active),
    },
    ...[...skuIDs].map((skuID) => ({
      field: words.scanType(skuNames.get(skuID), skuID),
      mine: scanOf(mine, skuID),
      saved: scanOf(saved, skuID),
    })),
  ].filter((line) => line.mine !== line.saved)
}
