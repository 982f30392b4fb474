import type { Location } from '#domain/locations/location.ts'
import { Button } from '../../kit/controls/button.tsx'
import { describePlace } from './appointment-words.ts'
import type { BookedAppointment } from './details-draft.ts'
import { detailsWords } from './details-words.ts'

const words = detailsWords.conflict

type Props = {
  readonly mine: BookedAppointment
  readonly theirs: BookedAppointment
  readonly locations: readonly Location[]
  readonly onMine: () => void
  readonly onTheirs: () => void
}

/**
 * Shows the appointment that the user chose and the one to which another workstation moved the study, with a button to
 * keep each. Save Changes is disabled until the user presses one of the buttons. The buttons themselves save nothing.
 */
export function DetailsConflict({ mine, theirs, locations, onMine, onTheirs }: Props) {
  return (
    <section className="sdc" role="alert" aria-labelledby="details-conflict-title">
      <h3 id="details-conflict-title" className="sdc__title">
        {words.title}
      </h3>
      <div className="sdc__sides">
        <div className="sdc__side">
          <p className="sdc__whose">{words.yours}</p>
          <p className="sdc__answer tabular">{describePlace(mine, locations)}</p>
          <Button size="small" onPress={onMine}>
            {words.keepMine}
          </Button>
        </div>
        <div className="sdc__side">
          <p className="sdc__whose">{words.theirs}</p>
          <p className="sdc__answer tabular">{describePlace(theirs, locations)}</p>
          <Button size="small" onPress={onTheirs}>
            {words.takeTheirs}
          </Button>
        </div>
      </div>
    </section>
  )
}
