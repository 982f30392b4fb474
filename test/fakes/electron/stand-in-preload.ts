/**
 * Returns a script that runs in the page before the page's own scripts, in place of Electron's preload world. The page
 * sees only what the preload exposes.
 */
export const preloadWorld = (code: string, bindingName: string): string => `(() => {
  if (window !== window.top || location.protocol === 'about:') return
  const call = window[${JSON.stringify(bindingName)}]
  delete window[${JSON.stringify(bindingName)}]
  const listeners = new Map()
  const freeze = (value) => {
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(freeze)
    return Object.freeze(value)
  }
  const electron = {
    contextBridge: {
      exposeInMainWorld: (name, value) => Object.defineProperty(window, name, { value: freeze(value) }),
    },
    ipcRenderer: {
      invoke: (channel, ...args) => call('invoke', channel, args),
      send: (channel, ...args) => void call('send', channel, args),
      on: (channel, listener) => listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
    },
  }
  const poll = async () => {
    for (;;) {
      const batch = await call('poll', '', [])
      for (const [channel, args] of batch) for (const listener of listeners.get(channel) ?? []) listener({}, ...args)
    }
  }
  const require = (name) => {
    if (name === 'electron') return electron
    throw new Error('module not found: ' + name)
  }
  // Chromium downloads without asking the product, so each download waits here until the product has allowed it.
  const click = HTMLAnchorElement.prototype.click
  HTMLAnchorElement.prototype.click = function () {
    if (!this.hasAttribute('download')) return click.call(this)
    void call('save', this.href, [this.download]).then((isAllowed) => { if (isAllowed) click.call(this) })
  }
  void poll().catch(() => undefined)
  ;((require, module, exports) => {${code}
  })(require, { exports: {} }, {})
})()`
