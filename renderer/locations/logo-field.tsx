import { FileUp } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Button } from '../kit/controls/button.tsx'
import { PaperLogo } from '../kit/paper-logo.tsx'
import { locationFormWords } from './location-form-words.ts'
import { toPaperLogo } from './to-paper-logo.ts'

const words = locationFormWords.logo

type Props = {
  /** The base64 of a PNG; empty for none. */
  readonly value: string
  readonly onChange: (logo: string) => void
  readonly errorMessage: string | undefined
}

/** Shows the logo of a location's papers, with buttons that choose a picture file and remove the logo. */
export function LogoField({ value, onChange, errorMessage }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const hintID = useId()
  const [isRefused, setIsRefused] = useState(false)
  const picks = useRef(0)
  const pick = async (file: File): Promise<void> => {
    picks.current += 1
    const pickNumber = picks.current
    const logo = await toPaperLogo(file)
    // A logo that was removed, or replaced by a later file, while this file was made smaller does not come back.
    if (pickNumber !== picks.current) return
    setIsRefused(logo === null)
    if (logo !== null) onChange(logo)
  }
  const problem = isRefused ? words.refused : errorMessage
  return (
    <div className="s-clinics__logo">
      <span>{words.label}</span>
      {value === '' ? null : <PaperLogo value={value} label={words.picture} className="s-clinics__logo-picture" />}
      <div className="s-clinics__logo-acts">
        <Button
          ref={choose}
          size="small"
          icon={<FileUp aria-hidden="true" />}
          aria-describedby={hintID}
          onPress={() => input.current?.click()}
        >
          {value === '' ? words.choose : words.chooseAnother}
        </Button>
        {value === '' ? null : (
          <Button
            size="small"
            variant="plain"
            onPress={() => {
              picks.current += 1
              onChange('')
              choose.current?.focus()
            }}
          >
            {words.remove}
          </Button>
        )}
      </div>
      <p id={hintID} className="s-clinics__quiet">
        {words.hint}
      </p>
      {problem === undefined ? null : (
        <p role="alert" className="s-clinics__problem">
          {problem}
        </p>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp"
        aria-label={words.file}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file !== undefined) void pick(file)
          // The input is cleared, so that the user can choose a file again after changing that file.
          target.value = ''
        }}
      />
    </div>
  )
}
