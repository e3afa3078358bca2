// /user/:uuid/activate: sets the first password of an account through an emailed link; open to everyone.
import { LinkPage } from './LinkPage.tsx'
import * as say from '#words/pages/access.ts'

export default function ActivatePage() {
  return <LinkPage kind="activate" title={say.activateYourAccount} />
}
