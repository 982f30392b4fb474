import { CalendarCheck } from 'lucide-react'
import { useState } from 'react'
import type { Bridge } from '#contract/bridge.ts'
import type { DataDuties } from '#contract/members/data-duties-fields.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { type RetentionKind, retentionKinds, retentionRules, whyNotPeriod } from '#domain/members/retention.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Checkbox } from '../kit/controls/checkbox.tsx'
import { CommitBar } from '../kit/controls/commit-bar.tsx'
import { controlWords } from '../kit/controls/control-words.ts'
import { Dialog } from '../kit/controls/dialog.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { SelectField } from '../kit/controls/select-field.tsx'
import { Table, type TableColumn } from '../kit/controls/table.tsx'
import { TextField } from '../kit/controls/text-field.tsx'
import type { Submission } from '../kit/loadable.ts'
import type { Notices } from '../kit/notices.ts'
import type { RecordsStore } from '../records/records-store.ts'
import { paths } from '../routes.ts'
import { MemberCell } from '../study/member-cell.tsx'
import { dataDutiesWords, describeDutyFailure } from './data-duties-words.ts'
import { retentionWords as words } from './retention-words.ts'

type Retention = DataDuties['retention']

type Props = {
  readonly bridge: Pick<Bridge, 'dataDuties'>
  readonly store: RecordsStore<DataDuties>
  readonly retention: Retention
  readonly zone: ZoneId
  readonly offlineReason: string | null
  readonly notices: Notices
}

/**
 * Shows the kinds of records with their periods, the last nightly run, and the members whose records are due for
 * erasure.
 */
