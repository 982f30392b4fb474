import { Pencil } from 'lucide-react'
import { z } from 'zod'
import { reasonForScanMaxLength } from '#domain/study/study-details.ts'
import { Button } from '../../kit/controls/button.tsx'
import { TextArea } from '../../kit/controls/text-area.tsx'
import type { WithDrafts } from '../../session/drafts.ts'
import { panelWords } from '../../study/panel-words.ts'
import { StudyEditForm } from '../../study/study-edit-form.tsx'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import { useOpener } from '../../study/use-opener.ts'
import { useStudyEdit } from '../../study/use-study-edit.ts'
import { reportPanelWords } from './report-panel-words.ts'

const words = reportPanelWords.reason

type Fields = { readonly reasonForScan: string }

const fieldsSchema = z.object({ reasonForScan: z.string() })
const key = 'reason-for-scan'

/** Shows and edits the reason for the scan, which radiology reads (study spec §7 reasonForScan). */
export function ReasonForScan({ page }: StudyPartProps<WithDrafts>) {
  const { bridge, view } = page
  const { study } = view
  const { studyID } = study
  const edit = useStudyEdit<Fields>(page, {
    key,
    draftID: `study-reason:${studyID}`,
    parse: (content) => fieldsSchema.safeParse(content).data ?? null,
    fieldsOf: ({ details }) => ({ reasonForScan: details.reasonForScan }),
    send: ({ reasonForScan }, version) =>
      bridge.study.setReasonForScan({ studyID, version, reasonForScan: reasonForScan.trim() }),
  })
  const reason = page.reason('set-reason-for-scan')
  const { fields } = edit
  const opener = useOpener(fields !== null)
  if (fields === null) {
    return (
      <section className="stp__part" aria-labelledby="reason-for-scan-title">
        <h3 id="reason-for-scan-title" className="stp__subtitle">
          {words.title}
        </h3>
        <div className="stp">
          {study.details.reasonForScan === '' ? (
            <p className="stp__quiet">{words.empty}</p>
          ) : (
            <p className="stp__text">{study.details.reasonForScan}</p>
          )}
          <div className="stp__actions">
            <Button
              ref={opener}
              size="small"
              icon={<Pencil aria-hidden="true" />}
              disabledReason={reason}
              aria-label={panelWords.actFor(words.edit, page.who)}
              onPress={edit.begin}
            >
              {words.edit}
            </Button>
          </div>
        </div>
      </section>
    )
  }
  const excess = fields.reasonForScan.length - reasonForScanMaxLength
  return (
    <StudyEditForm
      {...{ page, edit, words, reason }}
      busyKey={key}
      label={words.title}
      describeField={() => words.what}
      describeValue={(value) => value}
      problem={excess > 0 ? words.tooLong(excess) : null}
    >
      <TextArea
        label={words.title}
        autoFocus={!edit.isRestored}
        maxLength={reasonForScanMaxLength}
        value={fields.reasonForScan}
        onChange={(reasonForScan) => edit.change({ reasonForScan })}
      />
    </StudyEditForm>
  )
}
