// /user/:uuid/activate: sets the first password of an account through an emailed link. Everyone can open the page.
import { m } from '#words/messages.js'
import { LinkPage } from './LinkPage.tsx'

export default function ActivatePage() {
  return <LinkPage kind="activate" title={m.common_activateYourAccount()} />
}
