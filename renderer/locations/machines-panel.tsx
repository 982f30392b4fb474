import { useState } from 'react'
import type { Bridge } from '#contract/bridge.ts'
import type { Machine } from '#domain/locations/location.ts'
import type { AdministeredLocation } from '#domain/locations/location-draft.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { Button } from '../kit/controls/button.tsx'
import type { Notices } from '../kit/notices.ts'
import { MachineDialog } from './machine-dialog.tsx'
import { machineWords as words } from './machine-words.ts'

type Props = {
  readonly bridge: Pick<Bridge, 'clinics'>
  readonly notices: Notices
  readonly newKey: () => string
  readonly record: AdministeredLocation
  readonly skuNames: ReadonlyMap<number, string>
  readonly offlineReason: string | null
  readonly onSaved: (saved: AdministeredLocation) => void
}

/** Lists the machines of a location. The user can add and change machines. */
export function MachinesPanel(props: Props) {
  const { record, skuNames } = props
  const [opened, setOpened] = useState<Machine | 'new' | null>(null)
  const { machines } = record.location
  const scansOf = (machine: Machine): string =>
    machine.availableSKUs.map((skuID) => skuNames.get(skuID) ?? String(skuID)).join(', ') || words.noScans
  return (
    <fieldset className="s-clinics__group">
      <legend>{words.title}</legend>
      {machines.length === 0 ? <p className="s-clinics__quiet">{words.empty}</p> : null}
      <ul className="s-clinics__machines" aria-label={words.title}>
        {machines.map((machine) => (
          <li key={machine.machineID}>
            <strong>{machine.name}</strong>
            {machine.active === false ? <Badge>{words.inactive}</Badge> : null}
            <span className="s-clinics__quiet">{scansOf(machine)}</span>
            <Button size="small" aria-label={words.edit(machine.name)} onPress={() => setOpened(machine)}>
              {words.change}
            </Button>
          </li>
        ))}
      </ul>
      <div>
        <Button size="small" onPress={() => setOpened('new')}>
          {words.add}
        </Button>
      </div>
      {opened === null ? null : (
        <MachineDialog {...props} machine={opened === 'new' ? null : opened} onClose={() => setOpened(null)} />
      )}
    </fieldset>
  )
}
