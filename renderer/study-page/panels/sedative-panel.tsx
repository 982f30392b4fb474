import { Ban } from 'lucide-react'
import { useState } from 'react'
import { ok } from '#contract/reply.ts'
import { type Sedative, type SedativeStatus, sedativeStatuses } from '#domain/study/sedative.ts'
import { setSedativeStatus } from '#domain/study/sedative-dates.ts'
import { sedativeWords } from '#domain/study/sedative-words.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { formatDate } from '#domain/values/format-time.ts'
import { todayAt } from '#domain/values/location-clock.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { Badge, type BadgeTone } from '../../kit/controls/badge.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { ConfirmDialog } from '../../kit/controls/confirm-dialog.tsx'
import { Fact, FactList } from '../../kit/controls/fact-list.tsx'
import { Menu } from '../../kit/controls/menu.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import { pharmacyAddress, sedativeFailureText } from '../../study/panel-words.ts'
import type { StudyPage, StudyPartProps } from '../../study/study-part-props.ts'
import { SedativeTaken } from './sedative-taken.tsx'
import '../../study/panels.css'

const tones: Readonly<Partial<Record<SedativeStatus, BadgeTone>>> = {
  pending: 'warning',
  ready: 'success',
  'not requested': 'neutral',
  cancelled: 'neutral',
}

const day = (date: PlainDate | null): string | null => (date === null ? null : formatDate(date))

/** Returns whether a prescription is in progress and can still be cancelled. */
const isUnderWay = (status: SedativeStatus): boolean => status !== 'not requested' && status !== 'cancelled'

/** Returns the dates that a change of status removes from the record, in words: "prescribed 02 Nov 2026". */
const lostDays = (before: Sedative, after: Sedative): readonly string[] =>
  [
    ['prescribed', before.prescribedDate, after.prescribedDate],
    ['sent to the pharmacy', before.sentDate, after.sentDate],
    ['pickup', before.details.pickupDate, after.details.pickupDate],
  ].flatMap(([word, was, is]) => (was !== null && is === null ? [`${word} ${formatDate(was as PlainDate)}`] : []))

/**
 * Sets the status over the version shown. Returns true on success; on a refusal shows an error notice and returns
 * false.
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
 * Shows the progress of the sedative's prescription, the pharmacy, and whether it was taken (study spec §3 sedative,
 * §4).
 */
export function SedativePanel({ page }: StudyPartProps) {
  const { study } = page.view
  const { status, prescribedDate, sentDate, details, preferredPharmacy } = study.sedative
  const [asking, setAsking] = useState<SedativeStatus | null>(null)
  const reason =
    page.reason('set-sedative-status') ?? (study.status.cancelled ? 'This appointment has been cancelled.' : null)
  const pharmacy = preferredPharmacy === null ? null : pharmacyAddress(preferredPharmacy)
  const lostBy = (next: SedativeStatus): readonly string[] =>
    lostDays(study.sedative, setSedativeStatus(study.sedative, next, todayAt(page.now, page.view.location.timezone)))
  /** Asks first if the new status ends a prescription or removes dates from it. */
  const choose = (next: SedativeStatus): void => {
    if ((next === 'not requested' && isUnderWay(status)) || lostBy(next).length > 0) setAsking(next)
    else void change(next)
  }
  const change = async (next: SedativeStatus): Promise<void> => {
    const isDone = await setStatus(page, next, studyMessages.sedativeFailed)
    setAsking(null)
    if (isDone) page.notices.success(`Sedative: ${sedativeWords[next]}`)
  }
  const cancel = async (): Promise<void> => {
    const isDone = await setStatus(page, 'cancelled', studyMessages.prescriptionCancelFailed)
    setAsking(null)
    if (isDone) page.notices.success('The prescription request was cancelled')
  }
  return (
    <Panel title="Sedative" views={['show', 'hide']}>
      <div className="stp">
        <FactList>
          <Fact label="Status">
            <Badge tone={tones[status] ?? 'info'}>{sedativeWords[status]}</Badge>
          </Fact>
          <Fact label="Prescribed">{day(prescribedDate)}</Fact>
          <Fact label="Sent to pharmacy">{day(sentDate)}</Fact>
          <Fact label="Pickup">{day(details.pickupDate)}</Fact>
          <Fact label="Preferred pharmacy" isWide>
            {pharmacy}
          </Fact>
          <Fact label="Pharmacy phone">{preferredPharmacy?.phone_number}</Fact>
          <Fact label="Pharmacy fax">{preferredPharmacy?.fax_number}</Fact>
        </FactList>
        <div className="stp__actions">
          <Menu
            label="Status of the sedative"
            trigger={
              <Button
                size="small"
                isPending={page.isBusy('sedative')}
                disabledReason={reason}
                aria-label={`Change sedative status: ${page.who}`}
              >
                Change sedative status
              </Button>
            }
            entries={sedativeStatuses
              .filter((each) => each !== status && each !== 'cancelled')
              .map((each) => ({
                id: each,
                label: sedativeWords[each],
                accessibleName: `${sedativeWords[each]}: ${page.who}`,
                section: { id: 'who', name: page.who },
              }))}
            onAction={(id) => choose(id as SedativeStatus)}
          />
          <Button
            size="small"
            tone="danger"
            icon={<Ban aria-hidden="true" />}
            disabledReason={reason ?? (isUnderWay(status) ? null : 'There is no prescription request to cancel.')}
            aria-label={`Cancel prescription request: ${page.who}`}
            onPress={() => setAsking('cancelled')}
          >
            Cancel prescription request
          </Button>
        </div>
        <SedativeTaken page={page} />
      </div>
      <ConfirmDialog
        isOpen={asking === 'cancelled'}
        title="Cancel the prescription request?"
        confirmLabel={`Cancel prescription request of ${page.who}`}
        tone="danger"
        isPending={page.isBusy('sedative')}
        disabledReason={reason}
        onConfirm={() => void cancel()}
        onClose={() => setAsking(null)}
      >
        {status === 'sent' || status === 'ready'
          ? 'It has reached the pharmacy already: tell them too. The member gets no message.'
          : 'Nothing will be prescribed. The member gets no message.'}
      </ConfirmDialog>
      {asking === null || asking === 'cancelled' ? null : (
        <ConfirmDialog
          isOpen
          title={`Set the sedative back to ${sedativeWords[asking]}?`}
          confirmLabel={`Set to ${sedativeWords[asking]} for ${page.who}`}
          tone="danger"
          isPending={page.isBusy('sedative')}
          disabledReason={reason}
          onConfirm={() => void change(asking)}
          onClose={() => setAsking(null)}
        >
          {[
            `It is ${sedativeWords[status]} now.`,
            lostBy(asking).length === 0 ? '' : `The record loses: ${lostBy(asking).join(', ')}.`,
            status === 'sent' || status === 'ready'
              ? 'It has reached the pharmacy already: tell them too.'
              : asking === 'not requested'
                ? 'Nothing will be prescribed.'
                : '',
            'The member gets no message.',
          ]
            .filter((words) => words !== '')
            .join(' ')}
        </ConfirmDialog>
      )}
    </Panel>
  )
}
