// For the sign-in page: warns that this device still shows the notices of the last user, and can turn them off.
import { client } from '#brand/current.ts'
import { instantToText } from '#domain/instants.ts'
import { endNotices } from '#flows/access/notice-channel.ts'
import { useNoticeChannel } from '#services/device/notice-channel.ts'
import { Button } from '#ui/buttons/Button.tsx'
import * as say from '#words/pages/shared.ts'

export default function NoticesStillOn() {
  const channel = useNoticeChannel()
  if (!channel) return null
  return (
    <div className="flex items-center gap-3 border-t border-line pt-4 text-sm text-muted">
      <p>{say.noticesStillOn(instantToText(new Date(channel.until).toISOString(), client))}</p>
      <Button size="small" className="shrink-0" onClick={endNotices}>
        {say.turnOffNotices}
      </Button>
    </div>
  )
}
