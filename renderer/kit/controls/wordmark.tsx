import { controlWords } from './control-words.ts'
import './wordmark.css'

/** Shows the logo: an atrium's arch, and the name. */
export function Wordmark() {
  return (
    <div className="w-wordmark">
      <svg className="w-wordmark__arch" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
        <rect width="32" height="32" rx="8" />
        <path d="M8.5 24V15a7.5 7.5 0 0 1 15 0v9M13 24v-8.5a3 3 0 0 1 6 0V24" />
      </svg>
      <span>{controlWords.atrium}</span>
    </div>
  )
}
