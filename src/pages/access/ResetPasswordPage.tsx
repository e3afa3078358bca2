// /password/:uuid/reset: sets a new password through an emailed link.
import { m } from '#words/messages.js'
import { LinkPage } from './LinkPage.tsx'

export default function ResetPasswordPage() {
  return <LinkPage kind="reset" title={m.common_setPassword()} />
}
