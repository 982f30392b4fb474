import { Download, FileSearch, FileUp, Upload } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { formatSize } from '#domain/format/format-size.ts'
import { type ImportKind, importKinds } from '#domain/import/import-kinds.ts'
import { isReportClean, maxUploadBytes, toTemplate } from '#domain/import/import-report.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { saveFile } from '../kit/save-file.ts'
import { isOnlineNow, type WithConnectivity } from '../session/connectivity-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import { describeStudyFailure } from '../study/study-failures.ts'
import type { ImportFactories } from './import-factories.ts'
import { ImportResult } from './import-result.tsx'
import type { ImportStore } from './import-store.ts'
import { importWords as words } from './import-words.ts'
import './import.css'

type Stores = WithConnectivity & ImportFactories

/** Shows `/admin/administration/import`: the templates, the choice of a file to check and import, and the result. */
export function ImportSection({ stores, notices }: ScreenProps<Stores>) {
  const store = useMemo(() => stores.newImport(), [stores])
  const isReached = useStore(stores.connectivity, isOnlineNow)
  const report = useStore(store, (state) => state.report)
  return (
    <div className="s-import">
      <p className="s-import__quiet">{words.intro}</p>
      {isReached ? null : <Banner tone="warning" title={words.offline} />}
      <Panel title={words.templates.title}>
        <p className="s-import__quiet">{words.templates.hint}</p>
        <div className="s-import__buttons">
          {importKinds.map((kind) => (
            <Button key={kind} size="small" icon={<Download aria-hidden="true" />} onPress={() => saveTemplate(kind)}>
              {words.templates.download(words.kinds[kind].toLowerCase())}
            </Button>
          ))}
        </div>
      </Panel>
      <FilePanel store={store} isReached={isReached} onStored={(rows) => notices.success(words.result.stored(rows))} />
      {report === null ? null : <ImportResult report={report} />}
    </div>
  )
}

const saveTemplate = (kind: ImportKind): void => saveFile(btoa(toTemplate(kind)), `${kind}.csv`, 'text/csv')

type FilePanelProps = {
  readonly store: ImportStore
  readonly isReached: boolean
  readonly onStored: (rows: number) => void
}

function FilePanel({ store, isReached, onStored }: FilePanelProps) {
  const input = useRef<HTMLInputElement>(null)
  const { file, refusal, running, report, failure } = useStore(store)
  const { choose, run } = store.getState()
  const busy = running === null ? null : running === 'check' ? words.running : words.storing
  const notReady = busy ?? (isReached ? null : words.offline) ?? (file === null ? words.checkFirst : null)
  const added = report?.counts.reduce((sum, counts) => sum + counts.added, 0) ?? 0
  const notClean =
    report === null
      ? words.notChecked
      : !isReportClean(report)
        ? words.notClean
        : added === 0 || report.isStored
          ? words.nothingNew
          : null
  const most = formatSize(maxUploadBytes)
  return (
    <Panel title={words.file.title}>
      <p className="s-import__quiet">{words.file.hint(most)}</p>
      <p role="status">{file === null ? null : words.file.chosen(file.name, formatSize(file.size))}</p>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.json,text/csv,application/json"
        aria-label={words.file.label}
        onChange={({ target }) => {
          const chosen = target.files?.[0]
          if (chosen !== undefined) choose(chosen)
          // The input is cleared, so that the user can choose a file again after correcting that file.
          target.value = ''
        }}
      />
      {refusal === null ? null : <Banner tone="error" title={refusal} />}
      {failure === null ? null : (
        <Banner tone="error" title={words.failed[failure.step]}>
          {failure.failure.code === 'invalid-input' || failure.failure.code === 'stale'
            ? failure.failure.message
            : describeStudyFailure(failure.failure).text}
        </Banner>
      )}
      <div className="s-import__buttons">
        <Button icon={<FileUp aria-hidden="true" />} disabledReason={busy} onPress={() => input.current?.click()}>
          {file === null ? words.file.choose : words.file.chooseAnother}
        </Button>
        <Button
          icon={<FileSearch aria-hidden="true" />}
          variant={report === null ? 'primary' : 'outline'}
          isPending={running === 'check'}
          disabledReason={notReady}
          onPress={() => void run('check')}
        >
          {words.check}
        </Button>
        <Button
          icon={<Upload aria-hidden="true" />}
          variant={report === null ? 'outline' : 'primary'}
          isPending={running === 'store'}
          disabledReason={notReady ?? notClean}
          onPress={() => void run('store').then((stored) => stored !== null && onStored(added))}
        >
          {words.store}
        </Button>
      </div>
      {running === null ? null : <RunProgress store={store} isStoring={running === 'store'} />}
    </Panel>
  )
}

function RunProgress({ store, isStoring }: { readonly store: ImportStore; readonly isStoring: boolean }) {
  const progress = useStore(store, (state) => state.progress)
  const isKnown = progress !== null && progress.step !== 'waiting'
  return (
    <div className="s-import__progress">
      <progress aria-label={words.progress.label} {...(isKnown ? { value: progress.done, max: progress.total } : {})} />
      <p className="tabular">
        {isKnown
          ? words.progress[progress.step === 'stored' ? 'stored' : 'checked'](progress.done, progress.total)
          : words.progress.sending}
      </p>
      {isStoring ? <p className="s-import__quiet">{words.progress.others}</p> : null}
    </div>
  )
}
