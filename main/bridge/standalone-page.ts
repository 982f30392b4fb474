import { styledPageHeaders } from './page-headers.ts'

/** A page without scripts, which needs neither the bridge nor the app's files. */
export type StandalonePage = { readonly html: string; readonly headers: Readonly<Record<string, string>> }

/** Pages that are shown in place of the app, with a form in which a person makes a choice. */
export type StandaloneSite = {
  /** Answers a request for the page, or the form that the page sent. Never rejects. */
  answer(form: URLSearchParams | null): Promise<StandalonePage>
}

/** Repeats the colours and sizes of renderer/kit/styles/tokens.css, because this page cannot load the app's files. */
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
form { display: grid; gap: 12px; margin-top: 24px; }
form + form { margin-top: 12px; }
label { font-weight: 600; }
input[type='text'] {
  width: 100%; padding: 8px 12px; border: 1px solid light-dark(#7b8c8a, #718583); border-radius: 8px;
  background: transparent; color: inherit; font: inherit;
}
input[aria-invalid='true'] { border-color: light-dark(#b3261e, #ff9d94); }
.tick { display: flex; gap: 8px; align-items: start; font-weight: 400; }
.tick input { width: 20px; height: 20px; margin: 2px 0 0; flex: none; }
.hint, .note { font-size: 14px; color: light-dark(#4d5e5c, #a6b6b4); }
.problem { color: light-dark(#b3261e, #ff9d94); }
.managed {
  margin-top: 16px; padding: 12px 16px; border: 1px solid light-dark(#dfe6e5, #2a3737); border-radius: 8px;
}
button {
  justify-self: start; min-height: 40px; padding: 8px 20px; border: 1px solid light-dark(#0a665f, #5ccabd);
  border-radius: 8px; background: light-dark(#0a665f, #5ccabd); color: light-dark(#ffffff, #0e1515);
  font: inherit; font-weight: 600; cursor: pointer;
}
button.second { background: transparent; color: light-dark(#0a665f, #5ccabd); }
:focus-visible { outline: 3px solid light-dark(#13807a, #7fe0d4); outline-offset: 2px; }
`

/** Escapes text for use in HTML. */
export const toPageText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

/** Draws a page without scripts around `body`, which is HTML. With `refresh` the browser loads `/` at once. */
export const drawStandalonePage = (body: string, options: { readonly refresh?: boolean } = {}): StandalonePage => {
  const headers = styledPageHeaders(STYLE)
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${options.refresh === true ? '<meta http-equiv="refresh" content="0;url=/">\n' : ''}<title>Atrium</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="product">Atrium</p>
${body}
</main>
</body>
</html>
`
  return { html, headers }
}

/** Draws a page like {@link drawStandalonePage} that may send its forms to this program. */
export const drawFormPage = (body: string): StandalonePage => {
  const { html, headers } = drawStandalonePage(body)
  const policy = headers['Content-Security-Policy'] ?? ''
  return {
    html,
    headers: {
      ...headers,
      'Content-Security-Policy': policy.replace("form-action 'none'", "form-action 'self'"),
      // With `no-referrer` the browser would send the form without its origin, which the shell checks.
      'Referrer-Policy': 'same-origin',
    },
  }
}
