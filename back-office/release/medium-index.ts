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
 * Returns the page that a disc or stick opens with: one file that loads nothing, works in any browser and can be
 * printed.
 */
export const toIndexPage = (index: MediumIndex): string => {
  const { path, pages, isLocked } = index.report
  // Details that the locked report protects must not appear unlocked beside it.
  const title = isLocked ? 'The report' : index.report.title
  const about: readonly Fact[] = [
    ['Name', index.member],
    ['Date of birth', index.dob],
    ['Sex', index.sex],
    ['Scan', index.scan],
  ]
  const facts: readonly Fact[] = [
    ...(isLocked ? [] : about),
    ['Study', index.studyID],
    ['For', index.recipient],
    ['Made', index.madeAt],
  ]
  const locked = isLocked ? ' It is locked: please call us for its password.' : ''
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Report and images</title>
<style>${style}</style>
</head>
<body>
<h1>${toHtml(index.clinic)}</h1>
${index.isDemonstration ? '<p><strong>Demonstration: what is on this medium is made up.</strong></p>' : ''}
<dl>
${facts.map(([label, value]) => `<dt>${label}</dt><dd>${toHtml(value)}</dd>`).join('\n')}
</dl>
<h2>Report</h2>
<p><a href="${toHtml(link(path))}">${toHtml(title)}</a>, ${pages} ${pages === 1 ? 'page' : 'pages'} (PDF).${locked}</p>
<h2>Images</h2>
${
  index.images.length === 0
    ? '<p>There are no images on this medium.</p>'
    : `<ul>\n${index.images.map((image) => `<li><a href="${toHtml(link(image))}">${toHtml(image)}</a> (DICOM)</li>`).join('\n')}\n</ul>\n<p>How to look at them stands in <a href="README.TXT">README.TXT</a>.</p>`
}
<footer>If this is not meant for you, please tell ${toHtml(index.clinic)}${index.phone === '' ? '' : `, ${toHtml(index.phone)}`}.</footer>
</body>
</html>
`
}

/** Returns the note for readers without a browser, without names, with line ends that every system reads. */
export const toReadMe = (index: Pick<MediumIndex, 'clinic' | 'phone' | 'studyID' | 'images'>): string =>
  [
    `${index.clinic}`,
    `Study ${index.studyID}`,
    '',
    'Open INDEX.HTM in a web browser to see what is here.',
    'The report is a PDF file. Any PDF reader opens it.',
    ...(index.images.length === 0
      ? ['There are no images here.']
      : [
          'The images are DICOM files in the folder IMAGES. They need a DICOM viewer, which is not on this',
          'medium. Do not make a diagnosis with a viewer that is not approved for it.',
        ]),
    'MANIFEST.SHA256 lists every file with its SHA-256 hash, by which it can be checked.',
    '',
    `If this is not meant for you, please tell ${index.clinic}${index.phone === '' ? '' : `, ${index.phone}`}.`,
    '',
  ].join('\r\n')
