// The visible notices as toasts. Loaded with the first notice.
import { dismissNotice, useNotices } from '#services/notices.ts'
import { Toasts } from '#ui/overlays/Toasts.tsx'

export default function NoticeToasts() {
  const { visible } = useNotices()
  return <Toasts notices={visible} onClose={dismissNotice} />
}
