import { mediumWords as words } from './medium-words.ts'

/** The contents of a disc's or stick's index page. */
export type MediumIndex = {
  readonly member: string
  readonly dob: string
  readonly sex: string
  readonly studyID: string
  readonly scan: string
  readonly clinic: string
  readonly phone: string
  readonly recipient: string
  readonly madeAt: string
  readonly report: { readonly path: string; readonly title: string; readonly pages: number; readonly isLocked: boolean }
  readonly images: readonly string[]
  readonly isDemonstration: boolean
}

type Fact = readonly [label: string, value: string]

const toHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)

const link = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

const style = `
body { font: 16px/1.5 sans-serif; margin: 2rem auto; max-width: 42rem; padding: 0 1rem; color: #111; background: #fff; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; } dt { color: #444; } dd { margin: 0; }
a { color: #0a4d8c; } footer { margin-top: 2rem; border-top: 1px solid #888; padding-top: 0.5rem; }
@media print { body { margin: 0; max-width: none; } a { color: inherit; } }
`

/**
 * Returns the index page of a disc or stick: one file that loads no other files, works in any browser and can be
 * printed.
 */
export const toIndexPage = (index: MediumIndex): string => {
  const { path, pages, isLocked } = index.report
  // Details that the locked report protects must not appear unlocked beside it.
  const title = isLocked ? words.lockedTitle : index.report.title
  const about: readonly Fact[] = [
    [words.name, index.member],
    [words.dob, index.dob],
    [words.sex, index.sex],
    [words.scan, index.scan],
  ]
  const facts: readonly Fact[] = [
    ...(isLocked ? [] : about),
    [words.study, index.studyID],
    [words.recipient, index.recipient],
    [words.made, index.madeAt],
  ]
  const locked = isLocked ? ` ${words.locked}` : ''
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.title}</title>
<style>${style}</style>
</head>
<body>
<h1>${toHtml(index.clinic)}</h1>
${index.isDemonstration ? `<p><strong>${words.demonstration}</strong></p>` : ''}
<dl>
${facts.map(([label, value]) => `<dt>${label}</dt><dd>${toHtml(value)}</dd>`).join('\n')}
</dl>
<h2>${words.report}</h2>
<p><a href="${toHtml(link(path))}">${toHtml(title)}</a>, ${words.pages(pages)}${locked}</p>
<h2>${words.images}</h2>
${
  index.images.length === 0
    ? `<p>${words.noImages}</p>`
    : `<ul>\n${index.images.map((image) => `<li><a href="${toHtml(link(image))}">${toHtml(image)}</a> (DICOM)</li>`).join('\n')}\n</ul>\n<p>${words.howToView} <a href="README.TXT">README.TXT</a>.</p>`
}
<footer>${words.mistake(toHtml(index.clinic), toHtml(index.phone))}</footer>
</body>
</html>
`
}

/** Returns the text of README.TXT, which contains no personal names. Its line breaks work on every operating system. */
export const toReadMe = (index: Pick<MediumIndex, 'clinic' | 'phone' | 'studyID' | 'images'>): string =>
  [
    `${index.clinic}`,
    words.readMe.study(index.studyID),
    '',
    words.readMe.open,
    words.readMe.report,
    ...(index.images.length === 0 ? [words.readMe.noImages] : words.readMe.images),
    words.readMe.manifest,
    '',
    words.mistake(index.clinic, index.phone),
    '',
  ].join('\r\n')
