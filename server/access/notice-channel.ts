// Opens and closes the channel through which a device gets system notifications after its session has ended.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import { isPushEndpoint } from '#server/notify/push.ts'
import { type Handler, refuse } from '#server/operations/context.ts'
import { closeChannel, openChannel, replacePushEndpoint } from '#server/sessions/notice-channels.ts'

export const noticeSettings: Handler<'noticeSettings'> = async ({ settings, secrets }) => ({
  hours: settings.noticeHours,
  ...(settings.isPushOn && { pushKey: secrets.pushKey.publicKey }),
})

export const openNoticeChannel: Handler<'openNoticeChannel'> = async (context, { replaces, pushEndpoint }) => {
  const { db, settings, viewer } = context
  if (pushEndpoint !== undefined && !isPushEndpoint(pushEndpoint)) return refusePushService()
  if (replaces !== undefined) await closeChannel(db, replaces)
  const isPushed = settings.isPushOn && pushEndpoint !== undefined
  const channel = await openChannel(db, context, viewer, isPushed ? pushEndpoint : undefined)
  return { deviceToken: channel.deviceToken, until: channel.expiresAt.toISOString(), isPushed }
}

export const closeNoticeChannel: Handler<'closeNoticeChannel'> = async ({ db }, { deviceToken }) => {
  await closeChannel(db, deviceToken)
  return {}
}

export const renewPushEndpoint: Handler<'renewPushEndpoint'> = async ({ db }, { earlierEndpoint, pushEndpoint }) => {
  if (!isPushEndpoint(pushEndpoint)) return refusePushService()
  await replacePushEndpoint(db, earlierEndpoint, pushEndpoint)
  return {}
}

const refusePushService = () =>
  refuse(codes.refusedParameters, m.dates_valuesNotValid, {
    errors: [{ path: 'pushEndpoint', message: m.access_unknownPushService() }],
  })
