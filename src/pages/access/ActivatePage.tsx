// /user/:uuid/activate (access §2): the first password of an account, by a mailed link; open to everybody.
import { LinkPage } from './LinkPage.tsx'
import * as say from '#words/pages/access.ts'

export default function ActivatePage() {
  return <LinkPage kind="activate" title={say.activateYourAccount} />
}
