import { History } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Bridge } from '#contract/bridge.ts'
import { formatPhone } from '#domain/format/format-phone.ts'
import { type Practitioner, practiceName } from '#domain/people/practitioner.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { ComboBox } from '../kit/controls/combo-box.tsx'
import { Fact, FactList } from '../kit/controls/fact-list.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { practitionerName } from '../study/panel-words.ts'
import { describeStudyFailure } from '../study/study-failures.ts'
import { directoryScreenWords } from './directory-screen-words.ts'
import { practitionerOptions } from './practitioner-choice.tsx'
import { usePractitionerDirectory } from './use-practitioner-directory.ts'

const words = directoryScreenWords.lookup

/**
 * Draws the dialog with all sends to a practitioner. The caller passes it, because the dialog is in the folder
 * `release`.
 */
export type DrawHistory = (
  practitioner: { readonly practitionerID: string; readonly name: string },
  onClose: () => void,
) => ReactNode

type Props = {
  readonly bridge: Pick<Bridge, 'study'>
  /** Why past sends cannot be read now; null if they can. */
  readonly offlineReason: string | null
  readonly drawHistory: DrawHistory
}

/** Finds a practitioner of the directory, and shows their contact and all sends to them. */
export function PractitionerLookup({ bridge, offlineReason, drawHistory }: Props) {
  const [directory, read] = usePractitionerDirectory(bridge)
  const [chosenID, setChosenID] = useState<string | null>(null)
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const chosen = directory.kind === 'ready' ? directory.value.find(({ id }) => id === chosenID) : undefined
  return (
    <Panel title={words.title}>
      <div className="s-directory__lookup">
        {directory.kind === 'failed' ? (
          <Banner
            tone="error"
            title={words.failed}
            action={
              <Button size="small" onPress={read}>
                {words.tryAgain}
              </Button>
            }
          >
            {describeStudyFailure(directory.failure).text}
          </Banner>
        ) : directory.kind !== 'ready' ? (
          <SkeletonGroup label={words.loading}>
            <Skeleton shape="block" height="60px" />
          </SkeletonGroup>
        ) : (
          <ComboBox
            label={words.label}
            options={practitionerOptions(directory.value)}
            value={chosenID}
            placeholder={words.placeholder}
            emptyText={words.noMatch}
            onChange={setChosenID}
          />
        )}
        {chosen === undefined ? null : (
          <>
            <Contact practitioner={chosen} />
            <div>
              <Button
                icon={<History aria-hidden="true" />}
                disabledReason={offlineReason}
                aria-label={words.historyOf(practitionerName(chosen))}
                onPress={() => setHistoryOpen(true)}
              >
                {words.history}
              </Button>
            </div>
          </>
        )}
      </div>
      {chosen !== undefined && isHistoryOpen
        ? drawHistory({ practitionerID: chosen.id, name: practitionerName(chosen) }, () => setHistoryOpen(false))
        : null}
    </Panel>
  )
}

function Contact({ practitioner }: { readonly practitioner: Practitioner }) {
  const { contact, profession, locations } = practitioner
  return (
    <FactList>
      <Fact label={words.name}>{practitionerName(practitioner)}</Fact>
      <Fact label={words.profession}>{profession}</Fact>
      <Fact label={words.fax}>{formatPhone(contact.faxNumber)}</Fact>
      <Fact label={words.email}>{contact.emailAddress}</Fact>
      <Fact label={words.practices} isWide>
        {locations
          .map((practice) => [practiceName(practice), formatPhone(practice.practitionerContact.faxNumber)])
          .map((parts) => parts.filter(Boolean).join(', '))
          .join('; ')}
      </Fact>
    </FactList>
  )
}
