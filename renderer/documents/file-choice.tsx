import { FileUp } from 'lucide-react'
import { useId, useRef } from 'react'
import { formatSize } from '#domain/format/format-size.ts'
import { Button } from '../kit/controls/button.tsx'
import type { ChosenFile } from './chosen-file.ts'
import { documentWords } from './document-words.ts'

const words = documentWords.upload

type Props = {
  readonly chosen: ChosenFile | null
  /** The accepted types and size of a file; shown until a file is chosen. */
  readonly hint: string
  /** The accessible name of the file input. */
  readonly label: string
  /** The `accept` attribute of the file input. */
  readonly accept: string
  readonly isPending: boolean
  readonly autoFocus?: boolean
  readonly onPick: (file: File) => void
}

/** Shows the chosen file, and a button that opens the system's dialog to choose another. */
export function FileChoice({ chosen, hint, label, accept, isPending, autoFocus = false, onPick }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const fileID = useId()
  return (
    <div className="mr__file">
      <Button
        icon={<FileUp aria-hidden="true" />}
        aria-describedby={fileID}
        disabledReason={isPending ? words.isRunning : null}
        autoFocus={autoFocus}
        onPress={() => input.current?.click()}
      >
        {chosen === null ? words.choose : words.chooseAnother}
      </Button>
      <p id={fileID}>{chosen === null ? hint : words.chosenFile(chosen.file.name, formatSize(chosen.file.size))}</p>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file !== undefined) onPick(file)
          // The input is cleared, so that the user can choose a file again after changing that file.
          target.value = ''
        }}
      />
    </div>
  )
}
