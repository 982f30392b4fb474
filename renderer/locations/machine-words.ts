/** The texts about a location's machines. */
export const machineWords = {
  title: 'Machines',
  empty: 'No machine yet. Add the first one, so that times can be offered.',
  add: 'Add machine',
  edit: (name: string) => `Change ${name}`,
  change: 'Change',
  inactive: 'Inactive',
  noScans: 'No scan types',
  newTitle: 'New machine',
  name: 'Name',
  active: 'Takes bookings',
  scans: 'Scan types and minutes',
  clean: (sku: string) => `Cleaning minutes of ${sku}`,
  scan: (sku: string) => `Scan minutes of ${sku}`,
  block: (sku: string) => `Blocked minutes of ${sku}`,
  scanType: (name: string | undefined, skuID: number) => `${name ?? skuID} (${skuID})`,
  scanOf: ({ isOn, clean, scan, block }: Record<'clean' | 'scan' | 'block', string> & { readonly isOn: boolean }) =>
    !isOn
      ? 'Not scanned here'
      : `${clean}${scan}${block}`.trim() === ''
        ? "The catalogue's minutes"
        : `Cleaning ${clean}, scan ${scan}, blocked ${block} minutes`,
  heads: { scan: 'Scan type', clean: 'Cleaning', minutes: 'Scan', block: 'Blocked' },
  noneChosenTitle: 'No scan type is chosen',
  noneChosen: 'No times are offered on this machine until you choose a scan type.',
  noSkus: 'The catalogue has no scan types yet. Add them under Catalogue first.',
  minutesHint: "If minutes are empty, the catalogue's minutes are used.",
  minutesWrong: 'Enter a name. Enter whole minutes in all three boxes of a scan type, or in none.',
  save: 'Save machine',
  cancel: 'Cancel',
  saved: (name: string) => `${name} was saved`,
  failedTitle: "The machine wasn't saved",
  stale:
    'Another administrator saved this location in the meantime. Your entries are kept. Check them, then save again.',
  bookings: 'Booked studies to move or cancel first',
}
