import { type AuthInfo, BrowserWindow, session } from 'electron'
import { drawFormPage, drawStandalonePage, toPageText } from '../../bridge/standalone-page.ts'
import { APP_SCHEME, APP_START_URL, createSiteProtocol, isOwnAddress } from './app-protocol.ts'
import { pageProtection } from './page-protection.ts'
import type { ProxySignIn } from './proxied-fetch.ts'
import { denyEverything } from './session-hardening.ts'

const drawPage = ({ host, port }: AuthInfo, isRepeated: boolean) =>
  drawFormPage(`<h1>Sign in to the proxy</h1>
<p>Your network reaches the internet through ${toPageText(`${host}:${port}`)}, which asks for your user name and password. They are not those of Atrium.</p>
<form method="post" action="/">
<label for="username">User name</label>
<input type="text" id="username" name="username" maxlength="200" autocomplete="off" spellcheck="false" autofocus required>
<label for="password">Password</label>
<input type="password" id="password" name="password" maxlength="200" autocomplete="off" required>
${isRepeated ? '<p class="problem" role="alert">The proxy did not accept the user name and password. Try again.</p>' : ''}
<button>Sign in</button>
</form>`)

/**
 * Opens a window in which a person signs in to a proxy. `isRepeated`: the proxy refused the previous sign-in. Resolves
 * with null when the person closes the window.
 */
export const askForProxySignIn = (proxy: AuthInfo, isRepeated: boolean): Promise<ProxySignIn | null> =>
  new Promise((resolve) => {
    // The session is in memory and does not serve the app's pages: the window shows only this form.
    const own = session.fromPartition(`proxy-sign-in-${Date.now()}`, { cache: false })
    denyEverything(own)
    own.webRequest.onBeforeRequest(({ url }, decide) => decide({ cancel: !isOwnAddress(url) }))
    const window = new BrowserWindow({
      width: 520,
      height: 640,
      title: 'Sign in to the proxy',
      autoHideMenuBar: true,
      webPreferences: { session: own, ...pageProtection, devTools: false },
    })
    const answer = createSiteProtocol({
      answer: async (form) => {
        const [username, password] = [form?.get('username'), form?.get('password')]
        if (!username || !password) return drawPage(proxy, isRepeated)
        resolve({ username, password })
        setImmediate(() => window.destroy())
        return drawStandalonePage('<p>Signing in…</p>')
      },
    })
    own.protocol.handle(APP_SCHEME, answer)
    window.once('closed', () => resolve(null))
    void window.loadURL(APP_START_URL)
  })
