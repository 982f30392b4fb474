import { ShieldCheck, ShieldX } from 'lucide-react'
import { useState } from 'react'
import { formatInstant } from '#domain/format/format-time.ts'
import { whyNotOffline } from '#domain/offline/offline-policy.ts'
import { currentSignOff, type SafetyAssessment } from '#domain/safety/safety-assessment.ts'
import type { SettleReason, SignOff } from '#domain/safety/safety-record.ts'
import { maySignOffSafety, signOffForbiddenReason } from '#domain/session/safety-permissions.ts'
import { describeScanBefore } from '#domain/study/scanned-before-sign-off.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { Badge } from '../../kit/controls/badge.tsx'
import { Button } from '../../kit/controls/button.tsx'
import type { SafetyPartProps } from './safety-part-props.ts'
import { SignOffDialog } from './sign-off-dialog.tsx'
import { signOffWords } from './sign-off-words.ts'

type Props = SafetyPartProps & { readonly assessment: SafetyAssessment }

/**
 * Shows the sign-off of the stops (who, when, why), its button for users with permission, and the reasons given for a
 * booking, move, check-in or scan despite stops that were not settled.
 */
export function SignOffBlock(props: Props) {
  const { view, assessment, session, isOnline } = props
  const { record, study, location } = view
  const [asking, setAsking] = useState<'sign-off' | 'withdraw' | null>(null)
  const red = assessment.notices.filter(({ tone }) => tone === 'red')
  const prohibition = red.find(({ isProhibitive }) => isProhibitive)
  const validSignOff = currentSignOff(record.signOffs)
  const earlier = record.signOffs.filter(({ withdrawn }) => withdrawn !== null)
  const isEntitled = maySignOffSafety(session.user.roles)
  const notNow = study.status.cancelled ? signOffWords.cancelled : isOnline ? null : whyNotOffline('signOff', isOnline)
  const settleReasons = record.settleReasons ?? []
  if (red.length === 0 && record.signOffs.length === 0 && settleReasons.length === 0) return null
  return (
    <section className="sdo" aria-labelledby="sdo-title">
      <h3 id="sdo-title" className="sdr__title">
        {signOffWords.title}
      </h3>
      {prohibition !== undefined ? (
        <>
          <Badge tone="danger" icon={<ShieldX aria-hidden="true" />}>
            {signOffWords.forbidden}
          </Badge>
          <p className="sdo__why">{signOffWords.forbiddenHint}</p>
        </>
      ) : red.length === 0 ? (
        <p className="sdr__quiet">{signOffWords.noStops}</p>
      ) : validSignOff === null ? (
        <>
          <Badge tone="danger">{signOffWords.notSignedOff(red.length)}</Badge>
          <ScanBefore text={describeScanBefore(study, null, location.timezone)} />
          {/* Both buttons share one key, so that the focus returns here when the dialog closes, whichever button is
              shown then. */}
          {isEntitled ? (
            <Button
              key="deed"
              size="small"
              icon={<ShieldCheck aria-hidden="true" />}
              onPress={() => setAsking('sign-off')}
              disabledReason={notNow ?? (assessment.unanswered.length > 0 ? signOffWords.answersMissing : null)}
            >
              {signOffWords.signOff}
            </Button>
          ) : (
            <p className="sdo__why">{signOffForbiddenReason}</p>
          )}
        </>
      ) : (
        <>
          <Badge tone="success" icon={<ShieldCheck aria-hidden="true" />}>
            {signOffWords.signedOff(red.length)}
          </Badge>
          <SignOffDetails signOff={validSignOff} zone={location.timezone} />
          <ScanBefore text={describeScanBefore(study, validSignOff, location.timezone)} />
          {isEntitled ? (
            <Button key="deed" size="small" onPress={() => setAsking('withdraw')} disabledReason={notNow}>
              {signOffWords.withdraw}
            </Button>
          ) : null}
        </>
      )}
      <SettleReasons reasons={settleReasons} zone={location.timezone} />
      {earlier.length === 0 ? null : (
        <details className="sdo__earlier">
          <summary>{signOffWords.earlier(earlier.length)}</summary>
          <ul>
            {earlier.map((signOff) => (
              <li key={signOff.signOffID}>
                <SignOffDetails signOff={signOff} zone={location.timezone} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <SignOffDialog {...props} red={red} asking={asking} onClose={() => setAsking(null)} />
    </section>
  )
}

/** Shows that the study was marked as scanned before the sign-off; shows nothing for null. */
function ScanBefore({ text }: { readonly text: string | null }) {
  return text === null ? null : <p className="sdo__late tabular">{signOffWords.scanBefore(text)}</p>
}

/** Shows the reasons given for a booking, move, check-in or scan despite open stops, the latest first. */
function SettleReasons({ reasons, zone }: { readonly reasons: readonly SettleReason[]; readonly zone: ZoneId }) {
  return reasons.map(({ kind, reason, notices = [], by, at }) => (
    <div key={kind + at + reason} className="sdo__given">
      <p className="sdo__reason">{signOffWords.settled[kind](reason)}</p>
      {notices.map(({ key, text, reason: dates }) => (
        <p key={key} className="sdo__why">
          {signOffWords.notSettledThen(text)}
          {dates === null ? null : <span className="tabular"> {dates}</span>}
        </p>
      ))}
      <p>
        <strong>{by}</strong>, <span className="tabular">{formatInstant(at, zone)}</span>
      </p>
    </div>
  ))
}

function SignOffDetails({ signOff, zone }: { readonly signOff: SignOff; readonly zone: ZoneId }) {
  const { by, at, reason, withdrawn } = signOff
  return (
    <div className="sdo__given">
      <p>
        <strong>{by}</strong>, <span className="tabular">{formatInstant(at, zone)}</span>
      </p>
      <p className="sdo__reason">{reason}</p>
      {withdrawn === null ? null : (
        <p>
          {signOffWords.withdrawnBy} <strong>{withdrawn.by}</strong>,{' '}
          <span className="tabular">{formatInstant(withdrawn.at, zone)}</span>
          {signOffWords.withdrawnReason(withdrawn.reason)}
        </p>
      )}
    </div>
  )
}
