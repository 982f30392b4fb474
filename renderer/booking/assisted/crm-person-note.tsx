import { useStore } from 'zustand'
import type { CrmPerson } from '#domain/crm/crm.ts'
import { decideOpportunityChoice } from '#domain/crm/opportunity-choice.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { assistedWords } from './assisted-words.ts'
import type { BookingDesk } from './booking-state.ts'

const words = assistedWords.opportunity

type Props = { readonly desk: BookingDesk; readonly person: CrmPerson }

/**
 * Warns when the chosen member differs from the CRM's person, because the booking would link the two (booking spec §2
 * CRM booking).
 */
export function CrmPersonNote({ desk, person }: Props) {
  const opportunityID = useStore(desk.booking, ({ form }) => form.opportunityID)
  const chosen = useStore(desk.booking, ({ member }) => member)
  const isBooked = useStore(desk.booking, ({ commit }) => commit.kind === 'booked')
  if (opportunityID === null || isBooked) return null
  const choice = decideOpportunityChoice(person, chosen.kind === 'ready' ? chosen.value : null)
  if (choice.kind !== 'confirm' && choice.kind !== 'other-member') return null
  return (
    <Banner
      tone="warning"
      title={
        choice.kind === 'other-member'
          ? words.otherMember
          : words.differsFromChosen(choice.differences.map((detail) => words.details[detail]))
      }
      action={
        <Button
          size="small"
          onPress={() => desk.booking.getState().update({ opportunityID: null, opportunityMemberID: null })}
        >
          {words.bookWithout}
        </Button>
      }
    />
  )
}
