import { ShieldCheck, ShieldX } from 'lucide-react'
import { useState } from 'react'
import { type SafetyAssessment, standingSignOff } from '#domain/questionnaire/safety-assessment.ts'
import type { SignOff } from '#domain/questionnaire/safety-record.ts'
import { maySignOffSafety, signOffForbiddenReason } from '#domain/session/safety-permissions.ts'
import { formatInstant } from '#domain/time/format-time.ts'
import type { ZoneId } from '#domain/time/location-clock.ts'
import { Badge } from '../../widgets/badge.tsx'
import { Button } from '../../widgets/button.tsx'
import type { SafetyPartProps } from './safety-part-props.ts'
import { SignOffDialog } from './sign-off-dialog.tsx'
import { countOf } from './study-words.ts'

type Props = SafetyPartProps & { readonly assessment: SafetyAssessment }

/** Who let the scan go on in spite of red notices, when and why; and the deed itself for those who may (issue: named sign-off). */
export function SignOffBlock(props: Props) {
  const { view, assessment, session, isOnline } = props
  const { record, study, location } = view
  const [asking, setAsking] = useState<'sign-off' | 'withdraw' | null>(null)
  const red = assessment.notices.filter(({ tone }) => tone === 'red')
  const prohibition = red.find(({ isProhibitive }) => isProhibitive)
  const standing = standingSignOff(record.signOffs)
  const earlier = record.signOffs.filter(({ withdrawn }) => withdrawn !== null)
  const forbidden = study.status.cancelled
    ? 'This appointment is cancelled.'
    : !maySignOffSafety(session.user.roles)
      ? signOffForbiddenReason
      : isOnline
        ? null
        : 'The back office cannot be reached.'
  if (red.length === 0 && record.signOffs.length === 0) return null
  return (
    <section className="sdo" aria-labelledby="sdo-title">
      <h3 id="sdo-title" className="sdr__title">
        Sign-off
      </h3>
      {prohibition !== undefined ? (
        <>
          <Badge tone="danger" icon={<ShieldX aria-hidden="true" />}>
            Nobody can sign this off
          </Badge>
          <p className="sdo__why">A member with this cannot be booked, checked in or scanned.</p>
        </>
      ) : red.length === 0 ? (
        <p className="sdr__quiet">No red notice is left to sign off.</p>
      ) : standing === null ? (
        <>
          <Badge tone="danger">{countOf(red.length, 'red notice')} not signed off</Badge>
          {/* The same key below: the focus comes back to this button when the dialog closes, whatever it says then. */}
          <Button
            key="deed"
            size="small"
            variant="primary"
            icon={<ShieldCheck aria-hidden="true" />}
            onPress={() => setAsking('sign-off')}
            disabledReason={
              forbidden ??
              (assessment.unanswered.length > 0 ? 'Every required question must be answered and saved first.' : null)
            }
          >
            Sign off
          </Button>
          {maySignOffSafety(session.user.roles) ? null : <p className="sdo__why">{signOffForbiddenReason}</p>}
        </>
      ) : (
        <>
          <Badge tone="success" icon={<ShieldCheck aria-hidden="true" />}>
            {countOf(red.length, 'red notice')} signed off
          </Badge>
          <Given signOff={standing} zone={location.timezone} />
          <Button key="deed" size="small" onPress={() => setAsking('withdraw')} disabledReason={forbidden}>
            Withdraw the sign-off
          </Button>
        </>
      )}
      {earlier.length === 0 ? null : (
        <details className="sdo__earlier">
          <summary>{countOf(earlier.length, 'earlier sign-off')}, withdrawn</summary>
          <ul>
            {earlier.map((signOff) => (
              <li key={signOff.signOffID}>
                <Given signOff={signOff} zone={location.timezone} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <SignOffDialog {...props} red={red} asking={asking} onClose={() => setAsking(null)} />
    </section>
  )
}

function Given({ signOff, zone }: { readonly signOff: SignOff; readonly zone: ZoneId }) {
  const { by, at, reason, withdrawn } = signOff
  return (
    <div className="sdo__given">
      <p>
        <strong>{by}</strong>, <span className="tabular">{formatInstant(at, zone)}</span>
      </p>
      <p className="sdo__reason">{reason}</p>
      {withdrawn === null ? null : (
        <p>
          Withdrawn by <strong>{withdrawn.by}</strong>,{' '}
          <span className="tabular">{formatInstant(withdrawn.at, zone)}</span>: {withdrawn.reason}
        </p>
      )}
    </div>
  )
}
