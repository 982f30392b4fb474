import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** Time limit for a page's own actions; a busy machine must not fail a test. */
export const PATIENTLY = { timeout: 15_000 }

/** Headers that isolate a page as the app's own page is isolated, so that both pages have the same globals. */
const isolated = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' }

/** A page for a frame. It tries to reach the window that contains the frame, and reports the results to that window. */
const FRAMED = `<!doctype html><script>
  const tries = {
    bridge: () => typeof window.atriumBridge,
    parent: () => typeof parent.document,
    ask: () => new Promise((done) => {
      const call = window.__electronStandIn
      if (call === undefined) return done('no way')
      call('invoke', 'atrium:call', [{ kind: 'call', id: 1, command: 'session.current', input: {} }])
        .then((answer) => done(answer.reply.failure?.code ?? 'answered'), () => done('no way'))
    }),
    socket: () => new Promise((done) => {
      try {
        const socket = new WebSocket(new URLSearchParams(location.search).get('bridge'))
        socket.onopen = () => done('open')
        socket.onerror = () => done('refused')
      } catch { done('refused') }
    }),
    camera: () => navigator.mediaDevices?.getUserMedia({ video: true }).then(() => 'granted', () => 'denied') ?? 'denied',
    popup: () => window.open('about:blank') === null ? 'refused' : 'opened',
    top: () => { top.location.href = 'https://example.invalid/'; return 'asked' },
  }
  const told = {}
  ;(async () => {
    for (const [name, run] of Object.entries(tries)) {
      try { told[name] = await run() } catch (error) { told[name] = error.name }
    }
    parent.postMessage(told, '*')
  })()
</script>`

