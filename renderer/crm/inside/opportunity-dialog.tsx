import type { OpportunityView } from '#contract/study/bridge.ts'
import { Button } from '../../kit/controls/button.tsx'
import { Dialog } from '../../kit/controls/dialog.tsx'
import { LinkButton } from '../../kit/controls/link-button.tsx'
import type { StudyPage } from '../../study/study-part-props.ts'
import { OpportunityFacts } from './opportunity-facts.tsx'
import { opportunityWords } from './opportunity-words.ts'

const { view: words } = opportunityWords

type Props = {
  readonly page: StudyPage
  readonly value: OpportunityView
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Shows the opportunity's fields, and a link to its page in the CRM (study spec §2: view the opportunity). */
export function OpportunityDialog({ page, value, isOpen, onClose }: Props) {
  const { opportunity, crmUrl, salesperson } = value
  if (opportunity === null) return null
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={words.title}
      subtitle={words.subtitle(page.who, page.view.study.studyID)}
      footer={
        <Button variant="primary" autoFocus onPress={onClose}>
          {words.close}
        </Button>
      }
    >
      <OpportunityFacts opportunity={opportunity} salesperson={salesperson} zone={page.view.location.timezone} />
      {crmUrl === null ? (
        <p className="sale__quiet">{words.noAddress}</p>
      ) : (
        <div>
          <LinkButton href={crmUrl} variant="text" isExternal>
            {words.openInCrm}
          </LinkButton>
          <p className="sale__quiet sale__address">{crmUrl}</p>
        </div>
      )}
    </Dialog>
  )
}
