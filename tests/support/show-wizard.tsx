// Renders the wizard of one type of upload alone.
import type { UploadType } from '#domain/uploads.ts'
import { createUploadPage } from '#pages/upload/UploadWizardPage.tsx'
import { showPage } from './show-page.tsx'

export function showWizard(type: UploadType): void {
  const Wizard = createUploadPage(type)
  showPage(<Wizard />)
}
