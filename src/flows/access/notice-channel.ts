// Polls for notices on this device. The polling starts with a session. It continues after the session has timed out,
// until the user logs out or the channel expires. Rules: docs/rules/access.md, "Notices on a device".
import { m } from '#words/messages.js'
import { showBadge } from '#services/device/app-badge.ts'
import { type NoticeChannel, noticeChannel } from '#services/device/notice-channel.ts'
import { pushEndpoint, subscribeToPush, unsubscribeFromPush } from '#services/device/push.ts'
import { subscribePreferences } from '#services/device/preference.ts'
import {
  areSystemNoticesOn,
  clearSystemNotices,
  showSystemNotice,
  WAITING_TAG,
} from '#services/device/system-notices.ts'
import { isMissing, request, requestWithoutSession } from '#services/server/api.ts'
import { type Session, sessionStore } from '#services/session/session.ts'

const POLL_MS = 60_000

/** Starts polling. Called once by the app. Returns a function to stop polling. */
export function watchNoticeChannel(): () => void {
  let previousChannel = noticeChannel.get()
  const handleChannelChange = () => {
    const currentChannel = noticeChannel.get()
    if (previousChannel && !currentChannel) clearNoticesAndPush()
    previousChannel = currentChannel
  }
  const handleSessionOrSettingChange = () => {
    handleChannelChange()
    void syncChannel()
  }
  const stops = [
    noticeChannel.subscribe(handleChannelChange),
    sessionStore.subscribe(handleSessionOrSettingChange),
    subscribePreferences(handleSessionOrSettingChange),
  ]
  const timer = setInterval(() => void pollWaitingCount(), POLL_MS)
  handleSessionOrSettingChange()
  return () => {
    clearInterval(timer)
    stops.forEach((stop) => stop())
  }
}

/** Stops the notices of this device, with or without a session. */
export function endNotices(): void {
  const channel = noticeChannel.get()
  noticeChannel.clear()
  // If this request is lost, no one can use the channel any more, because the only copy of its token was deleted above.
  if (channel) void requestWithoutSession('closeNoticeChannel', { deviceToken: channel.deviceToken })
}

/**
 * Turns push notices on or off. Push notices arrive through the browser's push service, even while the portal is
 * closed. Returns the reason if this fails, otherwise undefined.
 */
export async function setPushEnabled(isOn: boolean): Promise<string | undefined> {
  if (isOn) {
    const settings = await request('noticeSettings', {})
    if (!settings.ok) return settings.text
    const { pushKey } = settings.result
    if (pushKey === undefined || !(await subscribeToPush(pushKey))) return m.access_pushNotPossible()
  } else {
    await unsubscribeFromPush()
  }
  const session = sessionStore.get()
  return session ? openChannel(session) : undefined
}

/** Runs in one tab at a time: two tabs would open two channels, and the server keeps only one. */
const syncChannel = (): Promise<unknown> =>
  'locks' in navigator ? navigator.locks.request('portal-notices', syncChannelNow) : syncChannelNow()

async function syncChannelNow(): Promise<void> {
  const session = sessionStore.get()
  const channel = noticeChannel.get()
  if (!session) return noticeChannel.update({ isSessionActive: false })
  const belongsToUser = channel?.userId === session.user.userId
  const areNoticesOn = areSystemNoticesOn()
  const keepsChannel = belongsToUser && areNoticesOn
  if (channel && !keepsChannel) endNotices()
  const isOpenForUser = belongsToUser && channel.isSessionActive
  if (areNoticesOn && !isOpenForUser) await openChannel(session)
}

/** Returns the reason if the request failed, otherwise undefined. */
async function openChannel(session: Session): Promise<string | undefined> {
  const previous = noticeChannel.get()
  const endpoint = await pushEndpoint()
  const response = await request(
    'openNoticeChannel',
    {
      ...(previous && { replaces: previous.deviceToken }),
      ...(endpoint !== undefined && { pushEndpoint: endpoint }),
    },
    { token: session.token },
  )
  if (!response.ok) return response.text
  const { deviceToken, until, isPushed } = response.result
  // If the session has ended meanwhile, the channel is closed already.
  if (sessionStore.get()?.token !== session.token) return undefined
  const waiting = previous?.waiting ?? 0
  const { userId } = session.user
  noticeChannel.set({ userId, deviceToken, until: Date.parse(until), waiting, isPushed, isSessionActive: true })
  return undefined
}

/** Polls only without a session. With a session, the frame of the portal polls for this count and more. */
async function pollWaitingCount(): Promise<void> {
  const channel = noticeChannel.get()
  if (!channel || sessionStore.get()) return
  if (Date.now() >= channel.until || !areSystemNoticesOn()) return endNotices()
  const response = await requestWithoutSession('noticesWaiting', { deviceToken: channel.deviceToken })
  // While the request was running, another tab or a later request may have changed the channel.
  const currentChannel = noticeChannel.get()
  const isSameChannel = currentChannel?.deviceToken === channel.deviceToken
  if (!isSameChannel || sessionStore.get()) return
  if (response.ok) announce(currentChannel, response.result.waiting)
  else if (isMissing(response)) noticeChannel.clear()
}

function announce({ waiting: previousWaiting }: NoticeChannel, waiting: number): void {
  noticeChannel.update({ waiting })
  showBadge(waiting)
  if (waiting > previousWaiting)
    void showSystemNotice({ tag: WAITING_TAG, title: m.access_approvalWaitingNotice(), path: '/' }).catch(
      () => undefined,
    )
}

function clearNoticesAndPush(): void {
  showBadge(0)
  void clearSystemNotices().catch(() => undefined)
  void unsubscribeFromPush()
}
