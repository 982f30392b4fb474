/** Path of the pages' own files. A team's page has a shorter path, so a team named `assets` does not conflict. */
export const standInFiles = '/calendly/assets'

/**
 * Posts the page's messages to the surrounding page, as the real widget does. Any parent may receive them:
 * `frame-ancestors` limits the parents, and the messages contain only ids.
 */
export const standInScript = `'use strict'
for (const message of JSON.parse(document.body.dataset.messages || '[]')) {
  window.parent.postMessage(message, '*')
}
const first = document.querySelector('[data-focus]')
if (first) first.focus()
`

/** Styles the pages differently from Atrium, so that users do not take them for a part of the product. */
export const standInStyle = `:root {
  color-scheme: light;
  --ink: #0b3558;
  --muted: #476788;
  --blue: #0060e6;
  --blue-soft: #e9f1ff;
  --line: #b9cbe0;
  --red: #b42318;
}
* { box-sizing: border-box; }
body {
  margin: 0;
  padding: 20px;
  background: #fff;
  color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
}
main { max-width: 880px; margin: 0 auto; }
h1 { margin: 0 0 4px; font-size: 22px; }
h2 { margin: 0; font-size: 15px; }
h2 span { display: block; color: var(--muted); font-weight: 400; }
p { margin: 0 0 12px; }
.note { color: var(--muted); font-size: 14px; }
.problem { color: var(--red); font-weight: 600; }
.weeks { display: flex; gap: 12px; align-items: center; margin: 16px 0 8px; }
.weeks a, .weeks span { min-height: 36px; padding: 6px 12px; border-radius: 18px; }
.weeks a { background: var(--blue-soft); color: var(--blue); text-decoration: none; font-weight: 600; }
.weeks span { color: var(--muted); }
.days { display: grid; grid-template-columns: repeat(auto-fit, minmax(112px, 1fr)); gap: 12px; }
.days ul { list-style: none; margin: 8px 0 0; padding: 0; display: grid; gap: 8px; }
button {
  min-height: 44px;
  width: 100%;
  border: 1px solid var(--blue);
  border-radius: 6px;
  background: #fff;
  color: var(--blue);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
button:hover { background: var(--blue-soft); }
button.main { width: auto; padding: 0 24px; border-radius: 22px; background: var(--blue); color: #fff; }
button.main:hover { background: #004bb5; }
h1:focus { outline: none; }
:focus-visible { outline: 3px solid #0b3558; outline-offset: 2px; }
label { display: block; margin: 12px 0 4px; font-weight: 600; }
input, textarea {
  width: 100%;
  max-width: 420px;
  min-height: 44px;
  padding: 8px 12px;
  border: 1px solid #6b7f95;
  border-radius: 6px;
  color: inherit;
  font: inherit;
}
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 16px 0; }
dt { color: var(--muted); }
dd { margin: 0; font-weight: 600; }
.actions { display: flex; flex-wrap: wrap; gap: 16px; align-items: center; margin-top: 20px; }
.actions a { color: var(--blue); }
`
