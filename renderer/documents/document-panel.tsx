import { Eye, FileUp, Trash2 } from 'lucide-react'
import { type DragEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { DocumentStatus, StudyDocument } from '#domain/documents/document.ts'
import { formatSize } from '#domain/format/format-size.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { Button } from '../kit/controls/button.tsx'
import { classNames } from '../kit/controls/class-names.ts'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { Fact, FactList } from '../kit/controls/fact-list.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import type { DocumentReasons } from './document-words.ts'
import { describePages, describeStatus, describeUpload, documentWords } from './document-words.ts'
import type { UploadForm as Form } from './documents-state.ts'
import { OlderVersions } from './older-versions.tsx'
import { StatusBadge, StatusButton } from './status-button.tsx'
import { DocumentUploadForm } from './upload-form.tsx'

const words = documentWords.panel

type Props = {
  readonly label: string
  readonly description: string
  /** Newest first; empty if no document was uploaded. */
  readonly versions: readonly StudyDocument[]
  readonly form: Form | null
  readonly zone: ZoneId
  /** Full name and birth date. */
  readonly who: string
  /** The member and the study, in the line above the buttons of the upload form. */
  readonly identity: string
  readonly reasons: DocumentReasons
  readonly isBusy: (name: string) => boolean
  readonly onView: () => void
  readonly onStatus: (document: StudyDocument, status: DocumentStatus) => void
  readonly onDelete: () => void
  readonly onOpenForm: () => void
  readonly onCloseForm: () => void
  readonly onPick: (file: File) => void
  /** Called with the reason when a file is dropped while the user cannot upload. */
  readonly onRefused: (reason: string) => void
  readonly onName: (name: string) => void
  readonly onUpload: () => void
}

/** Shows the documents of one type: the newest with all facts, older ones in a collapsed list, and the upload form. */
export function DocumentPanel(props: Props) {
  const { label, versions, form, zone, who, reasons } = props
  const [newest, ...older] = versions
  const [isOver, setOver] = useState(false)
  const opener = useFocusAfter(form !== null)
  const drop = {
    onDragOver: (event: DragEvent) => {
      if (reasons.create !== null || !event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: (event: DragEvent<HTMLElement>) => {
      if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      setOver(false)
      const file = event.dataTransfer.files[0]
      if (file === undefined) return
      event.preventDefault()
      if (reasons.create !== null) return props.onRefused(reasons.create)
      props.onOpenForm()
      props.onPick(file)
    },
  }
  return (
    <div className={classNames('mr__type', isOver && 'mr__type--over')} {...drop}>
      <Panel
        title={label}
        level={3}
        isCollapsible={false}
        badge={newest === undefined ? null : <StatusBadge status={newest.status} />}
        actions={
          form === null && reasons.may.create ? (
            <Button
              ref={opener}
              size="small"
              icon={<FileUp aria-hidden="true" />}
              disabledReason={reasons.create}
              aria-label={words.uploadOf(label, who)}
              onPress={props.onOpenForm}
            >
              {words.upload}
            </Button>
          ) : null
        }
      >
        {newest === undefined ? (
          form === null ? (
            <EmptyState size="compact" title={words.empty}>
              {props.description === '' ? null : words.purpose(props.description)}
            </EmptyState>
          ) : null
        ) : (
          <>
            <FactList>
              <Fact label={words.name}>{newest.name}</Fact>
              <Fact label={words.version}>{String(newest.version)}</Fact>
              <Fact label={words.state}>{describeStatus(newest, zone)}</Fact>
              <Fact label={words.uploaded}>{describeUpload(newest, zone)}</Fact>
              <Fact label={words.length}>{`${describePages(newest.pages)}, ${formatSize(newest.byteSize)}`}</Fact>
            </FactList>
            <div className="mr__buttons">
              <Button
                size="small"
                icon={<Eye aria-hidden="true" />}
                disabledReason={reasons.view}
                aria-label={words.viewOf(newest.name, who)}
                onPress={props.onView}
              >
                {words.view}
              </Button>
              <StatusButton document={newest} {...props} />
              {reasons.may.deactivate ? (
                <Button
                  size="small"
                  tone="danger"
                  icon={<Trash2 aria-hidden="true" />}
                  disabledReason={reasons.deactivate}
                  isPending={props.isBusy(newest.typeId)}
                  aria-label={words.deleteOf(label, who)}
                  onPress={props.onDelete}
                >
                  {words.delete}
                </Button>
              ) : null}
            </div>
          </>
        )}
        {form === null ? null : (
          <DocumentUploadForm
            form={form}
            label={label}
            who={who}
            identity={props.identity}
            reason={reasons.create}
            onPick={props.onPick}
            onName={props.onName}
            onSubmit={props.onUpload}
            onClose={props.onCloseForm}
          />
        )}
        {older.length === 0 ? null : <OlderVersions older={older} {...props} />}
      </Panel>
    </div>
  )
}

/** Returns a ref for the button that opens the form. The button receives the focus when the form closes. */
const useFocusAfter = (isOpen: boolean): RefObject<HTMLButtonElement | null> => {
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return opener
}
