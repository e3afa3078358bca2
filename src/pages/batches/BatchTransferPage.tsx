// Batch Transfer (batches §2): moves funds from card to card, up to 250 rows of a csv file.
import { BatchWizardPage } from './wizard/BatchWizardPage.tsx'

export default function BatchTransferPage() {
  return <BatchWizardPage type="transfer" />
}
