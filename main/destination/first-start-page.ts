import { drawFormPage, type StandalonePage, toPageText } from '../bridge/standalone-page.ts'
import { destinationWords } from './destination-words.ts'

/** Draws the page on which a person names the clinic's server or chooses the demo. */
export const drawFirstStartPage = (given: {
  readonly typed: string
  readonly problem: string | null
}): StandalonePage => {
  const words = destinationWords.firstStart
  const problem =
    given.problem === null ? '' : `<p class="problem" id="problem" role="alert">${toPageText(given.problem)}</p>`
  const described = given.problem === null ? 'hint' : 'problem hint'
  return drawFormPage(`<h1>${words.title}</h1>
<p>${words.text}</p>
<form method="post" action="/">
<label for="address">${words.label}</label>
<input type="text" id="address" name="address" value="${toPageText(given.typed)}" maxlength="300" autocomplete="off"
  spellcheck="false" autofocus aria-describedby="${described}"${given.problem === null ? '' : ' aria-invalid="true"'}>
${problem}<p class="hint" id="hint">${words.hint}</p>
<button name="action" value="connect">${words.connect}</button>
</form>
<section class="it">
<h2>${words.demoTitle}</h2>
<p>${words.demoText}</p>
<form method="post" action="/">
<button class="second" name="action" value="demo">${words.demo}</button>
</form>
</section>`)
}
