// /password/:uuid/reset (access §2): a new password by a mailed link.
import { LinkPage } from './LinkPage.tsx'
import * as say from '#words/pages/access.ts'

export default function ResetPasswordPage() {
  return <LinkPage kind="reset" title={say.setPassword} />
}
