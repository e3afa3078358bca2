// For the sign-in page: warns that this device still shows the notices of the last user, and offers to turn them off.
import { m } from '#words/messages.js'
import { client } from '#brand/current.ts'
import { instantToText } from '#domain/instants.ts'
import { endNotices } from '#flows/access/notice-channel.ts'
import { useNoticeChannel } from '#services/device/notice-channel.ts'
import { Button } from '#ui/buttons/Button.tsx'

export default function NoticesStillOn() {
  const channel = useNoticeChannel()
  if (!channel) return null
  return (
    <div className="flex items-center gap-3 border-t border-line pt-4 text-sm text-muted">
      <p>{m.common_noticesOnUntil({ until: instantToText(new Date(channel.until).toISOString(), client) })}</p>
      <Button size="small" className="shrink-0" onClick={endNotices}>
        {m.common_turnOffNotices()}
      </Button>
    </div>
  )
}
