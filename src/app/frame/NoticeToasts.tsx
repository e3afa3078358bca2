// The visible notices as toasts. Loaded with the first notice.
import { dismissNotice, useNotices } from '#services/notices.ts'
import { Toasts } from '#ui/overlays/Toasts.tsx'

export default function NoticeToasts() {
  const { shown } = useNotices()
  return <Toasts notices={shown} onClose={dismissNotice} />
}
