import { CircleCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatInstant } from '#domain/format/format-time.ts'
import { fullName } from '#domain/members/member.ts'
import { packageName } from '#domain/study/package-name.ts'
import { readFlag } from '#domain/study/status-flags.ts'
import { countingCheckIn, describeOthersCheckIn, othersCheckIn } from '#domain/study/waiting-act.ts'
import { waitingWords } from '#domain/study/waiting-notes.ts'
import { CheckInDialog } from '../../booking/front-desk/check-in-dialog.tsx'
import { flagWords } from '../../crm/sale-words.ts'
import { Badge } from '../../kit/controls/badge.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { Fact, FactList } from '../../kit/controls/fact-list.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import { ActButton } from '../../study/act-button.tsx'
import { panelWords } from '../../study/panel-words.ts'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import { useFocusBack } from '../../study/use-focus-back.ts'
import { RefusedActBanner } from './refused-act-banner.tsx'
import { visitPanelWords } from './visit-panel-words.ts'
import '../../study/panels.css'

const words = visitPanelWords.checkIn

/** Shows when and by whom the member was checked in (study spec §2 Checkin). Offline a check-in is a waiting act. */
export function CheckinPanel({ page }: StudyPartProps) {
  const { study, member, location, waiting } = page.view
  const zone = location.timezone
  const [isOpen, setIsOpen] = useState(false)
  const actions = useRef<HTMLDivElement>(null)
  useFocusBack(isOpen, actions)
  const checkin = readFlag(study.status, 'checkin')
  const acts = waiting.filter(({ kind, studyID }) => kind === 'checkin' && studyID === study.studyID)
  const isWaiting = countingCheckIn(study.studyID, acts, page.isOnline) !== undefined
  const others = othersCheckIn(study.studyID, acts)
  const isOwnWaiting = isWaiting && acts.some(({ isOwn, failure }) => isOwn && failure === null)
  const machine = location.machines.find(({ machineID }) => machineID === study.booking?.machineID)
  const appointment = [
    study.booking === null ? words.noAppointment : formatInstant(study.booking.utcStart, zone),
    packageName(study.skuID, location),
    machine?.name,
  ]
  return (
    <Panel title={words.title} badge={isWaiting ? <Badge tone="warning">{waitingWords}</Badge> : null}>
      <div className="stp">
        {acts.map((act) =>
          act.failure === null ? null : (
            <RefusedActBanner key={act.idempotencyKey} page={page} act={act} failure={act.failure} />
          ),
        )}
        <FactList>
          <Fact label={words.time} missing={words.notCheckedIn}>
            {flagWords(checkin, zone)}
          </Fact>
          <Fact label={words.checkedInBy} missing={checkin.isSet ? panelWords.notRecorded : panelWords.noName}>
            {checkin.by}
          </Fact>
        </FactList>
        {others === undefined ? null : (
          <p className="stp__quiet">{words.others(describeOthersCheckIn(others, fullName(member)))}</p>
        )}
        <div className="stp__actions" ref={actions} tabIndex={-1}>
          {checkin.isSet ? (
            <>
              {isOwnWaiting ? (
                <p className="stp__quiet">{page.isOnline ? words.keptOnline : words.keptOffline}</p>
              ) : null}
              {isOwnWaiting || !isWaiting ? (
                <ActButton page={page} act="checkin" {...words.act} isOfflineSafe={isOwnWaiting} />
              ) : null}
            </>
          ) : (
            <Button
              size="small"
              variant={page.nextAct === 'checkin' ? 'primary' : 'outline'}
              icon={<CircleCheck aria-hidden="true" />}
              disabledReason={page.reason('checkin', true) ?? (study.status.cancelled ? panelWords.cancelled : null)}
              aria-label={panelWords.actFor(words.act.label, page.who)}
              onPress={() => setIsOpen(true)}
            >
              {words.act.label}
            </Button>
          )}
        </div>
      </div>
      {isOpen ? (
        <CheckInDialog
          bridge={page.bridge}
          study={study}
          member={member}
          appointment={appointment.filter(Boolean).join(', ')}
          utcStart={study.booking?.utcStart ?? null}
          currency={location.currency.currency}
          onClose={(done) => {
            setIsOpen(false)
            if (done === null) return
            page.keep(done.study)
            if (done.isWaiting) {
              page.notices.warning({
                title: words.keptTitle,
                description: panelWords.checkInSentLater,
              })
              void page.reload()
            } else page.notices.success(words.act.done)
          }}
        />
      ) : null}
    </Panel>
  )
}
