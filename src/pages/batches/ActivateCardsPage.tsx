// Activate Card (cards §2): activates up to 250 cards from a file, at once and without an approval.
import { BatchWizardPage } from './wizard/BatchWizardPage.tsx'

export default function ActivateCardsPage() {
  return <BatchWizardPage type="activate" />
}
