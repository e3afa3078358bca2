// /password/:uuid/reset: sets a new password through an emailed link.
import { LinkPage } from './LinkPage.tsx'
import * as say from '#words/pages/access.ts'

export default function ResetPasswordPage() {
  return <LinkPage kind="reset" title={say.setPassword} />
}
