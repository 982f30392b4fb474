import { drawFormPage, type StandalonePage, toPageText } from '../bridge/standalone-page.ts'
import type { UnsentWork } from '../journal/unsent-work.ts'
import { destinationWords } from './destination-words.ts'

const button = (action: string, label: string): string =>
  `<form method="post" action="/"><button class="second" name="action" value="${action}">${toPageText(label)}</button></form>`

/** Draws the page of a workstation whose work belongs to a server other than the wanted one. */
export const drawOtherServerPage = (given: {
  readonly wanted: string
  readonly bound: string
  readonly unsent: readonly UnsentWork[]
  /** Whether the person can connect back from this page. */
  readonly canGoBack: boolean
  readonly canChoose: boolean
  readonly problem: string | null
}): StandalonePage => {
  const words = destinationWords.otherServer
  const { wanted, bound, unsent, canGoBack, canChoose, problem } = given
  const list =
    unsent.length === 0
      ? `<p class="safe">${words.nothing}</p>`
      : `<ul>${unsent.map((work) => `<li>${words.unsent(work)}</li>`).join('\n')}</ul>`
  return drawFormPage(`<h1>${words.title}</h1>
<p>${toPageText(words.text(wanted, bound))}</p>
<h2>${words.unsentTitle}</h2>
${list}
<h2>${words.finishTitle}</h2>
<p>${toPageText(words.finishText(bound))}</p>
${canGoBack ? button('back', words.back(bound)) : `<p class="note">${toPageText(words.backByIT(bound))}</p>`}
${button('retry', words.retry)}
${canChoose ? button('choose', words.choose) : ''}
<section class="it">
<h2>${words.asideTitle}</h2>
<p>${words.asideText}</p>
<form method="post" action="/">
<label class="tick"><input type="checkbox" name="confirm" value="yes"${problem === null ? '' : ' aria-invalid="true" aria-describedby="problem" autofocus'}> ${words.confirm}</label>
${problem === null ? '' : `<p class="problem" id="problem" role="alert">${toPageText(problem)}</p>`}
<button class="second" name="action" value="aside">${words.aside}</button>
</form>
</section>`)
}
