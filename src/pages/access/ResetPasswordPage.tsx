// /password/:uuid/reset (access §2): a new password by a mailed link.
import { LinkPage } from './LinkPage.tsx'

export default function ResetPasswordPage() {
  return <LinkPage kind="reset" title="Set Password" />
}
