const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const
/** Minimum milliseconds between two activity messages to other windows. */
const tellEveryMs = 5000
const channelName = 'atrium-activity'

/**
 * Calls `onActivity` on each mouse, touch or keyboard event in this window, and every few seconds during activity in
 * another Atrium window of this workstation. Stops when the returned function is called. The messages between windows
 * contain no details of the activity.
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