/** Tests what a page can reach when it tries to escape. Both shells must behave alike. `page` returns a loaded page. */
export const describeHostilePage = (shell: { page: () => Page }): void => {
  /** Runs a script as the page would, under the page's content security policy, and not through the debugger. */
  const inPage = (body: string): Promise<unknown> =>
    shell.page().evaluate(
      (code) =>
        new Promise((done) => {
          const script = document.createElement('script')
          ;(window as unknown as { tell: unknown }).tell = done
          script.src = URL.createObjectURL(new Blob([`Promise.resolve((async () => { ${code} })()).then(tell)`]))
          script.onerror = () => done('script blocked')
          document.head.append(script)
        }),
      body,
    )

  it('lets the page reach main only through the bridge', async () => {
    const page = shell.page()
    await expect.poll(() => page.textContent('#state'), PATIENTLY).toContain('session.current')
    // Compared with an empty page of the same browser, so that a global of any name is found.
    const empty = await page.context().newPage()
    await empty.route('**/*', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html>', headers: isolated }),
    )
    await empty.goto('https://empty.invalid/')
    const usual = await empty.evaluate(() => [...Object.getOwnPropertyNames(window), ...Object.keys(navigator)])
    await empty.close()
    const added = await page.evaluate(() => [...Object.getOwnPropertyNames(window), ...Object.keys(navigator)])
    // Not every Chromium isolates the empty page, which then lacks `SharedArrayBuffer`.
    const ofThisTest = ['received', 'inlineRan', 'tell', 'SharedArrayBuffer']
    expect(added.filter((name) => !usual.includes(name) && !ofThisTest.includes(name))).toEqual(['atriumBridge'])
    expect(await page.evaluate('Object.keys(atriumBridge).sort()')).toEqual(['call', 'on', 'onTransport'])
    expect(
      await page.evaluate(() => {
        const bridge = Object.getOwnPropertyDescriptor(window, 'atriumBridge')
        return [bridge?.writable, bridge?.configurable, Object.isFrozen(bridge?.value)]
      }),
    ).toEqual([false, false, true])
  })

  it('sends events to the page', async () => {
    const page = shell.page()
    await page.evaluate('atriumBridge.call("drafts.save", { draftID: "d-7", content: 1 })')
    await expect
      .poll(() => page.evaluate('received'), PATIENTLY)
      .toContainEqual(['members.changed', { memberID: 'd-7' }])
  })

  it('runs no inline script, no blob script, and no text as code', async () => {
    const page = shell.page()
    expect(await page.evaluate('window.inlineRan')).toBeUndefined()
    expect(await inPage('return 1')).toBe('script blocked')
    expect(
      await page.evaluate(
        () =>
          new Promise((done) => {
            // Runs in a timer of the page, because a direct call by the debugger may evaluate text.
            setTimeout(() => {
              try {
                // biome-ignore lint/security/noGlobalEval: this test proves that the page may not
                done(window.eval('1 + 1'))
              } catch (error) {
                done((error as Error).name)
              }
            }, 0)
          }),
      ),
    ).toBe('EvalError')
    await page.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<img src="/none.png" onerror="window.handlerRan = true">')
    })
    await page.evaluate('new Promise((done) => setTimeout(done, 50))')
    expect(await page.evaluate('window.handlerRan')).toBeUndefined()
  })

  it('loads nothing from elsewhere', async () => {
    const results = await shell.page().evaluate(async () => {
      const tryOut = async (work: () => Promise<unknown>): Promise<string> => {
        try {
          await work()
          return 'reached'
        } catch {
          return 'refused'
        }
      }
      const load = (tag: 'img' | 'iframe' | 'script', src: string): Promise<unknown> =>
        new Promise((done, failed) => {
          document.addEventListener('securitypolicyviolation', failed, { once: true })
          const element = document.createElement(tag)
          element.onload = done
          element.onerror = failed
          element.src = src
          document.body.append(element)
        })
      return Promise.all([
        tryOut(() => fetch('https://example.invalid/')),
        tryOut(() => fetch('file:///etc/passwd')),
        tryOut(() => fetch('data:text/plain,x')),
        tryOut(() => load('img', 'https://example.invalid/x.png')),
        tryOut(() => load('iframe', 'data:text/html,x')),
        tryOut(() => load('script', 'https://example.invalid/x.js')),
        tryOut(
          () =>
            new Promise((done, failed) => {
              const socket = new WebSocket('ws://127.0.0.1:9/')
              socket.onopen = done
              socket.onerror = failed
            }),
        ),
      ])
    })
    expect(results).toEqual(results.map(() => 'refused'))
    expect(results).toHaveLength(7)
  })

  it('serves only the app’s own files, however a path is written', async () => {
    const page = shell.page()
    for (const path of [
      '/secret.js',
      '/../secret.js',
      '/assets/../../secret.js',
      '/%2e%2e/secret.js',
      '/..%2fsecret.js',
      '/assets/%2e%2e%2f%2e%2e%2fsecret.js',
      '/..%5csecret.js',
      '/assets/page.js.map',
      '/assets/page.js%00.html',
      '/package.json',
      '/preload/electron.cjs',
      '/etc/passwd%00.png',
      '/%',
      '/%ff.js',
    ]) {
      const answer = await page.evaluate(async (address) => {
        const response = await fetch(address)
        return { status: response.status, text: await response.text() }
      }, path)
      expect(answer.text, path).not.toContain('not to be served')
      expect(answer.status, path).toBe(404)
    }
  })

  it('serves the same page for every path of the app', async () => {
    const page = shell.page()
    for (const path of ['/', '/admin/booking', '/booking/slot', '/admin/booking/study/7a-b']) {
      const answer = await page.evaluate(async (address) => {
        const response = await fetch(address)
        return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
      }, path)
      expect(answer, path).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' })
      expect(answer.text).toContain('id="state"')
    }
  })

  it('sends every answer with the headers that confine the page', async () => {
    const headers = await shell.page().evaluate(async () => Object.fromEntries((await fetch('/')).headers))
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; /)
    expect(headers['content-security-policy']).not.toContain('unsafe')
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    })
  })

  it('grants the page no permission', async () => {
    const states = await shell.page().evaluate(async () => {
      const names = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read', 'midi']
      return Promise.all(
        names.map(async (name) => (await navigator.permissions.query({ name: name as PermissionName })).state),
      )
    })
    expect(states).not.toContain('granted')
    const position = await shell.page().evaluate(
      () =>
        new Promise((done) => {
          navigator.geolocation.getCurrentPosition(
            () => done('granted'),
            () => done('denied'),
          )
        }),
    )
    expect(position).toBe('denied')
  })

  describe('with a frame of the scheduling service', () => {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(FRAMED)
    })
    let port = 0
    beforeAll(async () => {
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
      port = (server.address() as AddressInfo).port
    })
    afterAll(() => {
      server.closeAllConnections()
      server.close()
    })

    /** Opens an address in a frame like that of the study's page. Returns the frame's report, or `refused`. */
    const frame = (address: string): Promise<unknown> =>
      shell.page().evaluate(
        (src) =>
          new Promise((done) => {
            const element = document.createElement('iframe')
            const end = (answer: unknown): void => {
              element.remove()
              done(answer)
            }
            addEventListener('message', ({ data, source }) => {
              if (source === element.contentWindow) end(data)
            })
            document.addEventListener('securitypolicyviolation', () => end('refused'), { once: true })
            element.setAttribute('credentialless', '')
            element.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms')
            element.src = src
            document.body.append(element)
          }),
        address,
      )

    it('shows the frame, and lets it reach neither the bridge nor the window nor the camera', async () => {
      const page = shell.page()
      const address = page.url()
      const bridge = `${address.replace(/^http/, 'ws')}bridge`
      const told = await frame(`http://127.0.0.1:${port}/calendly/x?bridge=${encodeURIComponent(bridge)}`)
      expect(told).toMatchObject({
        bridge: 'undefined',
        parent: 'SecurityError',
        socket: 'refused',
        camera: 'denied',
        popup: 'refused',
      })
      expect(['wrong-sender', 'no way']).toContain((told as { readonly ask: string }).ask)
      // A sandboxed frame that may not navigate its window gets an error, or is simply ignored.
      expect(page.url()).toBe(address)
      expect(await page.evaluate('typeof atriumBridge')).toBe('object')
    })

    it.each([
      ['another site', 'https://example.invalid/'],
      ['a site whose name begins like the service’s', 'https://calendly.com.example.invalid/'],
      ['another name of this computer', 'http://localhost:PORT/'],
      ['a host of the service that only serves resources', 'https://assets.calendly.com/'],
    ])('refuses a frame with %s', async (_name, address) => {
      expect(await frame(address.replace('PORT', String(port)))).toBe('refused')
    })
  })
}
