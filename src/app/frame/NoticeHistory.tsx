// Lists all notices since sign-in, so that users can read a notice again after its toast was closed.
import { m } from '#words/messages.js'
import { Bell } from 'lucide-react'
import { client } from '#brand/current.ts'
import { instantToText } from '#domain/instants.ts'
import { useNoticeList } from '#flows/notice-list.ts'
import type { ListedNotice } from '#services/notices.ts'
import { Badge } from '#ui/Badge.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { IconButton } from '#ui/buttons/IconButton.tsx'
import { Popover } from '#ui/overlays/Popover.tsx'

export function NoticeHistory() {
  const history = useNoticeList()
  return (
    <Popover label={m.common_notices()} trigger={<IconButton label={m.common_notices()} icon={<Bell aria-hidden />} />}>
      <h2 className="mb-2 font-semibold">{m.common_notices()}</h2>
      {history.length === 0 ? (
        <EmptyState title={m.app_noNoticesYet()}>{m.app_noticesHint()}</EmptyState>
      ) : (
        <ul className="grid gap-3">
          {history.map((notice) => (
            <li key={notice.id} className="grid gap-1">
              <span className="flex items-center justify-between gap-3">
                <Badge tone={tones[notice.kind]}>{labels[notice.kind]}</Badge>
                <span className="figures text-xs text-muted">
                  {instantToText(new Date(notice.at).toISOString(), client)}
                </span>
              </span>
              <span className="wrap-anywhere">{notice.text}</span>
              {notice.about !== undefined && <span className="text-sm wrap-anywhere text-muted">{notice.about}</span>}
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}

const tones: Readonly<Record<ListedNotice['kind'], 'accent' | 'positive' | 'critical'>> = {
  normal: 'accent',
  success: 'positive',
  error: 'critical',
}
const labels: Readonly<Record<ListedNotice['kind'], string>> = {
  normal: m.common_note(),
  success: m.common_done(),
  error: m.common_error(),
}
