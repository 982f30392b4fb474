import { standInFiles } from './stand-in-files.ts'

/** Escapes text for a page, between tags and in attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)

/** A message to the surrounding page, in the real widget's form. */
type WidgetMessage = { readonly event: `calendly.${string}`; readonly payload: object }

export const viewed = (
  what: 'profile_page_viewed' | 'event_type_viewed' | 'date_and_time_selected',
): WidgetMessage => ({
  event: `calendly.${what}`,
  payload: {},
})

const api = 'https://api.calendly.com/scheduled_events'

/** Returns the message for a booking that was made or cancelled, with the addresses of the real service. */
export const told = (
  what: 'event_scheduled' | 'event_canceled',
  ids: { readonly event_id: string; readonly invitee_id: string },
): WidgetMessage => ({
  event: `calendly.${what}`,
  payload: {
    event: { uri: `${api}/${ids.event_id}` },
    invitee: { uri: `${api}/${ids.event_id}/invitees/${ids.invitee_id}` },
  },
})

type PageParts = {
  readonly title: string
  /** The page's content, HTML. */
  readonly body: string
  readonly messages?: readonly WidgetMessage[]
}

/** Returns a whole page. The title must not contain a person's name. */
export const toPage = ({ title, body, messages = [] }: PageParts): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${standInFiles}/stand-in.css">
<script src="${standInFiles}/stand-in.js" defer></script>
</head>
<body data-messages="${escapeHtml(JSON.stringify(messages))}">
<main>
<p class="note">Simulated scheduling service: nothing is booked for real.</p>
${body}
</main>
</body>
</html>
`

/** Returns a page with only a title and a text. */
export const toMessagePage = (title: string, text: string, messages?: readonly WidgetMessage[]): string =>
  toPage({
    title,
    body: `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p>`,
    ...(messages === undefined ? {} : { messages }),
  })
