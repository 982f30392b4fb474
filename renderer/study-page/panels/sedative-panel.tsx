import { Ban } from 'lucide-react'
import { useState } from 'react'
import { ok } from '#contract/reply.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { formatPhone } from '#domain/format/format-phone.ts'
import { type Sedative, type SedativeStatus, sedativeStatuses } from '#domain/study/sedative.ts'
import { setSedativeStatus } from '#domain/study/sedative-dates.ts'
import { sedativeWords } from '#domain/study/sedative-words.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { todayAt } from '#domain/values/location-clock.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { Badge, type BadgeTone } from '../../kit/controls/badge.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { ConfirmDialog } from '../../kit/controls/confirm-dialog.tsx'
import { Fact, FactList } from '../../kit/controls/fact-list.tsx'
import { Menu } from '../../kit/controls/menu.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import type { WithDrafts } from '../../session/drafts.ts'
import { panelWords, pharmacyAddress, sedativeFailureText } from '../../study/panel-words.ts'
import { describeStudyIdentity } from '../../study/study-identity.ts'
import type { StudyPage, StudyPartProps } from '../../study/study-part-props.ts'
import { PrescriptionPart } from './prescription.tsx'
import { SedativeTaken } from './sedative-taken.tsx'
import { visitPanelWords } from './visit-panel-words.ts'
import '../../study/panels.css'

const words = visitPanelWords.sedative

const tones: Readonly<Partial<Record<SedativeStatus, BadgeTone>>> = {
  pending: 'warning',
  ready: 'success',
  'not requested': 'neutral',
  cancelled: 'neutral',
}

const day = (date: PlainDate | null): string | null => (date === null ? null : formatDate(date))

/** Returns whether a prescription is in progress and can still be cancelled. */
const isUnderWay = (status: SedativeStatus): boolean => status !== 'not requested' && status !== 'cancelled'

const isAtPharmacy = (status: SedativeStatus): boolean => status === 'sent' || status === 'ready'

/** Describes the effect of ending the request or prescription. */
const effectOfEnding = ({ status, prescribedDate }: Sedative): string => {
  if (isAtPharmacy(status)) return words.tellPharmacy
  return prescribedDate === null ? words.nothingPrescribed : words.endsPrescription(formatDate(prescribedDate))
}

/** Returns what a change of status removes from the record, in words: "prescribed 02 Nov 2026". */
const lostParts = (before: Sedative, after: Sedative): readonly string[] => [
  ...(before.prescription !== null && after.prescription === null ? [words.lostPrescription] : []),
  ...[
    { describe: words.days.prescribed, was: before.prescribedDate, is: after.prescribedDate },
    { describe: words.days.sent, was: before.sentDate, is: after.sentDate },
    { describe: words.days.pickup, was: before.details.pickupDate, is: after.details.pickupDate },
  ].flatMap(({ describe, was, is }) => (was !== null && is === null ? [describe(formatDate(was))] : [])),
]

/**
 * Sets the status of the sedative. The optimistic lock is the version of the study on the page. Returns true on
 * success; on a refusal shows an error notice and returns false.
 */
const setStatus = async (page: StudyPage, status: SedativeStatus, title: string): Promise<boolean> => {
  const { studyID, version } = page.view.study
  const reply = await page.perform('sedative', title, async () =>
    ok(await page.bridge.safety.setSedativeStatus({ studyID, sedative: status, version })),
  )
  if (reply === null) return false
  if (reply.ok) {
    page.keep(reply.value)
    return true
  }
  page.notices.error({ title, description: sedativeFailureText(reply.failure) })
  if (reply.failure.code === 'stale') await page.reload()
  return false
}

/**
 * Shows the progress of the sedative's prescription, the pharmacy, and whether the member took the sedative (study spec
 * §3 sedative, §4).
 */
