/** The three IPC channels between Electron's preload and main; each carries the envelope its name says. */
export const ipcChannels = { call: 'atrium:call', event: 'atrium:event', resume: 'atrium:resume' } as const
