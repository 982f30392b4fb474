import { drawStandalonePage, type StandalonePage } from './standalone-page.ts'

const isLater = (one: string, other: string): boolean => one.localeCompare(other, 'en', { numeric: true }) > 0

const withoutMarkup = (text: string): string => text.replace(/[^\w.+-]/g, '')

/**
 * Draws the page for a workstation that was returned to an older version. The page explains what happened, that no data
 * was lost, and what to do. `ownVersion` is this program's; `writtenBy` is the newer program's, or null when it is not
 * known.
 */
export const drawNewerDataPage = (given: {
  readonly ownVersion: string
  readonly writtenBy: string | null
  readonly found: number
  readonly known: number
}): StandalonePage => {
  const { writtenBy, found, known } = given
  const own = withoutMarkup(given.ownVersion)
  // Two builds can have the same version.
  const newer = writtenBy !== null && isLater(writtenBy, own) ? withoutMarkup(writtenBy) : null
  return drawStandalonePage(`<h1>This computer was set back to an older version of Atrium</h1>
<p>The work saved on this computer is from ${newer === null ? 'a newer version of Atrium' : `Atrium ${newer}`}. This is Atrium ${own},
which cannot read it.</p>
<p class="safe"><strong>Nothing was lost.</strong> This version did not change anything. Bookings, payments and prints that wait on
this computer are still here.</p>
<h2>What to do</h2>
<ol>
<li>Close Atrium and use another computer for now.</li>
<li>Ask IT to install ${newer === null ? 'the newer version of Atrium again' : `Atrium ${newer} or later`}.</li>
<li>Start Atrium and sign in. It continues where it stopped.</li>
</ol>
<section class="it">
<h2>For IT</h2>
<dl>
<dt>Installed version</dt><dd>${own}</dd>
<dt>Needed version</dt><dd>${newer === null ? 'the one installed before' : `${newer} or later`}</dd>
<dt>Saved work</dt><dd>format ${found}; this version reads up to ${known}</dd>
<dt>Log</dt><dd>database.journal-newer</dd>
</dl>
</section>`)
}
