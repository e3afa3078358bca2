// Devalue Batch (batches §2): takes funds off up to 250 cards, and retires them where asked to.
import { BatchWizardPage } from './wizard/BatchWizardPage.tsx'

export default function DevalueBatchPage() {
  return <BatchWizardPage type="devalue" />
}
