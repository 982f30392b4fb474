import { useState } from 'react'
import { formatDate } from '#domain/format/format-date.ts'
import { describeConsentVersion, type OfferedConsentText } from '#domain/settings/consent-text.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { toWallTime } from '#domain/values/location-clock.ts'
import { Button } from '../../kit/controls/button.tsx'
import { CommitBar } from '../../kit/controls/commit-bar.tsx'
import { Dialog } from '../../kit/controls/dialog.tsx'
import { RadioGroup } from '../../kit/controls/radio-group.tsx'
import { ActButton, useMark } from '../../study/act-button.tsx'
import { panelWords } from '../../study/panel-words.ts'
import { describeStudyIdentity } from '../../study/study-identity.ts'
import type { StudyPage, StudyPartProps } from '../../study/study-part-props.ts'
import { detailsWords } from './details-words.ts'

const words = detailsWords.consentText
const { consent: actWords } = detailsWords.acts

/** Returns a text as a choice: `Member agreement, text version 3, of 12 Nov 2026`. */
const labelOf = (text: OfferedConsentText, { view }: StudyPage): string => {
  const version = `${text.title}, ${describeConsentVersion(text)}`
  if (text.createdAt === null) return version
  return words.of(version, formatDate(toWallTime(text.createdAt, view.location.timezone).date))
}

/**
 * Marks a consent on paper as signed, with the text that the member signed. Asks which text that is only if it changed
 * within the last 90 days, because a form may be printed long before it is signed.
 */
export function ConsentAct({ page }: StudyPartProps) {
  const mark = useMark(page)
  const [offered, setOffered] = useState<readonly OfferedConsentText[] | null>(null)
  const begin = async (): Promise<void> => {
    const { studyID } = page.view.study
    const texts = await page.perform('consent', studyMessages.savingFailed, () =>
      page.bridge.study.readConsentTexts({ studyID }),
    )
    if (texts === null) return
    if (texts.length > 1) setOffered(texts)
    else mark('consent', true, actWords, texts[0]?.textID)
  }
  return (
    <>
      <ActButton page={page} act="consent" {...actWords} onSet={() => void begin()} />
      {offered === null ? null : (
        <ConsentTextDialog
          page={page}
          offered={offered}
          onChoose={(textID) => {
            setOffered(null)
            mark('consent', true, actWords, textID)
          }}
          onClose={() => setOffered(null)}
        />
      )}
    </>
  )
}

type DialogProps = StudyPartProps & {
  readonly offered: readonly OfferedConsentText[]
  readonly onChoose: (textID: string) => void
  readonly onClose: () => void
}

function ConsentTextDialog({ page, offered, onChoose, onClose }: DialogProps) {
  const [chosen, setChosen] = useState(offered[0]?.textID ?? '')
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={words.title}
      footer={
        <CommitBar who={describeStudyIdentity(page.view)}>
          <Button onPress={onClose}>{words.cancel}</Button>
          <Button
            variant="primary"
            aria-label={panelWords.actFor(actWords.label, page.who)}
            onPress={() => onChoose(chosen)}
          >
            {actWords.label}
          </Button>
        </CommitBar>
      }
    >
      <RadioGroup
        label={words.which}
        options={offered.map((text) => ({ value: text.textID, label: labelOf(text, page) }))}
        value={chosen}
        onChange={setChosen}
      />
      <p className="stp__quiet">{words.hint}</p>
    </Dialog>
  )
}