export function RetentionPart({ bridge, store, retention, zone, offlineReason, notices }: Props) {
  const [asked, setAsked] = useState<RetentionKind | null>(null)
  return (
    <>
      <section className="s-duties__part" aria-label={words.title}>
        <h2>{words.title}</h2>
        <p className="s-duties__quiet">{words.text}</p>
        <Table
          caption={words.caption}
          density="small"
          columns={kindColumns(retention, offlineReason, setAsked)}
          rows={retentionKinds}
          rowKey={(kind) => kind}
        />
        <p className="s-duties__quiet">{describeRun(retention, zone)}</p>
      </section>
      <Due retention={retention} />
      {asked === null ? null : (
        <PeriodDialog
          key={asked}
          {...{ bridge, store, retention, offlineReason }}
          kind={asked}
          onSaved={() => {
            setAsked(null)
            notices.success(words.saved)
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

const periodWords = (days: number | null): string => (days === null ? words.forever : words.days(days))

const placeWords = (place: string): string => (place === 'all' ? words.all : place.replace('/', ', '))

const describeRun = ({ lastRun }: Retention, zone: ZoneId): string => {
  if (lastRun === null) return words.noRun
  const removed = retentionKinds.flatMap((kind) => {
    const count = lastRun.removed[kind] ?? 0
    return count === 0 ? [] : [words.removed(words.kinds[kind], count)]
  })
  return `${words.lastRun(formatInstant(lastRun.at, zone))}. ${words.states[lastRun.state](removed.join(', '))}`
}

const kindColumns = (
  { periods }: Retention,
  offlineReason: string | null,
  onAsk: (kind: RetentionKind) => void,
): readonly TableColumn<RetentionKind>[] => [
  { id: 'kind', header: words.columns.kind, isRowHeader: true, cell: (kind) => words.kinds[kind] },
  {
    id: 'period',
    header: words.columns.period,
    cell: (kind) => {
      const own = periods.filter((period) => period.kind === kind)
      const standard = own.some(({ place }) => place === 'all')
        ? []
        : [words.standard(periodWords(retentionRules[kind].standard))]
      return (
        <div className="s-duties__lines">
          {standard.map((text) => (
            <span key={text}>{text}</span>
          ))}
          {own.map(({ place, days }) => (
            <span key={place}>{words.at(placeWords(place), periodWords(days))}</span>
          ))}
        </div>
      )
    },
  },
  {
    id: 'acts',
    header: <span className="w-visually-hidden">{words.columns.acts}</span>,
    width: '1%',
    cell: (kind) => (
      <Button
        size="small"
        aria-label={words.changeLabel(words.kinds[kind])}
        disabledReason={offlineReason}
        onPress={() => onAsk(kind)}
      >
        {words.change}
      </Button>
    ),
  },
]

type DialogProps = Pick<Props, 'bridge' | 'store' | 'retention' | 'offlineReason'> & {
  readonly kind: RetentionKind
  readonly onSaved: () => void
  readonly onClose: () => void
}

function PeriodDialog({ bridge, store, retention, offlineReason, kind, onSaved, onClose }: DialogProps) {
  const [saving, setSaving] = useState<Submission>({ kind: 'idle' })
  const { isMedical, isPlaced, standard } = retentionRules[kind]
  const find = (place: string) => retention.periods.find((one) => one.kind === kind && one.place === place)
  const [place, setPlace] = useState('all')
  // The version on which the change is based, even if another workstation's change arrives in the meantime.
  const [version, setVersion] = useState(find('all')?.version ?? 0)
  const [text, setText] = useState(String(find('all')?.days ?? standard ?? ''))
  const [isKept, setKept] = useState((find('all')?.days ?? standard) === null)
  const choosePlace = (next: string): void => {
    const days = find(next)?.days ?? standard
    setPlace(next)
    setVersion(find(next)?.version ?? 0)
    setText(days === null ? '' : String(days))
    setKept(days === null)
  }
  const days = isKept ? null : Number(text)
  const isNumber = isKept || /^\d{1,5}$/.test(text.trim())
  const whyNot = isNumber ? whyNotPeriod(kind, place, days) : words.daysMissing
  const isPending = saving.kind === 'pending'
  const who = [words.kinds[kind], placeWords(place)].join(controlWords.between)
  const save = async (): Promise<void> => {
    setSaving({ kind: 'pending' })
    const { load, save: saveRecord } = store.getState()
    const reply = await saveRecord(`${kind} ${place}`, () =>
      bridge.dataDuties.changePeriod({ kind, place, days, version }),
    )
    if (reply.ok) return onSaved()
    setSaving({ kind: 'failed', failure: reply.failure })
    if (reply.failure.code === 'stale') await load()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={words.dialogTitle}
      subtitle={words.kinds[kind]}
      width="narrow"
      isDismissable={!isPending}
      footer={
        <CommitBar who={who}>
          <Button isDisabled={isPending} onPress={onClose}>
            {dataDutiesWords.cancel}
          </Button>
          <Button
            variant="primary"
            isPending={isPending}
            disabledReason={offlineReason ?? whyNot}
            aria-label={controlWords.commitOf(words.save, who)}
            onPress={() => void save()}
          >
            {words.save}
          </Button>
        </CommitBar>
      }
    >
      <div className="s-duties__form">
        {isPlaced ? (
          <SelectField
            label={words.place}
            description={words.placeHint}
            options={retention.places.map((value) => ({ value, label: placeWords(value) }))}
            value={place}
            onChange={choosePlace}
          />
        ) : null}
        {isMedical ? (
          <Checkbox isSelected={isKept} onChange={setKept}>
            {words.keep}
          </Checkbox>
        ) : null}
        {isKept ? null : (
          <TextField
            label={words.period}
            description={isMedical ? words.childHint : undefined}
            value={text}
            onChange={setText}
            inputMode="numeric"
            isRequired
            errorMessage={text === '' ? undefined : (whyNot ?? undefined)}
          />
        )}
        {saving.kind === 'failed' ? (
          <Banner tone="error" title={words.failed}>
            {saving.failure.code === 'stale' ? words.stale : describeDutyFailure(saving.failure)}
          </Banner>
        ) : null}
      </div>
    </Dialog>
  )
}

function Due({ retention }: { readonly retention: Retention }) {
  const { due, hasMoreDue } = retention
  return (
    <section className="s-duties__part" aria-label={words.due}>
      <h2>{words.due}</h2>
      {due.length === 0 ? (
        <EmptyState size="compact" icon={<CalendarCheck aria-hidden="true" />} title={words.none}>
          {words.noneText}
        </EmptyState>
      ) : (
        <Table
          caption={words.dueCaption}
          density="small"
          columns={dueColumns}
          rows={due}
          rowKey={({ memberID }) => memberID}
        />
      )}
      {hasMoreDue ? <p className="s-duties__quiet">{words.more(due.length)}</p> : null}
    </section>
  )
}

const dueColumns: readonly TableColumn<Retention['due'][number]>[] = [
  {
    id: 'member',
    header: words.dueColumns.member,
    isRowHeader: true,
    cell: ({ name, dob, memberID }) => <MemberCell name={name} dob={dob} facts={[memberID]} />,
  },
  {
    id: 'until',
    header: words.dueColumns.until,
    cell: ({ keptUntil }) => <span className="tabular">{formatDate(keptUntil)}</span>,
  },
  {
    id: 'acts',
    header: <span className="w-visually-hidden">{words.columns.acts}</span>,
    width: '1%',
    cell: ({ name, dob, memberID }) => (
      <LinkButton
        size="small"
        href={paths.members({ memberID })}
        aria-label={dataDutiesWords.openMember(name, formatDate(dob))}
      >
        {dataDutiesWords.open}
      </LinkButton>
    ),
  },
]
