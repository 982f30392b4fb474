import { Check } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Bridge } from '#contract/bridge.ts'
import type { PrintingView } from '#contract/printing/bridge.ts'
import {
  type Duplex,
  duplexModes,
  maxCopies,
  type Printer,
  type PrintKind,
  type PrintSettings,
  printKinds,
} from '#domain/printing/printing.ts'
import { type PageSize, pageSizes } from '#domain/values/page-size.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { SelectField } from '../kit/controls/select-field.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { Table } from '../kit/controls/table.tsx'
import { VisuallyHidden } from '../kit/controls/visually-hidden.tsx'
import type { Loadable } from '../kit/loadable.ts'
import type { Notices } from '../kit/notices.ts'
import { duplexWords, pageSizeWords, printerState, printingWords, printKindWords } from './printing-words.ts'

const words = printingWords.settings

type Props = { readonly bridge: Pick<Bridge, 'printing'>; readonly notices: Notices }

const defaultPrinter = 'system-default'

/** Shows the printers of this workstation, and sets printer, paper size, sides and copies for each kind of printout. */
export function PrintersPanel({ bridge, notices }: Props) {
  const [view, setView] = useState<Loadable<PrintingView>>({ kind: 'loading' })
  const [busy, setBusy] = useState<string | null>(null)
  const load = useCallback(async () => {
    const reply = await bridge.printing.read({})
    setView(reply.ok ? { kind: 'ready', value: reply.value } : { kind: 'failed', failure: reply.failure })
  }, [bridge])
  useEffect(() => void load(), [load])

  /** Choices that are not saved yet, by kind. The next choice adds to them, and each save waits for the one before. */
  const chosen = useRef(new Map<PrintKind, PrintSettings>())
  const saving = useRef(Promise.resolve())
  const [marks, setMarks] = useState<ReadonlyMap<PrintKind, Saving>>(new Map())
  const mark = (kind: PrintKind, next: Saving | null): void =>
    setMarks((before) => {
      const after = new Map(before)
      if (next === null) after.delete(kind)
      else after.set(kind, next)
      return after
    })
  const save = (kind: PrintKind, settings: PrintSettings, change: Partial<PrintSettings>): void => {
    const newest = { ...(chosen.current.get(kind) ?? settings), ...change }
    chosen.current.set(kind, newest)
    mark(kind, 'saving')
    setView((now) =>
      now.kind === 'ready'
        ? { kind: 'ready', value: { ...now.value, settings: { ...now.value.settings, [kind]: newest } } }
        : now,
    )
    saving.current = saving.current.then(async () => {
      // A later choice for this kind includes this choice.
      if (chosen.current.get(kind) !== newest) return
      const reply = await bridge.printing.saveSettings({ kind, settings: newest })
      if (chosen.current.get(kind) !== newest) return
      chosen.current.delete(kind)
      mark(kind, reply.ok ? 'saved' : null)
      if (reply.ok) return setView({ kind: 'ready', value: withChosen(reply.value, chosen.current) })
      notices.error({ title: words.notSaved, description: reply.failure.message })
      await load()
    })
  }
  const test = async (printer: Printer): Promise<void> => {
    setBusy(printer.name)
    const reply = await bridge.printing.printTestPage({ printer: printer.name })
    setBusy(null)
    if (reply.ok) notices.success({ title: words.testPageSent, description: words.testPageTo(printer.label) })
    else notices.error({ title: words.testPageFailed, description: reply.failure.message })
  }

  return (
    <Panel
      title={words.title}
      isCollapsible={false}
      actions={
        <Button size="small" onPress={() => void load()}>
          {words.refresh}
        </Button>
      }
    >
      {view.kind === 'ready' ? (
        <>
          <Printers view={view.value} busy={busy} onTest={(printer) => void test(printer)} />
          <KindsTable
            view={view.value}
            saving={marks}
            onChange={(kind, change) => save(kind, view.value.settings[kind], change)}
          />
        </>
      ) : view.kind === 'failed' ? (
        <Banner
          tone="error"
          title={words.notRead}
          action={
            <Button size="small" onPress={() => void load()}>
              {words.tryAgain}
            </Button>
          }
        >
          {view.failure.message}
        </Banner>
      ) : (
        <SkeletonGroup label={words.loading}>
          <Skeleton width="60%" />
          <Skeleton shape="block" height="280px" />
        </SkeletonGroup>
      )}
    </Panel>
  )
}

type PrintersProps = {
  readonly view: PrintingView
  readonly busy: string | null
  readonly onTest: (printer: Printer) => void
}

