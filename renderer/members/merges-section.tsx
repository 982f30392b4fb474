import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { formatDate } from '#domain/format/format-date.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { MemberMerge } from '#domain/members/member-merge.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { Button } from '../kit/controls/button.tsx'
import { chosenLocation, type WithLocations } from '../locations/locations-store.ts'
import { RecordsSection } from '../records/records-section.tsx'
import { paths } from '../routes.ts'
import type { WithConnectivity } from '../session/connectivity-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import { MemberCell } from '../study/member-cell.tsx'
import type { MemberFactories } from './member-factories.ts'
import { mergeWords } from './merge-words.ts'
import { UndoMergeDialog } from './undo-merge-dialog.tsx'

const words = mergeWords.section
const utc = 'UTC' as ZoneId

type Stores = MemberFactories & WithConnectivity & WithLocations

const textOf = ({ kept, merged, reason, by }: MemberMerge): string =>
  [kept.name, kept.memberID, merged.name, merged.memberID, reason, by].join(' ')

/** Shows the merges of members, the latest first, each with a button that undoes it. */
export function MergesSection({ stores, notices }: ScreenProps<Stores>) {
  const store = useMemo(() => stores.newMemberMerges(), [stores])
  const zone = useStore(stores.locations, chosenLocation)?.timezone ?? utc
  const [open, setOpen] = useState<MemberMerge | null>(null)
  const whenOf = (at: MemberMerge['at']): string => formatInstant(at, zone)
  return (
    <RecordsSection
      store={store}
      connectivity={stores.connectivity}
      words={words}
      rowsOf={({ merges }) => merges}
      keyOf={({ mergeID }) => mergeID}
      textOf={textOf}
      columnsOf={() => [
        {
          id: 'merged',
          header: words.merged,
          width: '20%',
          isRowHeader: true,
          cell: ({ merged }) => <Person {...merged} />,
        },
        { id: 'kept', header: words.kept, width: '20%', cell: ({ kept }) => <Person {...kept} isLink /> },
        {
          id: 'reason',
          header: words.reason,
          cell: ({ reason, undone }) =>
            undone === null ? reason : `${reason} · ${words.undone(whenOf(undone.at), undone.by, undone.reason)}`,
        },
        {
          id: 'at',
          header: words.at,
          width: '22%',
          cell: ({ at, by }) => mergeWords.panel.when(whenOf(at), by),
        },
        {
          id: 'acts',
          header: words.undo,
          cell: (merge) =>
            merge.undone === null ? (
              <Button
                size="small"
                className="s-merge__whole"
                aria-label={mergeWords.undo.openLabel(merge.merged.name, formatDate(merge.merged.dob))}
                onPress={() => setOpen(merge)}
              >
                {mergeWords.undo.open}
              </Button>
            ) : null,
        },
      ]}
    >
      {({ isCut }, offlineReason) => (
        <>
          {isCut ? <p className="s-records__quiet">{words.cut}</p> : null}
          {open === null ? null : (
            <UndoMergeDialog
              merge={open}
              stores={stores}
              offlineReason={offlineReason}
              onUndone={({ merged }) => {
                setOpen(null)
                notices.success(mergeWords.undo.done(merged.name))
                void store.getState().load()
              }}
              onClose={() => setOpen(null)}
            />
          )}
        </>
      )}
    </RecordsSection>
  )
}

function Person({ name, dob, memberID, isLink = false }: MemberMerge['kept'] & { readonly isLink?: boolean }) {
  return <MemberCell name={name} dob={dob} facts={[memberID]} href={isLink ? paths.members({ memberID }) : undefined} />
}