export function SedativePanel({ page }: StudyPartProps<WithDrafts>) {
  const { study } = page.view
  const { status, prescribedDate, sentDate, details, preferredPharmacy } = study.sedative
  const [asking, setAsking] = useState<SedativeStatus | null>(null)
  const reason = page.reason('set-sedative-status') ?? (study.status.cancelled ? panelWords.cancelled : null)
  const pharmacy = preferredPharmacy === null ? null : pharmacyAddress(preferredPharmacy)
  const lostBy = (next: SedativeStatus): readonly string[] =>
    lostParts(study.sedative, setSedativeStatus(study.sedative, next, todayAt(page.now, page.view.location.timezone)))
  /**
   * Opens a confirmation dialog when the new status ends a request or prescription, or removes dates from the record;
   * otherwise saves the new status at once.
   */
  const choose = (next: SedativeStatus): void => {
    if ((next === 'not requested' && isUnderWay(status)) || lostBy(next).length > 0) setAsking(next)
    else void change(next)
  }
  const change = async (next: SedativeStatus): Promise<void> => {
    const isDone = await setStatus(page, next, studyMessages.sedativeFailed)
    setAsking(null)
    if (isDone) page.notices.success(words.changed(sedativeWords[next]))
  }
  const cancel = async (): Promise<void> => {
    const isDone = await setStatus(page, 'cancelled', studyMessages.prescriptionCancelFailed)
    setAsking(null)
    if (isDone) page.notices.success(words.cancelled)
  }
  return (
    <Panel title={words.title} views={['show', 'hide']}>
      <div className="stp">
        <FactList>
          <Fact label={words.status}>
            <Badge tone={tones[status] ?? 'info'}>{sedativeWords[status]}</Badge>
          </Fact>
          <Fact label={words.prescribed}>{day(prescribedDate)}</Fact>
          <Fact label={words.sentToPharmacy}>{day(sentDate)}</Fact>
          <Fact label={words.pickup}>{day(details.pickupDate)}</Fact>
          <Fact label={words.pharmacy} isWide>
            {pharmacy}
          </Fact>
          <Fact label={words.pharmacyPhone}>{formatPhone(preferredPharmacy?.phone_number ?? '')}</Fact>
          <Fact label={words.pharmacyFax}>{formatPhone(preferredPharmacy?.fax_number ?? '')}</Fact>
        </FactList>
        <div className="stp__actions">
          <Menu
            label={words.menu}
            trigger={
              <Button
                size="small"
                isPending={page.isBusy('sedative')}
                disabledReason={reason}
                aria-label={panelWords.actFor(words.change, page.who)}
              >
                {words.change}
              </Button>
            }
            entries={sedativeStatuses
              .filter((each) => each !== status && each !== 'cancelled')
              .map((each) => ({
                id: each,
                label: sedativeWords[each],
                accessibleName: panelWords.actFor(sedativeWords[each], page.who),
                section: { id: 'who', name: page.who },
              }))}
            onAction={(id) => choose(id as SedativeStatus)}
          />
          <Button
            size="small"
            tone="danger"
            icon={<Ban aria-hidden="true" />}
            disabledReason={reason ?? (isUnderWay(status) ? null : words.nothingToCancel)}
            aria-label={panelWords.actFor(words.cancel, page.who)}
            onPress={() => setAsking('cancelled')}
          >
            {words.cancel}
          </Button>
        </div>
        <PrescriptionPart page={page} />
        <SedativeTaken page={page} />
      </div>
      <ConfirmDialog
        isOpen={asking === 'cancelled'}
        title={words.cancelTitle}
        confirmLabel={words.cancelShort}
        confirmName={words.cancelFor(page.who)}
        who={describeStudyIdentity(page.view)}
        cancelLabel={words.keepRequest}
        tone="danger"
        isPending={page.isBusy('sedative')}
        disabledReason={reason}
        onConfirm={() => void cancel()}
        onClose={() => setAsking(null)}
      >
        {`${effectOfEnding(study.sedative)} ${words.noMessage}`}
      </ConfirmDialog>
      {asking === null || asking === 'cancelled' ? null : (
        <ConfirmDialog
          isOpen
          title={words.setBackTitle(sedativeWords[asking])}
          confirmLabel={words.setBack(sedativeWords[asking])}
          confirmName={words.setBackFor(sedativeWords[asking], page.who)}
          who={describeStudyIdentity(page.view)}
          tone="danger"
          isPending={page.isBusy('sedative')}
          disabledReason={reason}
          onConfirm={() => void change(asking)}
          onClose={() => setAsking(null)}
        >
          {[
            words.now(sedativeWords[status]),
            lostBy(asking).length === 0 ? '' : words.loses(lostBy(asking)),
            asking === 'not requested' || isAtPharmacy(status) ? effectOfEnding(study.sedative) : '',
            words.noMessage,
          ]
            .filter((sentence) => sentence !== '')
            .join(' ')}
        </ConfirmDialog>
      )}
    </Panel>
  )
}
