const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const
/** Other windows hear of activity at most this often. */
const tellEveryMs = 5000
const channelName = 'atrium-activity'

/**
 * Calls back at each touch of mouse or keyboard in this window, and when another window of Atrium on this workstation was
 * touched, until the returned function is called. Nothing but the fact of it is passed between windows.
 */
export const listenForActivity = (onActivity: () => void): (() => void) => {
  const channel = new BroadcastChannel(channelName)
  let toldAtMs = 0
  const onTouch = (): void => {
    onActivity()
    const nowMs = Date.now()
    if (Math.abs(nowMs - toldAtMs) < tellEveryMs) return
    toldAtMs = nowMs
    channel.postMessage('active')
  }
  for (const name of activityEvents) window.addEventListener(name, onTouch, { capture: true, passive: true })
  channel.addEventListener('message', onActivity)
  return () => {
    for (const name of activityEvents) window.removeEventListener(name, onTouch, { capture: true })
    channel.close()
  }
}
