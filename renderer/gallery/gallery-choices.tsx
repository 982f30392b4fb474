import { ArrowRight, CalendarPlus, Pencil, Search, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, type ButtonSize, type ButtonVariant } from '../kit/controls/button.tsx'
import { Checkbox } from '../kit/controls/checkbox.tsx'
import { IconButton } from '../kit/controls/icon-button.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { RadioGroup } from '../kit/controls/radio-group.tsx'
import { Tabs } from '../kit/controls/tabs.tsx'

const sizes: readonly ButtonSize[] = ['micro', 'xsmall', 'small', 'selectheight', 'medium', 'large']
const variants: readonly ButtonVariant[] = ['primary', 'secondary', 'outline', 'plain']

function Buttons() {
  const [presses, setPresses] = useState(0)
  return (
    <Panel title="Buttons" className="gallery__wide">
      {variants.map((variant) => (
        <div key={variant} className="gallery__row">
          {sizes.map((size) => (
            <Button key={size} variant={variant} size={size}>
              {`${variant} ${size}`}
            </Button>
          ))}
        </div>
      ))}
      <div className="gallery__row">
        {variants.map((variant) => (
          <Button key={variant} variant={variant} tone="danger" icon={<Trash2 aria-hidden="true" />}>
            {`Cancel booking (${variant})`}
          </Button>
        ))}
      </div>
      <div className="gallery__row">
        <Button variant="primary" icon={<CalendarPlus aria-hidden="true" />} onPress={() => setPresses(presses + 1)}>
          Count me
        </Button>
        <output data-testid="presses">{presses}</output>
        <Button variant="primary" isPending onPress={() => setPresses(presses + 100)}>
          Book now
        </Button>
        <Button variant="secondary" isPending icon={<CalendarPlus aria-hidden="true" />}>
          Hold 09:40am
        </Button>
        <Button
          variant="primary"
          disabledReason="Choose a time first"
          iconAfter={<ArrowRight aria-hidden="true" />}
          onPress={() => setPresses(presses + 100)}
        >
          Explained
        </Button>
        <Button isDisabled onPress={() => setPresses(presses + 100)}>
          Disabled
        </Button>
        <IconButton label="Edit member" icon={<Pencil aria-hidden="true" />} />
        <IconButton label="Search members" icon={<Search aria-hidden="true" />} variant="outline" />
        <LinkButton href="#book">Book Now</LinkButton>
        <LinkButton href="#here" isCurrent>
          Today
        </LinkButton>
        <LinkButton href="https://example.invalid/" variant="text" isExternal>
          Product site
        </LinkButton>
      </div>
    </Panel>
  )
}

function Choices() {
  const [sedative, setSedative] = useState<'taken' | 'none' | null>(null)
  const [answer, setAnswer] = useState<'correct' | 'not-correct' | null>('correct')
  const [kind, setKind] = useState<string | null>('new')
  const [isSelected, setSelected] = useState(true)
  return (
    <Panel title="Choices">
      <div className="gallery__stack">
        <Checkbox isSelected={isSelected} onChange={setSelected} description="Sent once the booking is made.">
          Send a confirmation
        </Checkbox>
        <Checkbox isIndeterminate>Some of the machines</Checkbox>
        <Checkbox disabledReason="Only finance may change this.">Invoice available</Checkbox>
        <Checkbox isRequired errorMessage="Tick this before booking.">
          Referral seen
        </Checkbox>
        <RadioGroup
          label="Sedative"
          value={sedative}
          onChange={setSedative}
          orientation="horizontal"
          isRequired
          options={[
            { value: 'taken', label: 'Sedative Taken' },
            { value: 'none', label: 'No Sedative Taken' },
          ]}
        />
        <RadioGroup
          label="Never had heart surgery"
          value={answer}
          onChange={setAnswer}
          variant="segmented"
          description="Recorded as: no heart surgery."
          options={[
            { value: 'correct', label: 'Correct' },
            { value: 'not-correct', label: 'Not Correct' },
          ]}
        />
        <RadioGroup
          label="Member type"
          value={kind}
          onChange={setKind}
          variant="cards"
          options={[
            { value: 'new', label: 'New Member', description: 'First scan with us' },
            { value: 'returning', label: 'Returning Member / Partner Referral', isDisabled: true },
          ]}
        />
        <RadioGroup
          label="Location"
          value="a"
          onChange={() => {}}
          disabledReason="The location cannot change once a payment was taken."
          options={[
            { value: 'a', label: 'Vancouver' },
            { value: 'b', label: 'Burnaby' },
          ]}
        />
      </div>
    </Panel>
  )
}

function TabRows() {
  const [week, setWeek] = useState('w0')
  const [part, setPart] = useState('invoice')
  return (
    <Panel title="Tabs" className="gallery__wide">
      <Tabs
        label="Weeks"
        selected={week}
        onChange={setWeek}
        before={<Button size="small">Previous Weeks</Button>}
        after={<Button size="small">Next Weeks</Button>}
        tabs={[
          { id: 'w0', label: 'Current Week' },
          { id: 'w1', label: 'Week of 29 Nov' },
          { id: 'w2', label: 'Week of 06 Dec' },
          { id: 'w3', label: 'Week of 13 Dec' },
          { id: 'w4', label: 'Week of 20 Dec', isDisabled: true },
        ]}
      >
        <p>The selected week: {week.slice(1)}</p>
      </Tabs>
      <Tabs
        label="Payment"
        variant="pill"
        selected={part}
        onChange={setPart}
        tabs={[
          { id: 'invoice', label: 'Invoice', content: <p>Invoice summary</p> },
          { id: 'transactions', label: 'Transactions', content: <p>Three transactions</p> },
        ]}
      />
    </Panel>
  )
}

/** Shows buttons, choices and tabs in every state. */
export function GalleryChoices() {
  return (
    <>
      <Buttons />
      <TabRows />
      <Choices />
    </>
  )
}
