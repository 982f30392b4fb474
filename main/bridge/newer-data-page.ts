import { styledPageHeaders } from './page-headers.ts'

/** A page without scripts, which needs neither the bridge nor the app's files. */
export type StandalonePage = { readonly html: string; readonly headers: Readonly<Record<string, string>> }

/** The colours and sizes of renderer/kit/styles/tokens.css, because this page cannot load the app's files. */
const STYLE = `
:root { color-scheme: light dark; }
* { box-sizing: border-box; margin: 0; }
body {
  display: grid; min-height: 100vh; padding: 32px; place-items: center;
  background: light-dark(#f5f7f7, #0e1515); color: light-dark(#13211f, #e9f0ef);
  font: 16px/1.5 'Inter Variable', Inter, system-ui, sans-serif;
}
main {
  width: 100%; max-width: 640px; padding: 40px; border: 1px solid light-dark(#dfe6e5, #2a3737); border-radius: 12px;
  background: light-dark(#ffffff, #151e1e);
}
.product { margin-bottom: 24px; color: light-dark(#0a665f, #5ccabd); font-weight: 600; }
h1 { margin-bottom: 16px; font-size: 24px; line-height: 1.3; }
h2 { margin: 24px 0 8px; font-size: 16px; }
.safe {
  margin-top: 16px; padding: 12px 16px; border: 1px solid light-dark(#9cd2b0, #275d3b); border-radius: 8px;
  background: light-dark(#e6f5eb, #14301f);
}
ol { padding-left: 24px; }
li { padding-left: 4px; }
li + li { margin-top: 4px; }
.it { margin-top: 24px; padding-top: 16px; border-top: 1px solid light-dark(#dfe6e5, #2a3737); font-size: 14px; }
.it h2 { margin: 0 0 8px; font-size: 14px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; }
dt { color: light-dark(#4d5e5c, #a6b6b4); }
dd { overflow-wrap: anywhere; }
`

const isLater = (one: string, other: string): boolean => one.localeCompare(other, 'en', { numeric: true }) > 0

const withoutMarkup = (text: string): string => text.replace(/[^\w.+-]/g, '')

/**
 * Draws the page for a workstation that was set back to an older version: what happened, that nothing was lost, and
 * what to do. `ownVersion` is this program's; `writtenBy` is the newer program's, or null when it is not known.
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
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Atrium</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="product">Atrium</p>
<h1>This computer was set back to an older version of Atrium</h1>
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
</section>
</main>
</body>
</html>
`
  return { html, headers: styledPageHeaders(STYLE) }
}
