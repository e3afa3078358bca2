// Create Batch Load (batches §2): up to 5,000 rows from a file, loaded once somebody else has approved them.
import { BatchWizardPage } from './wizard/BatchWizardPage.tsx'

export default function CreateBatchLoadPage() {
  return <BatchWizardPage type="load" />
}