function Printers({ view, busy, onTest }: PrintersProps) {
  if (view.problem !== null) {
    return (
      <Banner tone="warning" title={words.unknown}>
        {view.problem}
      </Banner>
    )
  }
  if (view.printers.length === 0) {
    return (
      <EmptyState size="small" title={words.none}>
        {words.noneText}
      </EmptyState>
    )
  }
  return (
    <ul className="s-printers">
      {view.printers.map((printer) => {
        const { words: state, tone } = printerState(printer)
        return (
          <li key={printer.name} className="s-printers__one">
            <span className="s-printers__name">
              {printer.label}
              {printer.isDefault ? <Badge>{words.isDefault}</Badge> : null}
              <Badge tone={tone}>{state}</Badge>
            </span>
            <Button
              size="xsmall"
              isPending={busy === printer.name}
              aria-label={words.testPageOn(printer.label)}
              onPress={() => onTest(printer)}
            >
              {words.testPage}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

const withChosen = (view: PrintingView, chosen: ReadonlyMap<PrintKind, PrintSettings>): PrintingView => ({
  ...view,
  settings: { ...view.settings, ...Object.fromEntries(chosen) },
})

const option = (value: string, label: string, description: string | undefined) => ({
  value,
  label,
  description,
  isDisabled: description !== undefined,
})
const lacksPaper = (printer: Printer | undefined, size: PageSize): string | undefined =>
  printer === undefined || printer.pageSizes.length === 0 || printer.pageSizes.includes(size)
    ? undefined
    : words.lacksPaper(printer.label)
const lacksSides = (printer: Printer | undefined, mode: Duplex): string | undefined =>
  printer === undefined || printer.hasDuplex || mode === 'one-sided' ? undefined : words.lacksSides(printer.label)

const copies = Array.from({ length: maxCopies }, (_, index) => String(index + 1))

type Saving = 'saving' | 'saved'

type KindsTableProps = {
  readonly view: PrintingView
  readonly saving: ReadonlyMap<PrintKind, Saving>
  readonly onChange: (kind: PrintKind, change: Partial<PrintSettings>) => void
}

/** Shows the choices of every kind of printout, one kind in each row, and confirms each saved choice in its row. */
function KindsTable({ view, saving, onChange }: KindsTableProps) {
  const { printers, settings, managed } = view
  // The printer in use; undefined if it is missing or the printers could not be read, so no limit is known.
  const inUse = (kind: PrintKind): Printer | undefined => {
    const { printer } = settings[kind]
    return printers.find(({ name, isDefault }) => (printer === null ? isDefault : name === printer))
  }
  const printersFor = (kind: PrintKind) => {
    const { printer } = settings[kind]
    const isGone = printer !== null && !printers.some(({ name }) => name === printer)
    return [
      { value: defaultPrinter, label: words.systemDefault },
      ...printers.map(({ name, label }) => ({ value: name, label })),
      ...(isGone ? [{ value: printer, label: words.isGone(printer) }] : []),
    ]
  }
  const field = (kind: PrintKind, label: string) => ({
    label: words.ofKind(label, printKindWords[kind]),
    isLabelHidden: true,
    size: 'small' as const,
  })
  return (
    <Table<PrintKind>
      caption={words.caption}
      className="s-printers__table"
      density="small"
      rows={printKinds}
      rowKey={(kind) => kind}
      columns={[
        { id: 'kind', header: words.kind, isRowHeader: true, cell: (kind) => printKindWords[kind], width: '20%' },
        {
          id: 'printer',
          header: words.printer,
          width: '24%',
          cell: (kind) => (
            <SelectField
              {...field(kind, words.printer)}
              options={printersFor(kind)}
              value={settings[kind].printer ?? defaultPrinter}
              disabledReason={managed.includes(kind) ? words.setByOrganisation : undefined}
              onChange={(value) => onChange(kind, { printer: value === defaultPrinter ? null : value })}
            />
          ),
        },
        {
          id: 'paper',
          header: words.paper,
          width: '12%',
          cell: (kind) => (
            <SelectField
              {...field(kind, words.paper)}
              options={pageSizes.map((value) => option(value, pageSizeWords[value], lacksPaper(inUse(kind), value)))}
              value={settings[kind].pageSize}
              onChange={(value) => onChange(kind, { pageSize: value as PageSize })}
            />
          ),
        },
        {
          id: 'sides',
          header: words.sides,
          cell: (kind) => (
            <SelectField
              {...field(kind, words.sides)}
              options={duplexModes.map((value) => option(value, duplexWords[value], lacksSides(inUse(kind), value)))}
              value={settings[kind].duplex}
              onChange={(value) => onChange(kind, { duplex: value as Duplex })}
            />
          ),
        },
        {
          id: 'copies',
          header: words.copies,
          width: '80px',
          cell: (kind) => (
            <SelectField
              {...field(kind, words.copies)}
              options={copies.map((value) => ({ value, label: value }))}
              value={String(settings[kind].copies)}
              onChange={(value) => onChange(kind, { copies: Number(value) })}
            />
          ),
        },
        {
          id: 'saved',
          header: <VisuallyHidden>{words.state}</VisuallyHidden>,
          width: '84px',
          cell: (kind) => <SavedMark kind={kind} saving={saving.get(kind)} />,
        },
      ]}
    />
  )
}

/** Confirms that the choices of a kind are saved; a screen reader reads it when it appears. */
function SavedMark({ kind, saving }: { readonly kind: PrintKind; readonly saving: Saving | undefined }) {
  return (
    <span className="s-printers__saved" role="status">
      {saving === 'saving' ? words.saving : null}
      {saving === 'saved' ? (
        <>
          <Check aria-hidden="true" size={14} />
          {words.saved}
          <VisuallyHidden>: {printKindWords[kind]}</VisuallyHidden>
        </>
      ) : null}
    </span>
  )
}
